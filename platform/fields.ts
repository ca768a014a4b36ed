import { hasInternationalLocalPart, isEmailAddress, maxAddressLength } from './email/address.ts'
import { cleanText, isBlank, oneLine, visibleText } from './text/clean-text.ts'

/** A form's field. Rendering, validation, storage, search, and emails share the same list of fields. */
export type Field = {
  /** A `choice` has no control in the form itself. The surrounding page offers it. */
  type: 'text' | 'email' | 'tel' | 'choice'
  /** Maximum length in Unicode code points, after trimming. */
  maxLength: number
  isOptional?: boolean
  /** An optional detail, collapsed on /contact and left out on the home page. */
  isExtra?: true
  /** The values to choose from. */
  options?: readonly string[]
  /** An autofill token from the HTML standard. */
  autocomplete?: string
  /** Height of a multiline text box, in rows. */
  rows?: number
  /** Whether it's the visitor's message, which is shown in full. The other fields are facts next to it. */
  isMessage?: boolean
  /** The database column, if its name differs from the field's. */
  column?: string
}

export type Fields<Name extends string = string> = Readonly<Record<Name, Field>>
export type Values<Name extends string = string> = Record<Name, string>
export type FormErrors<Name extends string = string> = { message: string; fields: Partial<Record<Name, string>> }
/** `values`: the cleaned input. Input that isn't text becomes an empty string. */
export type FormCheck<Name extends string = string> = { values: Values<Name>; errors?: FormErrors<Name> | undefined }

/** A form's values as passed in code, which can omit optional fields. */
export type FormInput<F extends Fields> = { [Name in RequiredOf<F>]: string } & {
  [Name in keyof F]?: string | undefined
}
type RequiredOf<F extends Fields> = { [N in keyof F]: F[N] extends { isOptional: true } ? never : N }[keyof F]

/** The columns for a form's text fields. */
export type ColumnOf<F extends Fields> = {
  [Name in keyof F & string]: F[Name] extends { column: infer Column } ? Column : ColumnNameOf<F[Name], Name>
}[keyof F & string]
type ColumnNameOf<F extends Field, Name> = F extends { type: 'choice' } ? never : Name

export const emailField = { type: 'email', maxLength: maxAddressLength, autocomplete: 'email' } as const satisfies Field

/** `empty`: the error for a missing value, and for a malformed email address or phone number. */
type FieldTexts = { label: string; empty?: string | undefined }
export type FormTexts = Omit<typeof englishTexts, 'fields'> & { fields: Readonly<Record<string, FieldTexts>> }

/** `tooLong` contains {most} and {length}, in characters and formatted for `lang`. `fields` has names as keys. */
export const englishTexts = {
  lang: 'en',
  incomplete: 'Please fill in all fields',
  several: 'Please check the highlighted fields',
  empty: 'Fill in this field.',
  noText: 'Enter text.',
  notListed: 'Choose one of the options.',
  internationalAddress: 'Some mail servers can’t handle letters like that before the @. Please use another address.',
  tooLong: 'That’s {length} characters. The limit is {most}.',
  optional: '(optional)',
  fields: {
    name: { label: 'Name', empty: 'Enter your name.' },
    email: { label: 'Email', empty: 'Enter an email like name@company.com.' },
    project: { label: 'Message', empty: 'Write a line or two about your project.' },
    company: { label: 'Company' },
    budget: { label: 'Budget' },
    timeline: { label: 'Timeline' },
    requirements: { label: 'Requirements' },
    phone: { label: 'Phone', empty: 'Enter your phone number.' },
    about: { label: 'What’s the call about?' },
  },
}

