import { expect, test } from 'vitest'
import { markdownPath, pagePath } from './site-files.ts'

test.each([
  ['/', '/index.md'],
  ['/privacy', '/privacy.md'],
  ['/blog/saas-trends-2025', '/blog/saas-trends-2025.md'],
])('%s stands as Markdown at %s, and the other way round', (page, markdown) => {
  expect(markdownPath(page)).toBe(markdown)
  expect(pagePath(markdown)).toBe(page)
})
