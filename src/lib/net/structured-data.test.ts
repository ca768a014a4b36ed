import { expect, test } from 'vitest'
import { breadcrumbs } from '../../content/structured-data.ts'

test('the way to a page begins at the home page, counts from 1 and bears whole addresses', () => {
  const site = new URL('https://studio.example')
  expect(breadcrumbs('Studio', [{ name: 'Blog', path: '/blog' }], site)).toEqual({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Studio', item: 'https://studio.example/' },
      { '@type': 'ListItem', position: 2, name: 'Blog', item: 'https://studio.example/blog' },
    ],
  })
})
