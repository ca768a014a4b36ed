import { expect, test } from 'vitest'
import { mailState } from '../mails/mail-state.ts'
import { replyLink } from './reply-link.ts'
import { spamLosses } from './spam-losses.ts'

const request = {
  reference: 'KW-7GQ4M2XD',
  name: 'Ada Lovelace',
  email: 'ada+work@example.com',
  text: 'An engine & more?\nBy March.',
  requirements: '',
}
const mail = {
  id: '1',
  about: null,
  kind: 'contact-owner',
  state: 'queued',
  attempts: 0,
  due_at: 0,
  last_error: null,
  sent_at: null,
  created_at: 0,
} as const

test('an answer is a draft to the visitor with their words as a quote', () => {
  const { pathname, searchParams } = new URL(replyLink(request))
  expect(decodeURIComponent(pathname)).toBe('ada+work@example.com')
  expect(searchParams.get('subject')).toBe('Re: your request KW-7GQ4M2XD')
  expect(searchParams.get('body')).toBe('\r\n\r\nAda Lovelace wrote:\r\n> An engine & more?\r\n> By March.\r\n')
})

test('an address with marks of its own adds no header to the draft', () => {
  const { searchParams } = new URL(
    replyLink({ ...request, email: 'a?bcc=all@example.com', text: 'x&bcc=all@example.com' }),
  )
  expect([...searchParams.keys()]).toEqual(['subject', 'body'])
})

test('of a book only so much is quoted as mail programs take', () => {
  expect(replyLink({ ...request, text: 'word '.repeat(10_000) }).length).toBeLessThan(2_000)
})

test('spam asks first where something ends for good, and says how much', () => {
  expect(spamLosses({ callAt: null, mails: [{ ...mail, state: 'sent' }] })).toBeUndefined()
  expect(spamLosses({ callAt: null, mails: [mail] })).toBe(
    'This can’t be undone: 1 unsent mail about it will be deleted.',
  )
  expect(spamLosses({ callAt: 1, mails: [mail, { ...mail, state: 'failed' }] })).toBe(
    'This can’t be undone: 2 unsent mails about it will be deleted, and the time of its call will be free for others.',
  )
})

test('a mail’s state tells what the server said', () => {
  expect(mailState(mail)).toBe('waits')
  expect(mailState({ ...mail, state: 'failed', attempts: 1, last_error: '550 no' })).toBe(
    'failed for good after 1 try: 550 no',
  )
  expect(mailState({ ...mail, attempts: 2, last_error: '451 later' })).toMatch(/^tried 2×, again .*: 451 later$/)
})