/** Validates every form, in the browser and on the server. Ignores unlisted fields. */
export function checkForm<Name extends string>(
  fields: Fields<Name>,
  input: Readonly<Record<string, unknown>>,
  texts: FormTexts,
): FormCheck<Name> {
  const values = mapFields(fields, (name, field) => cleanValue(field, input[name]))
  const errors: FormErrors<Name>['fields'] = {}
  for (const name of namesOf(fields)) {
    const error = errorIn(fields[name], input[name], values[name], textsFor(name, texts))
    if (error !== undefined) errors[name] = error
  }
  const invalidNames = namesOf(fields).filter((name) => errors[name] !== undefined)
  const [firstInvalid, ...otherInvalid] = invalidNames
  if (firstInvalid === undefined) return { values }
  let message = otherInvalid.length > 0 ? texts.several : (errors[firstInvalid] ?? '')
  if (invalidNames.some((name) => isTextOrNothing(input[name]) && isBlank(values[name]))) message = texts.incomplete
  return { values, errors: { message, fields: errors } }
}

/**
 * The message above a form. Undefined if a field shows the same error or, in a brief form, if any field shows an error.
 */
export function shownMessage(fields: Fields, errors: FormErrors | undefined, isBrief = false): string | undefined {
  const visibleNames = namesOf(fields).filter((name) => fields[name]?.type !== 'choice')
  const fieldErrors = visibleNames.map((name) => errors?.fields[name]).filter((error) => error !== undefined)
  const isRedundant = fieldErrors.some((error) => isBrief || error === errors?.message)
  return isRedundant ? undefined : errors?.message
}

export function namesOf<Name extends string>(fields: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(fields) as Name[]
}

export function mapFields<Name extends string, Value, T>(
  fields: Readonly<Record<Name, Value>>,
  make: (name: Name, field: Value) => T,
): Record<Name, T> {
  return Object.fromEntries(namesOf(fields).map((name) => [name, make(name, fields[name])])) as Record<Name, T>
}

/** A field's label for the owner, or if content/ has no label: `companySize` becomes “Company size”. */
export function labelOf(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function cleanValue({ type, rows }: Field, input: unknown): string {
  if (typeof input !== 'string') return ''
  if (type === 'email') return visibleText(input)
  return rows ? cleanText(input) : oneLine(input)
}

/** Cleans and truncates text for a field, for input the visitor can't correct. @returns '' for invalid text */
export function fitText(field: Field, input: unknown): string {
  const text = cleanValue(field, input)
  if (field.type === 'email') return isEmailAddress(text) ? text : ''
  if (field.options) return field.options.includes(text) ? text : ''
  const truncated = [...text].slice(0, field.maxLength).join('').trim()
  return isBlank(truncated) ? '' : truncated
}

function errorIn(
  { type, maxLength, isOptional, options }: Field,
  input: unknown,
  text: string,
  texts: FormTexts,
): string | undefined {
  if (!isTextOrNothing(input)) return texts.noText
  if (isBlank(text)) return isOptional ? undefined : texts.empty
  if (options && !options.includes(text)) return texts.notListed
  const { length } = [...text]
  if (length > maxLength) {
    const format = (count: number) => count.toLocaleString(texts.lang)
    return texts.tooLong.replace('{most}', format(maxLength)).replace('{length}', format(length))
  }
  if (type === 'tel') return isPhoneNumber(text) ? undefined : texts.empty
  if (type !== 'email' || isEmailAddress(text)) return undefined
  return hasInternationalLocalPart(text) ? texts.internationalAddress : texts.empty
}

/**
 * Accepts phone numbers as people write them, with 5 to 15 digits (E.164). Rejects other text to keep it out of emails.
 */
function isPhoneNumber(text: string): boolean {
  const { length } = text.replaceAll(/\D/g, '')
  return length >= 5 && length <= 15 && /^\+?[\d\s()./-]+$/.test(text)
}

function textsFor(name: string, texts: FormTexts) {
  return { ...texts, empty: texts.fields[name]?.empty ?? texts.empty }
}

function isTextOrNothing(input: unknown): boolean {
  return input === undefined || input === null || typeof input === 'string'
}
