import { expect, test } from 'vitest'
import { adaBooking } from '../../../tests/support/desk.ts'
import { siteContent } from '../../content/site-content.ts'
import { mapFields } from '../../lib/form.ts'
import { draftHref } from './consultation-draft.ts'
import { consultationRules } from './lead.fields.ts'

const { agent } = siteContent()

/** What a mail program shows. */
function draftOf(values: Parameters<typeof draftHref>[0]) {
  const url = new URL(draftHref(values, agent.booking))
  return { to: url.pathname, subject: url.searchParams.get('subject'), body: url.searchParams.get('body') }
}

test('the draft is the specification’s, word for word', () => {
  expect(draftOf(adaBooking)).toEqual({
    to: 'hello@kitewright.example',
    subject: 'Consultation Request - Kitewright',
    body: [
      'Name: Ada Lovelace',
      'Email: ada@example.com',
      'Company: Analytical Engines Ltd',
      'Budget: 5000-9000 USD',
      'Timeline: by end of March',
      'Requirements: An engine that computes.',
    ].join('\r\n'),
  })
})

test('what is missing is said to be not provided, or not specified', () => {
  expect(draftOf(mapFields(consultationRules, () => '')).body).toBe(
    [
      'Name: Not provided',
      'Email: Not provided',
      'Company: Not provided',
      'Budget: Not specified',
      'Timeline: Not specified',
      'Requirements: Not specified',
    ].join('\r\n'),
  )
})

test('nothing that a visitor writes adds a header, another recipient or a broken link', () => {
  const nasty = 'A & B?cc=x@y.example#\n%0D%0ABcc: z@y.example\r\n“ü😀” + \uD800'
  const href = draftHref({ ...adaBooking, requirements: nasty }, agent.booking)
  expect(href).toMatch(/^mailto:hello@kitewright\.example\?subject=[\w%.~!*'()-]+&body=[\w%.~!*'()-]+$/)
  expect(href).toContain('%0D%0ARequirements%3A%20A%20%26%20B%3Fcc%3Dx%40y.example%23%0D%0A%250D%250ABcc')
  expect([...new URL(href).searchParams.keys()]).toEqual(['subject', 'body'])
})
