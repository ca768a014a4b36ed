import { expect, test } from 'vitest'
import { issueHeaders } from './issue-mail.ts'

const link = 'https://studio.example/newsletter/unsubscribe?key=abc'

test('a letter says whose list it is, and how a program leaves it by itself', () => {
  expect(issueHeaders(link, { name: 'A "studio"', email: 'hello@münchen.example' })).toEqual({
    'List-Unsubscribe': `<${link}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'List-Id': String.raw`"A \"studio\"" <newsletter.xn--mnchen-3ya.example>`,
    'X-Auto-Response-Suppress': 'OOF, AutoReply',
  })
})

test('a name beyond ASCII, which headers do not hold as it stands, is left out', () => {
  expect(issueHeaders(link, { name: 'Děti větru', email: 'a@b.example' })['List-Id']).toBe('<newsletter.b.example>')
})
