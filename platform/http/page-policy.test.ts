import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { pagePolicy } from './page-policy.ts'

test('a page allows its own inline scripts and styles, but no injected ones or those of other pages', () => {
  const named = (text: string) => `'sha256-${hash('sha256', text, 'base64')}'`
  const site = `script-src 'self' ${named('a < b')} ${named('other')}; style-src 'self' ${named('p{}')} ${named('i{}')};`
  const data = '<script type="application/ld+json">{}</script>'
  const html = `<script type="module">a < b</script>${data}<script>smuggled</script><style>p{}</style>`
  expect(pagePolicy(site, html)).toBe(`script-src 'self' ${named('a < b')};style-src 'self' ${named('p{}')}`)
  // Astro doesn't know about styles the page's own HTML contains.
  const built = pagePolicy(site, '<script src="/a.js"></script><style>b{}</style>', { isStatic: true })
  expect(built).toBe(`script-src 'self';style-src 'self' ${named('b{}')}`)
})
