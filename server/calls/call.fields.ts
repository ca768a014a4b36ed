import type { FormRules } from '../../platform/form.ts'
import { contactRules } from '../leads/lead.fields.ts'

export const callRules = {
  name: contactRules.name,
  email: contactRules.email,
  about: { kind: 'line', most: 500, isOptional: true },
} as const satisfies FormRules

/** What is chosen, and not typed. */
export const chosenRules = {
  ...callRules,
  start: { kind: 'line', most: 64, isOptional: true },
  zone: { kind: 'line', most: 64, isOptional: true },
} as const satisfies FormRules

export type CallField = keyof typeof callRules
export type ChosenField = keyof typeof chosenRules
