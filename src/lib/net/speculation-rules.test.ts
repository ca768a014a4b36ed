import { expect, test } from 'vitest'
import { speculationRules } from './speculation-rules.ts'

const rules: { prerender: [{ where: { selector_matches: string } }] } = JSON.parse(speculationRules)
const [, begins = '', exceptions = ''] =
  /^\[href\^='(.*?)'\]:not\((.*)\)$/.exec(rules.prerender[0].where.selector_matches) ?? []
const refused = [...exceptions.matchAll(/\[href([*^])='(.*?)'\]/g)]

function isRendered(address: string): boolean {
  const isRefused = refused.some(([, how, part = '']) =>
    how === '^' ? address.startsWith(part) : address.includes(part),
  )
  return address.startsWith(begins) && !isRefused
}

test.each(['/', '/blog', '/blog/saas-trends-2025', '/blog/saas-trends-2025#risks', '/#pricing', '/contact'])(
  '%s may be rendered before somebody goes there',
  (address) => expect(isRendered(address)).toBe(true),
)

test.each([
  '#pricing',
  'https://elsewhere.example/',
  '/call',
  '/call/manage',
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
