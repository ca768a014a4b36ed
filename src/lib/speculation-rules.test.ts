import { expect, test } from 'vitest'
import { speculationRules } from './speculation-rules.ts'

test('the rules are JSON that can stand in a script element', () => {
  expect(JSON.parse(speculationRules)).toHaveProperty('prerender')
  expect(speculationRules).not.toContain('<')
})

test('no page that answers one visitor, and none that a form leads to, is rendered beforehand', () => {
  for (const pattern of ['/api/*', '/newsletter/*', '/contact/*', '/*.*', '/*\\?*']) {
    expect(speculationRules).toContain(JSON.stringify(pattern))
  }
})
