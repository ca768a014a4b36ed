import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { namesOf } from '../../../platform/fields.ts'
import { type ConsultationField, type ConsultationInfo, consultationFields } from '../../leads/fields.ts'
import { extractDetails } from './extract.ts'

type Labelled = { id: string; messages: string[]; expect: ConsultationInfo }

const fields = namesOf(consultationFields)
const readLines = <T>(set: string): T[] =>
  JSON.parse(`[${readFileSync(`tests/extraction/${set}.jsonl`, 'utf8').trim().replaceAll('\n', ',')}]`)
const readSet = (set: string) =>
  readLines<Labelled>(set).map((labelled) => ({ ...labelled, found: extractDetails(labelled.messages).all }))
const seen = readSet('seen')

/** The harmonic mean of precision and recall over all conversations. */
function f1(set: ReturnType<typeof readSet>, fields: readonly ConsultationField[]): number {
  const values = set.flatMap(({ found, expect }) => fields.map((field) => [found[field], expect[field]] as const))
  const right = values.filter(([found, expected]) => found !== null && found === expected).length
  const named = values.flat().filter((value) => value !== null).length
  return (2 * right) / named
}

/** What the rules reach today: one more field that is misread in the 355 conversations fails. */
test.each([
  ['name', 0.965],
  ['email', 1],
  ['company', 0.953],
  ['budget', 0.966],
  ['timeline', 0.959],
  ['requirements', 0.951],
] as const)('reads labelled conversations as a careful person does: %s', (field, minF1) => {
  expect(f1(seen, [field])).toBeGreaterThanOrEqual(minF1)
})

/** Nobody looks at these to improve the rules. */
test.each([
  ['unseen', 0.85],
  ['sealed', 0.7],
])('reads conversations well that the rules weren’t written for: %s', (set, minF1) => {
  expect(f1(readSet(set), fields)).toBeGreaterThanOrEqual(minF1)
})

test.each(readLines<{ messages: string[]; field: ConsultationField; value: string | null }>('fields'))(
  'reads the $field in $messages as $value',
  ({ messages, field, value }) => {
    expect(extractDetails(messages).all[field]).toBe(value)
  },
)

test('every value but a budget and a spelled-out address is copied from a message', () => {
  const invented = seen.flatMap(({ id, messages, found: { name, company, timeline, requirements } }) =>
    [name, company, timeline, requirements]
      .filter((value) => value !== null && !messages.some((message) => message.includes(value)))
      .map((value) => `${id}: ${value}`),
  )
  expect(invented).toEqual([])
})

test('the studio’s own address is never the visitor’s', () => {
  expect(extractDetails(['hello@studio.test'], { studioAddress: 'hello@studio.test' }).all.email).toBeNull()
})

test('on a site in a language that the rules don’t know, only the address and the budget are read', () => {
  const messages = ['Dzień dobry, nazywam się Anna Nowak, anna@example.pl', 'Mam 5000 zł']
  expect(extractDetails(messages, { lang: 'pl-PL' }).all).toEqual({
    ...{ name: null, company: null, timeline: null, requirements: null },
    ...{ email: 'anna@example.pl', budget: '5000 PLN' },
  })
})

test('searches a sentence less than 100 times, whatever it says', () => {
  const matchAll = vi.spyOn(String.prototype, 'matchAll')
  const searchesOf = (piece: string) => {
    matchAll.mockClear()
    extractDetails([piece.repeat(2_000 / piece.length)])
    return matchAll.mock.calls.length
  }
  const pieces = ['x', '2-"; ; $1 ', 'I want to fix an app for $5k in 3 weeks; ', 'need ', 'a, ', 'my name is Ada, ']
  const searches = pieces.map(searchesOf)
  matchAll.mockRestore()
  expect(searches.filter((count) => count >= 100)).toEqual([])
})

/** Work that grows faster than the text would take minutes; of each pattern by itself tests/patterns.test.ts proves it. */
test.each([...['a at b dot ', '. ', 'my name is ', 'in 3 weeks ', '$5k to ', 'Foo, Bar is our ', '<a', '\n']])(
  'reads forty floods of %j to the end',
  (piece) => {
    const flood = extractDetails(Array(40).fill(piece.repeat(2000).slice(0, 2000))).all
    expect(flood.email).toBeNull()
  },
)
