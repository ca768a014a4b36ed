import { expect, test } from 'vitest'
import { createClock } from '../times.ts'
import { aboutBackups, nightsText } from './backup-text.ts'

const at = (time: string) => Date.parse(`${time}+05:30`)
const clock = createClock('Asia/Kolkata', at('2026-11-26T17:40'))

test.each([
  ['2026-11-26T03:00', '2026-11-27T03:00', 'Last backup today at 3:00 AM. Next backup tonight at 3:00 AM.'],
  ['2026-11-25T08:30', '2026-11-27T08:30', 'Last backup yesterday at 8:30 AM. Next backup tomorrow at 8:30 AM.'],
  ['2026-10-01T03:00', '', 'Last backup Thu, Oct 1 at 3:00 AM.'],
])('says when the last backup was made, and the next will be', (last, next, text) => {
  const backups = [{ at: at(last) }] as Parameters<typeof aboutBackups>[0]['backups']
  expect(aboutBackups({ backups, nextAt: next === '' ? null : at(next) }, clock)).toBe(text)
})

test('says how many nights were missed', () => {
  const night = { day: '2026-11-26', state: 'missed' } as const
  expect([nightsText([]), nightsText([night, night, { ...night, state: 'gone' }])]).toEqual(['None missed', '2 missed'])
})
