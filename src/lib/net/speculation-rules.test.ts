import { expect, test } from 'vitest'
import { speculationRules } from './speculation-rules.ts'

const site = 'https://studio.example'
const rules: { prerender: [{ where: { and: [unknown, { not: { href_matches: string[] } }] } }] } =
  JSON.parse(speculationRules)
const [, exceptions] = rules.prerender[0].where.and
const patterns = exceptions.not.href_matches.map((pattern) => new URLPattern(pattern, site))

function isRendered(address: string): boolean {
  return patterns.every((pattern) => !pattern.test(new URL(address, site)))
}

test.each(['/', '/blog', '/blog/saas-trends-2025', '/blog/saas-trends-2025#risks', '/#pricing', '/contact'])(
  '%s may be rendered before somebody goes there',
  (address) => expect(isRendered(address)).toBe(true),
)

test.each([
  '/api/contact',
  '/newsletter/confirm',
  '/newsletter/unsubscribe?token=a',
  '/contact/received',
  '/search?q=saas',
  '/rss.xml',
  '/blog/saas-trends-2025.md',
])('%s is not asked for before somebody does', (address) => expect(isRendered(address)).toBe(false))

test('the rules can stand in a script element', () => {
  expect(speculationRules).not.toContain('<')
})
