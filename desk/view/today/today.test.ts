import { expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '../../../platform/text/time-text.ts'
import { createClock } from '../times.ts'
import { backupText, changeText, type Day, fixOf, summaryOf, worstFirst } from './day.ts'
import { type FirstDayFacts, introOf, stepsOf } from './first-day.ts'

const now = Date.parse('2026-11-26T17:40:00+05:30')
const clock = createClock('Asia/Kolkata', now)

test('the head says how many replies are overdue, and when the next call is', () => {
  const summary = (toReply: number, overdue: number, callIn?: number) => {
    const calls = callIn === undefined ? [] : [{ name: 'Annie', starts_at: now + callIn }]
    return summaryOf({ leads: { toReply, overdue }, calls } as Pick<Day, 'leads' | 'calls'>, clock)
  }
  expect(summary(5, 1, 80 * minuteMs)).toBe('One reply is overdue. Your next call is in 1 hour 20 minutes.')
  expect(summary(5, 2, hourMs)).toBe('2 replies are overdue. Your next call is in 1 hour.')
  expect(summary(1, 0, dayMs)).toBe('One lead is waiting for your reply. Your next call is tomorrow at 5:40 PM.')
  expect(summary(0, 0, 3 * dayMs)).toBe('No leads are waiting. Your next call is on Sun at 5:40 PM.')
  expect(summary(3, 0, -minuteMs)).toBe('3 leads are waiting for your reply. Your call with Annie has started.')
  expect(summary(0, 0)).toBe('No leads are waiting.')
})

test('numbers are compared with the week before: in percent if they’re large', () => {
  const compared = [
    [784, 664],
    [11, 9],
    [8, 9],
    [4, 4],
    [4, null],
  ] as const
  expect(compared.map(([count, before]) => changeText({ count, before }))).toEqual([
    '+18% from 664',
    '+2 from 9',
    '−1 from 9',
    'Same as before',
    'Not enough data to compare',
  ])
  expect(backupText({ at: now - 12 * hourMs }, clock)).toBe('Last backup 5:40 AM today.')
})

test('what needs attention links to where it’s fixed, what’s wrong first', () => {
  const failed = { about: 'Outbox', state: 'wrong', text: 'An email failed', id: 'e1', fix: 'Fix address' } as const
  expect(fixOf(failed)).toEqual({ label: 'Fix address', href: '/outbox/e1' })
  expect(fixOf({ about: 'Issue', state: 'wrong', text: 'An issue is paused', id: 'a-guide' })).toEqual({
    ...{ label: 'Show issue', href: '/issues/a-guide' },
  })
  const spam = { about: 'Leads', state: 'note', text: '1 lead might be spam' } as const
  expect(fixOf(spam)).toEqual({ label: 'Check', href: '/inbox?view=suspicious' })
  expect(worstFirst([spam, { ...failed, state: 'ok' }, failed])).toEqual([failed, spam])
})

test('the first day names what is open, and how long it takes', () => {
  const week = { days: ['monday', 'tuesday', 'friday'], isInRow: false, from: '10:00', to: '18:30' } as const
  const open = { isRunning: true, sampleFiles: 6, isEmailTested: false, hasOwnHours: false, hasBackups: false }
  const facts: FirstDayFacts = { ...open, hours: { ...week, days: [...week.days] } }
  expect(introOf(facts)).toBe('Your site is up. Four things to do before you show it to anyone, about 20 minutes.')
  expect(introOf({ ...facts, sampleFiles: 0, isEmailTested: true, hasOwnHours: true })).toBe(
    'Your site is up. One thing to do before you show it to anyone, about 5 minutes.',
  )
  const hours = (value: FirstDayFacts['hours']) => stepsOf({ ...facts, hours: value })[3]?.text
  expect(hours(facts.hours)).toMatch(/^Visitors can book on Monday, Tuesday, Friday, 10 AM to 6:30 PM\. /)
  expect(hours({ days: ['monday', 'tuesday', 'wednesday'], isInRow: true, from: '09:00', to: '24:00' })).toMatch(
    /^Visitors can book from Monday to Wednesday, 9 AM to 12 AM\. /,
  )
})
