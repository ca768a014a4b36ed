import { describe, expect, test } from 'vitest'
import { adaBooking } from '../../../tests/support/desk.ts'
import { siteContent } from '../../content/site-content.ts'
import { checkForm, englishTexts, mapFields } from '../../lib/form.ts'
import { draftHref } from './consultation-draft.ts'
import { consultationRules, contactRules } from './lead.fields.ts'

const good = { name: 'Ada Lovelace', email: 'ada@example.com', project: 'An engine.\n\tIt computes.' }
const { empty, wrongAddress, controlCharacters, noText } = englishTexts

const check = (input: Readonly<Record<string, unknown>>) => checkForm(contactRules, input, englishTexts)
const checkBooking = (input: Readonly<Record<string, unknown>>) => checkForm(consultationRules, input, englishTexts)

/** The one field of a good form that is changed, and what is said about it. */
function complaintAbout(field: string, value: unknown) {
  return Object.entries(check({ ...good, [field]: value }).errors?.fields ?? {})
}

test('trims and composes what a person writes, with one kind of line break', () => {
  const written = { name: ' Zoe\u0308 ', email: ' ada@example.com ', project: '\r\nA\r\nB\rC\n' }
  expect(check(written)).toEqual({ values: { name: 'Zoë', email: 'ada@example.com', project: 'A\nB\nC' } })
  const booking = { ...adaBooking, name: ' Zoe\u0308 ', requirements: '\r\nA\r\nB\n' }
  expect(checkBooking(booking)).toEqual({ values: { ...adaBooking, name: 'Zoë', requirements: 'A\nB' } })
  expect(check({ ...good, name: 'a\uD800b' })).toMatchObject({ values: { name: 'a\uFFFDb' } })
})

test.each([
  [{}, ['name', 'email', 'project']],
  [{ ...good, name: '\u200B\u00AD' }, ['name']],
  [{ ...good, email: null }, ['email']],
  [{ ...good, project: '\n\t\n' }, ['project']],
])('names each field that %j leaves empty', (input, fields) => {
  const { errors } = check(input)
  expect(errors?.message).toBe('Please fill in all fields')
  expect(Object.keys(errors?.fields ?? {})).toEqual(fields)
})

test('a consultation needs only a name and an address', () => {
  const { name, email } = adaBooking
  expect(checkBooking({ name, email })).toEqual({
    values: { ...mapFields(consultationRules, () => ''), name, email },
  })
  expect(checkBooking({}).errors?.fields).toEqual({ name: empty, email: empty })
})

test('says one sentence above the form and each field’s own beside it', () => {
  expect(check({ ...good, name: '', email: 'ada' }).errors).toEqual({
    message: englishTexts.incomplete,
    fields: { name: empty, email: wrongAddress },
  })
  expect(check({ ...good, name: 'x'.repeat(101), email: 'ada' }).errors?.message).toBe(englishTexts.several)
  const tooLong = 'This takes 5,000 characters at most; yours has 5,214'
  expect(check({ ...good, project: 'x'.repeat(5_214) }).errors).toEqual({
    message: tooLong,
    fields: { project: tooLong },
  })
})

test.each([
  ['name', 100],
  ['company', 200],
  ['budget', 200],
  ['timeline', 200],
  ['requirements', 5_000],
])('takes a %s of %i characters and not one more', (field, max) => {
  expect(checkBooking({ ...adaBooking, [field]: '😀'.repeat(max) }).errors).toBeUndefined()
  expect(checkBooking({ ...adaBooking, [field]: ` ${'x'.repeat(max)} ` }).errors).toBeUndefined()
  expect(checkBooking({ ...adaBooking, [field]: 'x'.repeat(max + 1) }).errors?.fields).toEqual({
    [field]: expect.stringContaining(`yours has ${(max + 1).toLocaleString('en')}`),
  })
})

test('takes an address of 254 characters and not one more', () => {
  const label = 'x'.repeat(61)
  const domain = `${label}.${label}.${label}.com`
  const local = 'y'.repeat(254 - domain.length - 1)
  expect(complaintAbout('email', `${local}@${domain}`)).toEqual([])
  expect(complaintAbout('email', `${local}@x${domain}`)).toEqual([
    ['email', expect.stringMatching(/254 characters at most; yours has 255/)],
  ])
})

test.each([
  "o'neil+kites@sub.example.co.in",
  'A.B@EXAMPLE.COM',
  'a@münchen.example',
  'a@例え.jp',
  'a@xn--mnchen-3ya.example',
])('takes the address %s', (email) => {
  expect(complaintAbout('email', email)).toEqual([])
})

test.each([
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'ada@example.c',
  'a b@example.com',
  'a@exa mple.com',
  'a@b@example.com',
  'a@example..com',
  'a@-example.com',
  'a@127.0.0.1',
  'a@[::1]',
  'a@example.com/x',
  'a@example.com:25',
  'a@example.com, b@example.com',
  '"a"@example.com',
  'Ada <a@example.com>',
  `${'x'.repeat(65)}@example.com`,
])('refuses the address %s', (email) => {
  expect(complaintAbout('email', email)).toEqual([['email', wrongAddress]])
})

test.each([
  ['email', 'jörg@example.com', englishTexts.internationalAddress],
  ...['a\r\nBcc: b@example.com', 'a\tb', 'a\0b', 'a\u001Bb', 'a\u0085b'].map((name) => [
    'name',
    name,
    controlCharacters,
  ]),
  ['project', 'a\u0000b', controlCharacters],
  ...[42, true, ['a'], { a: 1 }].map((name) => ['name', name, noText]),
] as [string, unknown, string][])('refuses a %s like %j', (field, value, complaint) => {
  expect(complaintAbout(field, value)).toEqual([[field, complaint]])
})

test.each(['name', 'company', 'budget', 'timeline'])('takes a %s of one line only', (field) => {
  const { errors } = checkBooking({ ...adaBooking, [field]: 'a\r\nBcc: b@example.com' })
  expect(errors?.fields).toEqual({ [field]: controlCharacters })
})

describe('the draft of an email that a visitor may send instead', () => {
  const { booking } = siteContent().agent

  test('says everything, and what was not said', () => {
    const draft = new URL(draftHref({ ...adaBooking, company: '', timeline: '' }, booking))
    expect(draft.pathname).toBe('hello@kitewright.example')
    expect(draft.searchParams.get('subject')).toBe('Consultation Request - Kitewright')
    expect(draft.searchParams.get('body')?.split('\r\n')).toEqual([
      'Name: Ada Lovelace',
      'Email: ada@example.com',
      'Company: Not provided',
      'Budget: 5000-9000 USD',
      'Timeline: Not specified',
      'Requirements: An engine that computes.',
    ])
  })

  test('gets no header, recipient, or broken link from what a visitor writes', () => {
    const nasty = 'A & B?cc=x@y.example#\n%0D%0ABcc: z@y.example\r\n“ü😀” + \uD800'
    const href = draftHref({ ...adaBooking, requirements: nasty }, booking)
    expect(href).toMatch(/^mailto:hello@kitewright\.example\?subject=[\w%.~!*'()-]+&body=[\w%.~!*'()-]+$/)
    expect(href).toContain('%0D%0ARequirements%3A%20A%20%26%20B%3Fcc%3Dx%40y.example%23%0D%0A%250D%250ABcc')
    expect([...new URL(href).searchParams.keys()]).toEqual(['subject', 'body'])
  })
})
