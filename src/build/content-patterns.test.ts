import { expect, test } from 'vitest'
import { siteContent } from '../content/site-content.ts'
import { checkPatterns } from './content-patterns.ts'

const { topics, builtIn } = siteContent().agent

test('no pattern of the content works longer than its text is', () => {
  checkPatterns('agent/topics.yaml', { topics })
  checkPatterns('agent/built-in.yaml', builtIn)
})

test('one that does is named with its file and line', () => {
  const [first, ...others] = builtIn.declines
  const wrong = { ...first, when: [/^(?:\W*(?:hi|hello)\W+)*(?:do|can)\b/iu] }
  const file = /^content\/agent\/built-in\.yaml:\d+: this pattern's work is exponential/
  expect(() => checkPatterns('agent/built-in.yaml', { ...builtIn, declines: [wrong, ...others] })).toThrow(file)
})
