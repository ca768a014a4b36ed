import { expect, test } from 'vitest'
import { failures } from './failures.ts'

const mail = { id: '1f', subject: 'Hello', to_address: 'ada@example.com', last_error: '550 no such user' }
const issue = { slug: 'kites', subject: 'Kites', readers: 3, created_at: 0, finished_at: null, mails: {} }

test('what failed leads to where it is dealt with', () => {
  const all = failures({
    stoppedAt: Date.UTC(2026, 10, 20, 9, 30),
    mute: { because: 'a copy', since: 0 },
    mails: { failed: 1, refused: [mail] },
    issues: [
      { ...issue, state: 'paused', paused_because: null },
      { ...issue, slug: 'ropes', state: 'sending', paused_because: null },
    ],
    lowDisk: 'The disk is full.',
    problems: [],
  })
  expect(all[0]?.text).toMatch(/^The site does not run, since .*Nov 20/)
  expect(all.slice(1).map(({ text, href }) => `${href} ${text}`)).toEqual([
    '/mails?view=waiting No mail goes out: a copy.',
    '/mails?view=failed 1 mail failed for good.',
    '/mails/1f?view=failed “Hello” to ada@example.com: 550 no such user',
    '/issues/kites “Kites” is paused: by you.',
    'undefined The disk is full.',
  ])
})
