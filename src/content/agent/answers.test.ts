import { expect, test } from 'vitest'
import { withExample } from './answers.ts'

const yaml = `- id: one
  says:
    - First.
  asks: |
    what is one
    one?

- id: two
  asks: |
    what is two
`

test('an example is put at the end of its answer’s examples, and nothing else changes', () => {
  expect(withExample(yaml, 'one', 'and one more')).toBe(yaml.replace('    one?\n', '    one?\n    and one more\n'))
  expect(withExample(yaml, 'two', 'deux')).toBe(yaml.replace('    what is two\n', '    what is two\n    deux\n'))
})

test('an answer that is in another file is not found', () => {
  expect(withExample(yaml, 'three', 'x')).toBeUndefined()
})
