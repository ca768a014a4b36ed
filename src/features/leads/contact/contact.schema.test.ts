import { describe, expect, test } from 'vitest'
import { textMessages } from '../../../lib/text/form-text.ts'
import { checkContact, contactLimits } from './contact.schema.ts'

const good = { name: 'Ada Lovelace', email: 'ada@example.com', project: 'An engine.\n\tIt computes.' }

function errorsOf(input: Parameters<typeof checkContact>[0]) {
  const check = checkContact(input)
  return check.ok ? undefined : check.errors
}

describe('checkContact', () => {
  test('passes what a person writes, trimmed, composed and with one kind of line break', () => {
    const check = checkContact({ name: ' Zoe\u0308 ', email: ' ada@example.com ', project: '\r\nA\r\nB\rC\n' })
    expect(check).toEqual({ ok: true, values: { name: 'Zoë', email: 'ada@example.com', project: 'A\nB\nC' } })
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
      message: textMessages.incomplete,
      fields: { name: textMessages.empty, email: textMessages.wrongAddress },
    })
  })

  test('says one sentence above when several fields are wrong', () => {
    const errors = errorsOf({ ...good, name: 'x'.repeat(101), email: 'ada' })
    expect(errors?.message).toBe(textMessages.several)
  })

  test.each([
    ['name', contactLimits.name],
    ['project', contactLimits.project],
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
    expect(errorsOf({ ...good, email })?.fields.email).toBe(textMessages.wrongAddress)
  })

  test('says what is the matter with letters that few servers take', () => {
    expect(errorsOf({ ...good, email: 'jörg@example.com' })?.message).toBe(textMessages.internationalAddress)
  })

  test.each(['a\r\nBcc: b@example.com', 'a\tb', 'a\0b', 'a\u001Bb', 'a\u0085b'])('refuses the name %j', (name) => {
    expect(errorsOf({ ...good, name })?.fields.name).toBe(textMessages.controlCharacters)
  })

  test('refuses control characters in the text, except line breaks and tabs', () => {
    expect(errorsOf({ ...good, project: 'a\u0000b' })?.fields.project).toBe(textMessages.controlCharacters)
    expect(errorsOf({ ...good, project: 'a\n\tb' })).toBeUndefined()
  })

  test('mends half a character rather than refusing the letter around it', () => {
    expect(checkContact({ ...good, name: 'a\uD800b' })).toMatchObject({ ok: true, values: { name: 'a\uFFFDb' } })
  })

  test.each([[42], [true], [['a']], [{ a: 1 }]])('refuses %j, which is no text', (name) => {
    const check = checkContact({ ...good, name })
    expect(check).toMatchObject({
      ok: false,
      values: { name: '' },
      errors: { fields: { name: textMessages.noText } },
    })
  })
})
