import { expect, test } from 'vitest'
import { callMoment } from './times.ts'

test('the time of a call is the studio’s, and says so where the owner’s clock shows another', () => {
  const start = Date.parse('2026-11-24T14:00:00Z')
  const [kolkata, newYork] = ['Asia/Kolkata', 'America/New_York'].map((zone) => callMoment(start, zone))
  expect(kolkata).toMatch(/^Tue, Nov 24, 19:30( \(Asia\/Kolkata\))?$/)
  expect(newYork).toMatch(/^Tue, Nov 24, 09:00( \(America\/New_York\))?$/)
  expect(`${kolkata}${newYork}`).toMatch(/\((Asia\/Kolkata|America\/New_York)\)/)
})
