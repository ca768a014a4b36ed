import { describe, expect, test } from 'vitest'
import { adaBooking } from '../../../tests/support/desk.ts'
import { checkForm, englishTexts, mapFields } from '../../lib/form.ts'
import { consultationRules, contactRules } from './lead.fields.ts'

const good = { name: 'Ada Lovelace', email: 'ada@example.com', project: 'An engine.\n\tIt computes.' }

function errorsOf(input: Readonly<Record<string, unknown>>) {
  return checkForm(contactRules, input, englishTexts).errors
}

describe('the check of a contact', () => {
  test('passes what a person writes, trimmed, composed and with one kind of line break', () => {
    const check = checkForm(
      contactRules,
      {
        name: ' Zoe\u0308 ',
        email: ' ada@example.com ',
        project: '\r\nA\r\nB\rC\n',
      },
      englishTexts,
    )
    expect(check).toEqual({ values: { name: 'Zoë', email: 'ada@example.com', project: 'A\nB\nC' } })
  })

  test.each([
    [{}, ['name', 'email', 'project']],
    [{ ...good, name: '   ' }, ['name']],
    [{ ...good, name: '\u200B\u00AD' }, ['name']],
    [{ ...good, email: null }, ['email']],
    [{ ...good, project: '\n\t\n' }, ['project']],
  ])('names each field that %j leaves empty', (input, empty) => {
    const errors = errorsOf(input)
    expect(errors?.message).toBe('Please fill in all fields')
    expect(Object.keys(errors?.fields ?? {})).toEqual(empty)
  })

  test('tells an empty field above a wrong one, and both beside them', () => {
    const errors = errorsOf({ ...good, name: '', email: 'ada' })
    expect(errors).toEqual({
      message: englishTexts.incomplete,
      fields: { name: englishTexts.empty, email: englishTexts.wrongAddress },
    })
  })

  test('says one sentence above when several fields are wrong', () => {
    const errors = errorsOf({ ...good, name: 'x'.repeat(101), email: 'ada' })
    expect(errors?.message).toBe(englishTexts.several)
  })

  test.each([
    ['name', contactRules.name.most],
    ['project', contactRules.project.most],
  ] as const)('takes a %s of %i characters and not one more', (field, most) => {
    expect(errorsOf({ ...good, [field]: '😀'.repeat(most) })).toBeUndefined()
    expect(errorsOf({ ...good, [field]: ` ${'x'.repeat(most)}\n` })).toBeUndefined()
    expect(errorsOf({ ...good, [field]: 'x'.repeat(most + 1) })?.fields[field]).toMatch(
      /^This takes .* characters at most/,
    )
  })

  test('counts for the writer', () => {
    const sentence = 'This takes 5,000 characters at most; yours has 5,214'
    expect(errorsOf({ ...good, project: 'x'.repeat(5_214) })).toEqual({
      message: sentence,
      fields: { project: sentence },
    })
  })

  test('takes an address of 254 characters and not one more', () => {
    const label = 'x'.repeat(61)
    const domain = `${label}.${label}.${label}.com`
    const local = 'y'.repeat(254 - domain.length - 1)
    expect(errorsOf({ ...good, email: `${local}@${domain}` })).toBeUndefined()
    expect(errorsOf({ ...good, email: `${local}@x${domain}` })?.fields.email).toMatch(
      /254 characters at most; yours has 255/,
    )
  })

  test.each([
    'a@example.com',
    "o'neil+kites@sub.example.co.in",
    'A.B@EXAMPLE.COM',
    'a@münchen.example',
    'a@例え.jp',
    'a@xn--mnchen-3ya.example',
  ])('takes the address %s', (email) => {
    expect(errorsOf({ ...good, email })).toBeUndefined()
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
    expect(errorsOf({ ...good, email })?.fields.email).toBe(englishTexts.wrongAddress)
  })

  test('says what is the matter with letters that few servers take', () => {
    expect(errorsOf({ ...good, email: 'jörg@example.com' })?.message).toBe(englishTexts.internationalAddress)
  })

  test.each(['a\r\nBcc: b@example.com', 'a\tb', 'a\0b', 'a\u001Bb', 'a\u0085b'])('refuses the name %j', (name) => {
    expect(errorsOf({ ...good, name })?.fields.name).toBe(englishTexts.controlCharacters)
  })

  test('refuses control characters in the text, except line breaks and tabs', () => {
    expect(errorsOf({ ...good, project: 'a\u0000b' })?.fields.project).toBe(englishTexts.controlCharacters)
    expect(errorsOf({ ...good, project: 'a\n\tb' })).toBeUndefined()
  })

  test('mends half a character rather than refusing the letter around it', () => {
    expect(checkForm(contactRules, { ...good, name: 'a\uD800b' }, englishTexts)).toMatchObject({
      values: { name: 'a\uFFFDb' },
    })
  })

  test.each([[42], [true], [['a']], [{ a: 1 }]])('refuses %j, which is no text', (name) => {
    const check = checkForm(contactRules, { ...good, name }, englishTexts)
    expect(check).toMatchObject({
      values: { name: '' },
      errors: { fields: { name: englishTexts.noText } },
    })
  })
})

function bookingErrorsOf(input: Readonly<Record<string, unknown>>) {
  return checkForm(consultationRules, input, englishTexts).errors
}

describe('the check of a consultation', () => {
  test('passes what a person writes, trimmed and with one kind of line break', () => {
    const check = checkForm(
      consultationRules,
      { ...adaBooking, name: ' Zoe\u0308 ', requirements: '\r\nA\r\nB\n' },
      englishTexts,
    )
    expect(check).toEqual({ values: { ...adaBooking, name: 'Zoë', requirements: 'A\nB' } })
  })

  test('needs name and address alone', () => {
    const { name, email } = adaBooking
    expect(checkForm(consultationRules, { name, email }, englishTexts)).toEqual({
      values: { ...mapFields(consultationRules, () => ''), name, email },
    })
    expect(bookingErrorsOf({})).toEqual({
      message: 'Please fill in all fields',
      fields: { name: englishTexts.empty, email: englishTexts.empty },
    })
  })

  test.each(['name', 'company', 'budget', 'timeline', 'requirements'] as const)('bounds the %s', (field) => {
    const most = consultationRules[field].most
    expect(bookingErrorsOf({ ...adaBooking, [field]: '😀'.repeat(most) })).toBeUndefined()
    expect(bookingErrorsOf({ ...adaBooking, [field]: 'x'.repeat(most + 1) })?.fields).toEqual({
      [field]: `This takes ${most.toLocaleString('en')} characters at most; yours has ${(most + 1).toLocaleString('en')}`,
    })
  })

  test.each(['name', 'company', 'budget', 'timeline'] as const)('takes a %s of one line alone', (field) => {
    expect(bookingErrorsOf({ ...adaBooking, [field]: 'a\r\nBcc: b@example.com' })?.fields[field]).toBe(
      englishTexts.controlCharacters,
    )
  })

  test('refuses what is no text, and an address that is none', () => {
    expect(bookingErrorsOf({ ...adaBooking, company: ['x'] })?.fields).toEqual({ company: englishTexts.noText })
    expect(bookingErrorsOf({ ...adaBooking, email: 'ada@nowhere' })?.fields).toEqual({
      email: englishTexts.wrongAddress,
    })
  })
})
