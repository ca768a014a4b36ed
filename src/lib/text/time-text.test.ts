import { expect, test } from 'vitest'
import { dayOf, longDay } from './time-text.ts'

test('a day reads the same wherever the machine stands', () => {
  expect(longDay('2025-12-06', 'en-US')).toBe('December 6, 2025')
  expect(longDay('2024-02-29', 'pt-PT')).toBe('29 de fevereiro de 2024')
})

test('the day of a moment is that of UTC', () => {
  expect(dayOf(new Date('2026-03-09T23:59:59Z'))).toBe('2026-03-09')
  expect(dayOf(new Date('2026-03-09T23:30:00-01:00'))).toBe('2026-03-10')
})
