import { expect, test } from 'vitest'
import { guard } from './guard.ts'
import type { Guarding } from './stand-in.ts'

const openFirewall: Guarding = {
  isTold: (sentence, shown) => shown.includes(sentence),
  check: (sentence) =>
    sentence.includes('lie') ? { ok: false, reason: 'price', instead: 'Safe.', isFact: false } : { ok: true },
}

async function* inPieces(text: string, size: number) {
  for (let i = 0; i < text.length; i += size) yield text.slice(i, i + size)
}

async function guarded(text: string, size = 3): Promise<string[]> {
  const shown: string[] = []
  for await (const sentence of guard(inPieces(text, size), openFirewall, { visitor: [] })) shown.push(sentence.text)
  return shown
}

test('a reply is shown in whole sentences, whatever the pieces', async () => {
  const text = 'An MVP costs $2,999.50 in Next.js. Really?! It runs at 99.9% uptime... and well. “Good.” Yes'
  const whole = [
    'An MVP costs $2,999.50 in Next.js.',
    ' Really?!',
    ' It runs at 99.9% uptime... and well.',
    ' “Good.”',
    ' Yes',
  ]
  for (const size of [1, 2, 3, 7, 1000]) expect(await guarded(text, size)).toEqual(whole)
})

test('an abbreviation ends no sentence', async () => {
  expect(await guarded('It costs approx. Rs. 500, e.g. for Mr. Rao vs. others. Fine.')).toEqual([
    'It costs approx. Rs. 500, e.g. for Mr. Rao vs. others.',
    ' Fine.',
  ])
})

test('line breaks are kept, marks are stripped', async () => {
  expect((await guarded('## Prices\n\n- **MVP**: _small_\n- `SaaS`: *big*\n1. First\n\n\n\nEnd.')).join('')).toBe(
    'Prices\n\nMVP: small\nSaaS: big\nFirst\n\nEnd.',
  )
})

test('a character in two halves comes out whole', async () => {
  expect((await guarded('Hello 🚀🚀. Bye 👩‍💻.', 1)).join('')).toBe('Hello 🚀🚀. Bye 👩‍💻.')
})

test('invisible and turning characters are removed', async () => {
  expect(await guarded('A\u200Bn \u202Eevil\u202C text\u0007\uFEFF.')).toEqual(['An evil text.'])
})

test('the same safe sentence is not shown twice in a reply', async () => {
  expect(await guarded('A lie. True. Another lie. True.')).toEqual(['Safe.', ' True.', '', ' True.'])
})

test('a flood without any end is cut into bounded pieces', async () => {
  const pieces = await guarded('word '.repeat(1_000), 64)
  expect(pieces.length).toBeGreaterThan(5)
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThanOrEqual(601)
  expect((await guarded('x'.repeat(5_000), 64)).join('').replaceAll(' ', '')).toBe('x'.repeat(5_000))
})

test('an endless reply of nothing but spaces comes to an end', async () => {
  let read = 0
  async function* spaces() {
    for (;;) {
      read++
      yield ' \n'.repeat(500)
    }
  }
  for await (const sentence of guard(spaces(), openFirewall, { visitor: [] })) expect(sentence).toBeUndefined()
  expect(read).toBeLessThan(100)
})
