import { maxAddressLength } from '../../../lib/mail/mail-address.ts'
import { cleanText, complainOfAddress, complainOfText, headlineOf } from '../../../lib/text/form-text.ts'
import type { ContactErrors, ContactValues } from './ContactFormView.tsx'

/** In characters as a reader counts them (Unicode code points), after trimming. */
export const contactLimits = { name: 100, email: maxAddressLength, project: 5_000 } as const satisfies Record<
  Field,
  number
>

type Field = keyof ContactValues
const fieldNames: readonly Field[] = ['name', 'email', 'project']

/** `values` is what to store, or to show again; it holds '' for what was no text. */
export type ContactCheck =
  | { ok: true; values: ContactValues }
  | { ok: false; values: ContactValues; errors: ContactErrors }

/** The one check of the contact form, in the browser and on the server. Fields beside the three are not looked at. */
export function checkContact(input: { readonly [K in Field]?: unknown }): ContactCheck {
  const values: ContactValues = {
    name: cleanText(input.name),
    email: cleanText(input.email),
    project: cleanText(input.project),
  }
  const fields: ContactErrors['fields'] = {}
  for (const field of fieldNames) {
    const wrong = complaint(field, input[field], values[field])
    if (wrong !== undefined) fields[field] = wrong
  }
  const message = headlineOf(Object.values(fields))
  return message === undefined ? { ok: true, values } : { ok: false, values, errors: { message, fields } }
}

function complaint(field: Field, given: unknown, value: string): string | undefined {
  if (field === 'email') return complainOfAddress(given, value)
  return complainOfText(given, value, { most: contactLimits[field], lines: field === 'project' })
}
