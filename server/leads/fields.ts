import {
  type ColumnOf,
  emailField,
  type Field,
  type Fields,
  labelOf,
  mapFields,
  type Values,
} from '../../platform/fields.ts'

const name = { type: 'text', maxLength: 100, autocomplete: 'name' } as const satisfies Field
const shortAnswer = { type: 'text', maxLength: 200, isOptional: true } as const satisfies Field
const company = { ...shortAnswer, autocomplete: 'organization' } as const satisfies Field
const message = { type: 'text', maxLength: 5_000, rows: 3, isMessage: true } as const satisfies Field
const choice = { type: 'choice', maxLength: 64, isOptional: true } as const satisfies Field

/** To add a field, add a line here, a column in migrations/all.ts, and a label in sample/words.yaml. */
export const contactFields = {
  name,
  email: emailField,
  project: message,
  company: { ...company, isExtra: true },
  budget: { ...shortAnswer, isExtra: true },
  timeline: { ...shortAnswer, isExtra: true },
} as const satisfies Fields

export const consultationFields = {
  name,
  email: emailField,
  company,
  budget: shortAnswer,
  timeline: shortAnswer,
  requirements: { ...message, isOptional: true },
} as const satisfies Fields

export const callFields = {
  name,
  email: emailField,
  about: { type: 'text', maxLength: 500, rows: 3, isOptional: true, isMessage: true, column: 'project' },
  /** Required if the owner is the one who calls. */
  phone: { type: 'tel', maxLength: 40, isOptional: true, autocomplete: 'tel' },
  start: choice,
  zone: choice,
  kind: choice,
} as const satisfies Fields

const leadFields = { contact: contactFields, consultation: consultationFields, call: callFields }

export type LeadKind = keyof typeof leadFields
export const leadKinds = Object.keys(leadFields) as LeadKind[]
export type RequiredColumn = 'name' | 'email' | 'project'
export type DetailColumn = Exclude<LeadColumn, RequiredColumn>
export type LeadColumn = { [Kind in LeadKind]: ColumnOf<(typeof leadFields)[Kind]> }[LeadKind]

/** Lists a form's text fields in order. */
function textFieldsOf(kind: LeadKind) {
  return Object.entries<Field>(leadFields[kind]).flatMap(([name, { type, column = name, isMessage }]) =>
    type === 'choice' ? [] : [{ name, column: column as LeadColumn, isMessage }],
  )
}

export function columnsOf(kind: LeadKind): LeadColumn[] {
  return textFieldsOf(kind).map(({ column }) => column)
}

export function allColumns(): LeadColumn[] {
  return [...new Set(leadKinds.flatMap(columnsOf))]
}

/** Lists a form's columns other than name, address, and message, with labels for the owner. */
export function detailsIn(kind: LeadKind): [label: string, column: DetailColumn][] {
  const details = textFieldsOf(kind).filter(({ name, isMessage }) => name !== 'name' && name !== 'email' && !isMessage)
  return details.map(({ name, column }) => [labelOf(name), column as DetailColumn])
}

export type ConsultationField = keyof typeof consultationFields
export type ConsultationValues = Values<ConsultationField>

/** Details by field: null if not mentioned, '' if cleared. A budget is like `5000 USD`, `5000-9000 USD`, or `5000`. */
export type ConsultationInfo = Record<ConsultationField, string | null>

export const nothingKnown: ConsultationInfo = mapFields(consultationFields, () => null)
