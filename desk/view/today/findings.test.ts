import { expect, test } from 'vitest'
import { placeOf, sortFindings } from './findings.ts'

test('what is wrong, what is to be known and what is right are told apart', () => {
  const [wrong, note, right] = (['wrong', 'note', 'ok'] as const).map((state) => ({
    about: 'mail' as const,
    state,
    text: state,
  }))
  if (!wrong || !note || !right) throw new Error('there are three')
  expect(sortFindings([right, wrong, note])).toEqual({ wrong: [wrong], notes: [note], right: [right] })
})

test('what a command would do is done on a view of the desk', () => {
  expect(placeOf({ about: 'mail', command: 'mail --state failed' })?.href).toBe('/mails?view=all')
  expect(placeOf({ about: 'requests', command: 'forget KW-1' })?.href).toBe('/requests?view=all')
  expect(placeOf({ about: 'mail' })).toBeUndefined()
})
