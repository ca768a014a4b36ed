import { expect, test } from 'vitest'
import type { GuardedSentence } from './guard.ts'
import { keepForm } from './keep-form.ts'

const closing = 'What would you like to build?'

async function kept(...sentences: string[]): Promise<string[]> {
  async function* source() {
    for (const [i, sentence] of sentences.entries()) yield { text: i === 0 ? sentence : ` ${sentence}` }
  }
  return shownOf(source())
}

async function shownOf(source: AsyncIterable<GuardedSentence>): Promise<string[]> {
  const shown: string[] = []
  for await (const { text } of keepForm(source, { closing })) shown.push(text.trim())
  return shown
}

test('three sentences and a question stay as they are', async () => {
  expect(await kept('A.', 'B.', 'C.', 'D?')).toEqual(['A.', 'B.', 'C.', 'D?'])
})

test('of a long reply the first three and the last question are shown', async () => {
  expect(await kept('A.', 'B.', 'C.', 'D?', 'E.', 'F?', 'G.')).toEqual(['A.', 'B.', 'C.', 'F?'])
})

test('a reply that ended without a question gets the closing one', async () => {
  expect(await kept('A.', 'B.', 'C.', 'D.', 'E.')).toEqual(['A.', 'B.', 'C.', closing])
  expect(await kept('A.')).toEqual(['A.', closing])
})

test('a reply of three that ends with a question is left alone', async () => {
  expect(await kept('A.', 'B?')).toEqual(['A.', 'B?'])
  expect(await kept('A.', 'B.', 'C?', 'D.')).toEqual(['A.', 'B.', 'C?'])
})

test('nothing stays nothing', async () => {
  expect(await kept()).toEqual([])
})

test('an incident goes on even where its sentence is left out', async () => {
  async function* source() {
    for (const text of ['A.', ' B.', ' C.']) yield { text }
    yield { text: ' Safe.', incident: { reason: 'price', held: 'x' } }
  }
  const all: GuardedSentence[] = []
  for await (const sentence of keepForm(source(), { closing })) all.push(sentence)
  expect(all.at(-2)).toEqual({ text: '', incident: { reason: 'price', held: 'x' } })
})

test('a flood is not read to its end, and what produced it is stopped', async () => {
  let read = 0
  let stopped = false
  async function* flood() {
    try {
      for (;;) {
        read++
        yield {
          text: ' Another hundred characters of a reply that will not come to its end by itself, however long one waits.',
        }
      }
    } finally {
      stopped = true
    }
  }
  expect(await shownOf(flood())).toHaveLength(4)
  expect(read).toBeLessThan(100)
  expect(stopped).toBe(true)
})

test('a flood of sentences that were held back is not read to its end either', async () => {
  let read = 0
  async function* flood() {
    yield { text: 'A.' }
    for (;;) {
      read++
      yield { text: '', incident: { reason: 'price', held: 'x'.repeat(100) } }
    }
  }
  expect((await shownOf(flood())).filter((text) => text !== '')).toEqual(['A.', closing])
  expect(read).toBeLessThan(100)
})
