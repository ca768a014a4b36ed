import { cleanAddress, hasInternationalLocalPart, hasInvisible, isMailAddress } from './email/mail-address.ts'
import { isBlank } from './text/plain-text.ts'

/** `most` counts Unicode code points after trimming. */
export type FieldRule = {
  kind: 'line' | 'lines' | 'email'
  most: number
  isOptional?: boolean
  /** The HTML standard's autofill token. */
  autoComplete?: string
}
export type FormRules<F extends string = string> = Readonly<Record<F, FieldRule>>
export type FormValues<F extends string = string> = Record<F, string>
export type FormErrors<F extends string = string> = { message: string; fields: Partial<Record<F, string>> }
/** `values` holds '' for what was no text. */
export type FormCheck<F extends string = string> = { values: FormValues<F>; errors?: FormErrors<F> | undefined }

export type FormTexts = typeof englishTexts

/** `tooLong` names {most} and {length}, both in characters, and written in `lang`. */
export const englishTexts = {
  lang: 'en',
  incomplete: 'Please fill in all fields',
  several: 'Please look at the marked fields',
  empty: 'Please fill in this field',
  noText: 'Please write this as text',
  wrongAddress: 'That address doesn’t look right. It should read like name@example.com',
  internationalAddress: 'E-mail can’t reach an address with such letters before the @. Please give another one',
  controlCharacters: 'Please leave out line breaks and invisible characters',
  tooLong: 'This takes {most} characters at most; yours has {length}',
}

/** The one check of every form, in the browser and on the server; fields without a rule are ignored. */
export function checkForm<F extends string>(
  rules: FormRules<F>,
  input: Readonly<Record<string, unknown>>,
  texts: FormTexts,
): FormCheck<F> {
  const values = mapFields(rules, (field, { kind }) => cleanValue(kind, input[field]))
  const complaints = mapFields(rules, (field, rule) => complain(rule, input[field], values[field], texts))
  const fields: Partial<Record<F, string>> = {}
  for (const field of fieldsOf(rules)) if (complaints[field] !== undefined) fields[field] = complaints[field]
  const message = headlineOf(
    Object.values<string | undefined>(complaints).flatMap((each) => each ?? []),
    texts,
  )
  return message === undefined ? { values } : { values, errors: { message, fields } }
}

export function shownMessage(rules: FormRules, errors: FormErrors | undefined): string | undefined {
  const isSaid = Object.keys(rules).length === 1 && Object.keys(errors?.fields ?? {}).length > 0
  return isSaid ? undefined : errors?.message
}

export function fieldsOf<F extends string>(rules: FormRules<F>): F[] {
  return Object.keys(rules) as F[]
}

export function mapFields<F extends string, T>(
  rules: FormRules<F>,
  make: (field: F, rule: FieldRule) => T,
): Record<F, T> {
  return Object.fromEntries(fieldsOf(rules).map((field) => [field, make(field, rules[field])])) as Record<F, T>
}

/** NFC. More than 30 marks on a letter are cut (UAX #15): sorting them is quadratic. */
export function cleanText(value: unknown): string {
  if (typeof value !== 'string') return ''
  return value
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replace(/(\p{M}{30})\p{M}+/gu, '$1')
    .normalize('NFC')
    .trim()
}

function cleanValue(kind: FieldRule['kind'], given: unknown): string {
  return kind === 'email' ? cleanAddress(cleanText(given)) : cleanText(given)
}

/** Makes a text fit where nobody can correct it; '' for what cannot. */
export function fitText({ kind, most }: FieldRule, given: unknown): string {
  const text = cleanValue(kind, given)
  if (kind === 'email') return isMailAddress(text) ? text : ''
  const controls = kind === 'lines' ? /[^\P{Cc}\n\t]+/gu : /\p{Cc}+/gu
  const kept = [...text.replaceAll(controls, ' ')].slice(0, most).join('').trim()
  return isBlank(kept) ? '' : kept
}

function complain(
  { kind, most, isOptional }: FieldRule,
  given: unknown,
  text: string,
  texts: FormTexts,
): string | undefined {
  if (given !== undefined && given !== null && typeof given !== 'string') return texts.noText
  if (isBlank(text)) return isOptional ? undefined : texts.empty
  if ((kind === 'lines' ? /[^\P{Cc}\n\t]/u : /\p{Cc}/u).test(text)) return texts.controlCharacters
  if (kind === 'email' && hasInvisible(text)) return texts.controlCharacters
  const { length } = [...text]
  if (length > most) {
    const [room, typed] = [most, length].map((count) => count.toLocaleString(texts.lang))
    return texts.tooLong.replace('{most}', `${room}`).replace('{length}', `${typed}`)
  }
  if (kind !== 'email' || isMailAddress(text)) return undefined
  return hasInternationalLocalPart(text) ? texts.internationalAddress : texts.wrongAddress
}

function headlineOf(wrong: readonly string[], texts: FormTexts): string | undefined {
  if (wrong.includes(texts.empty)) return texts.incomplete
  return wrong.length > 1 ? texts.several : wrong[0]
}
