import { maxAddressLength } from '../../platform/email/mail-address.ts'
import { type FieldRule, type FormRules, type FormValues, mapFields } from '../../platform/form.ts'

const name: FieldRule = { kind: 'line', most: 100, autoComplete: 'name' }
const email: FieldRule = { kind: 'email', most: maxAddressLength, autoComplete: 'email' }
const shortAnswer: FieldRule = { kind: 'line', most: 200, isOptional: true }
const longest = 5_000

export const contactRules = {
  name,
  email,
  project: { kind: 'lines', most: longest },
} as const satisfies FormRules

export const contactDraftKey = 'contact'

export const consultationRules = {
  name,
  email,
  company: { ...shortAnswer, autoComplete: 'organization' },
  budget: shortAnswer,
  timeline: shortAnswer,
  requirements: { kind: 'lines', most: longest, isOptional: true },
} as const satisfies FormRules

export type ContactField = keyof typeof contactRules
export type ConsultationField = keyof typeof consultationRules

/** null: nothing was said; '': emptied. A budget is `5000 USD`, `5000-9000 USD`, or `5000`. */
export type ConsultationInfo = Record<ConsultationField, string | null>

export const nothingKnown: ConsultationInfo = mapFields(consultationRules, () => null)
export type ConsultationValues = FormValues<ConsultationField>
