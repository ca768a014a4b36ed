import { expect, test } from 'vitest'
import { readDeliveryStatus, readFeedback } from './delivery-report.ts'

test('each recipient is read, with folded fields and either line end', () => {
  const text = `Reporting-MTA: dns; mx.example
Arrival-Date: now

Original-Recipient: rfc822;list@x.example
Final-Recipient: RFC822; <a@x.example>
Action: Failed
Status: 5.1.1 (no such user)
Diagnostic-Code: smtp; 550 5.1.1
  no such user
 \t
Final-Recipient: rfc822;b@x.example
Action: delayed (still trying)
STATUS: 4.4.1
`
  const recipients = [
    {
      addresses: ['list@x.example', 'a@x.example'],
      action: 'failed',
      status: '5.1.1',
      diagnostic: '550 5.1.1 no such user',
    },
    { addresses: ['b@x.example'], action: 'delayed', status: '4.4.1', diagnostic: '' },
  ]
  expect(readDeliveryStatus(text)).toEqual(recipients)
  expect(readDeliveryStatus(text.replaceAll('\n', '\r\n'))).toEqual(recipients)
})

test.each([
  ['utf-8; \\x{FC}ser@x.example', 'üser@x.example'],
  ['UTF-8;üser@x.example', 'üser@x.example'],
  ['utf-8; \\x{FFFFFF}@x.example', '\\x{FFFFFF}@x.example'],
  ['rfc822;a+2Bb+40x.example', 'a+b@x.example'],
  ['rfc822;a+40@x.example', 'a+40@x.example'],
  ['a@x.example', 'a@x.example'],
])('the recipient “%s” is %s', (written, address) => {
  expect(readDeliveryStatus(`Final-Recipient: ${written}\nAction: failed`)).toMatchObject([{ addresses: [address] }])
})

test('what is no status has no recipients, however long it is', () => {
  for (const text of [
    '',
    '\n\n\n',
    ':::\n:',
    'x'.repeat(1e6),
    '\n \n'.repeat(1e5),
    ' \n'.repeat(3e5),
    '\t\n'.repeat(3e5),
  ]) {
    expect(readDeliveryStatus(text)).toEqual([])
  }
  const long = readDeliveryStatus(`Final-Recipient: rfc822; a@x.example\nDiagnostic-Code: ${'x'.repeat(1e6)}`)
  expect(long[0]?.diagnostic.length).toBeLessThanOrEqual(1_000)
})

test('feedback is read, also where it names nobody', () => {
  expect(
    readFeedback('Feedback-Type: Abuse\r\nOriginal-Rcpt-To: <a@x.example>\r\nOriginal-Rcpt-To: b@x.example'),
  ).toEqual({
    type: 'abuse',
    addresses: ['a@x.example', 'b@x.example'],
  })
  expect(readFeedback('Original-Rcpt-To: redacted')).toEqual({ type: '', addresses: [] })
})
