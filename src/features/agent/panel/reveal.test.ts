import { expect, test } from 'vitest'
import { revealNext } from './reveal.ts'

test('a few words come one by one, with the space after each', () => {
  const text = 'From $2,999. \n\nWhat for?'
  const seen: string[] = []
  for (let shown = 0; shown < text.length; ) {
    shown = revealNext(text, shown)
    seen.push(text.slice(0, shown))
  }
  expect(seen).toEqual(['From ', 'From $2,999. \n\n', 'From $2,999. \n\nWhat ', text])
})

test('many words are shown in about the time of a few, and white space alone ends at once', () => {
  const text = 'word '.repeat(1000)
  let frames = 0
  for (let shown = 0; shown < text.length; frames += 1) shown = revealNext(text, shown)
  expect(frames).toBeLessThan(150)
  expect(revealNext('Yes. \n ', 5)).toBe(7)
})
