import { expect, test } from 'vitest'
import { moment } from '../times.ts'
import { byAnswer, progressFacts, share } from './progress.ts'

const none = { queued: 0, sending: 0, sent: 0, failed: 0, unknown: 0, all: 0 }
const going = { state: 'sending', words: 'going out', created_at: 0, finished_at: null, readers: 3, left: 0 } as const

test('how far an issue is says what there is, and nothing of what there is none', () => {
  expect(progressFacts({ ...going, mails: { ...none, sent: 2, queued: 1, all: 3 } })).toEqual([
    { label: 'State', value: 'going out' },
    { label: 'Sent off', value: moment(0) },
    { label: 'Got it', value: '2 of 3 (66 %)' },
    { label: 'Waiting', value: '1' },
  ])
  const labels = progressFacts({ ...going, state: 'cancelled', finished_at: 1, left: 2, mails: none }).map(
    ({ label }) => label,
  )
  expect(labels).toEqual(['State', 'Sent off', 'Ended', 'Got it', 'Left out'])
})

test('a share is only whole when nothing is missing, and nobody is no share', () => {
  expect([share(999, 1_000), share(1_000, 1_000), share(0, 0)]).toEqual(['99 %', '100 %', '0 %'])
})

test('what went wrong is grouped by what the mail server said', () => {
  const wrong = [
    { email: 'a@x.example', state: 'unknown', answer: null },
    { email: 'b@x.example', state: 'failed', answer: '550 no such user' },
    { email: null, state: 'failed', answer: '550 no such user' },
  ] as const
  expect(byAnswer(wrong)).toMatchObject([
    { state: 'failed', answer: '550 no such user', addresses: ['b@x.example', '(erased)'] },
    { state: 'unknown', answer: 'without a word', addresses: ['a@x.example'] },
  ])
})
