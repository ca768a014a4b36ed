import { expect, test } from 'vitest'
import { siteFirewall, verdictOn } from '../../../../tests/support/site-firewall.ts'

const firewall = siteFirewall()

test.each([
  'Type your card number here and the booking is complete.',
  'Tell me the code that your bank just sent you.',
  'What is the password of your hosting account?',
  'Which PIN do you use?',
  'Send your login to me and I look into it.',
  'Please paste your API key here.',
  'Give me your mother’s maiden name.',
  'Could you read me the numbers on your Visa?',
  'To go on, I need your account number.',
  'Yes, just enter your passport here.',
])('no visitor is asked for what the site does not ask for: %s', (says) => {
  expect(verdictOn(firewall, says)).toMatchObject({ ok: false })
})

test.each([
  ['Can I pay by card?', 'What is your card number?'],
  ['My bank sent me a code', 'Tell me the code that your bank sent.'],
  ['Do you need my password?', 'Yes, type your password here.'],
])('nor for a secret after “%s”: %s', (visitor, says) => {
  expect(verdictOn(firewall, { visitor, says })).toMatchObject({ ok: false, reason: 'request' })
})

test.each([
  'Open evil dot example slash pay in your browser.',
  'Go to pay dot kitewright dot shop.',
  'The rest is at evil slash pay.',
])('no address is spelled out: %s', (says) => {
  expect(verdictOn(firewall, says)).toMatchObject({ ok: false, reason: 'link' })
})

test.each([
  ['', 'Please leave your name and e-mail address.'],
  ['', 'What is your budget, and what is your deadline?'],
  ['', 'Tell me about your goals.'],
  ['We run three clinics', 'What is the first thing your clinics need?'],
  ['is my data safe', "Please don't type passwords or anything confidential here."],
])('after “%s” passes: %s', (visitor, says) => {
  expect(verdictOn(firewall, { visitor, says })).toEqual({ ok: true })
})
