import { hasInternationalLocalPart, isMailAddress, maxAddressLength } from '../../lib/mail-address.ts'
import type { ContactErrors, ContactValues } from './ContactFormView.tsx'

/** In characters as a reader counts them (Unicode code points), after trimming. */
export const contactLimits = { name: 100, email: maxAddressLength, project: 5_000 } as const satisfies Record<
  Field,
  number
>

export const contactMessages = {
  incomplete: 'Please fill in all fields',
  empty: 'Please fill in this field',
  several: 'Please look at the marked fields',
  noText: 'Please write this as text',
  wrongAddress: "That address doesn't look right. It should read like name@example.com",
  internationalAddress: 'Mail cannot reach an address with such letters before the @. Please give another one',
  controlCharacters: 'Please leave out line breaks and control characters',
  tooLong: (most: number, length: number) =>
    `This takes ${most.toLocaleString('en-US')} characters at most; yours has ${length.toLocaleString('en-US')}`,
}

type Field = keyof ContactValues
const fieldNames: readonly Field[] = ['name', 'email', 'project']

/** `values` is what to store, or to show again; it holds '' for what was no text. */
export type ContactCheck =
  | { ok: true; values: ContactValues }
  | { ok: false; values: ContactValues; errors: ContactErrors }

/** The one check of the contact form, in the browser and on the server. Fields beside the three are not looked at. */
export function checkContact(input: { readonly [K in Field]?: unknown }): ContactCheck {
  const values: ContactValues = { name: clean(input.name), email: clean(input.email), project: clean(input.project) }
  const fields: ContactErrors['fields'] = {}
  for (const field of fieldNames) {
    const wrong = complaint(field, input[field], values[field])
    if (wrong !== undefined) fields[field] = wrong
  }
  const wrong = Object.values(fields)
  const [first] = wrong
  if (first === undefined) return { ok: true, values }
  return { ok: false, values, errors: { message: headline(first, wrong), fields } }
}

function headline(first: string, all: readonly string[]): string {
  if (all.includes(contactMessages.empty)) return contactMessages.incomplete
  return all.length === 1 ? first : contactMessages.several
}

/** One form for what reads alike: composed letters, one kind of line break, nothing around it, no half characters. */
function clean(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .normalize('NFC')
    .trim()
}

function complaint(field: Field, given: unknown, value: string): string | undefined {
  if (given !== undefined && given !== null && typeof given !== 'string') return contactMessages.noText
  if (!/[^\s\p{Cf}]/u.test(value)) return contactMessages.empty
  if ((field === 'project' ? /[^\P{Cc}\n\t]/u : /\p{Cc}/u).test(value)) return contactMessages.controlCharacters
  const length = [...value].length
  const most = contactLimits[field]
  if (length > most) return contactMessages.tooLong(most, length)
  if (field !== 'email' || isMailAddress(value)) return undefined
  return hasInternationalLocalPart(value) ? contactMessages.internationalAddress : contactMessages.wrongAddress
}
