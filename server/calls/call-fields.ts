import type { CallKind, Calls } from '../../platform/content/calls.ts'
import type { Field, Fields } from '../../platform/fields.ts'
import { callFields } from '../leads/fields.ts'

/** The fields of a booking: the visitor's details, a phone number if the owner calls, and the owner's questions. */
export function formFieldsOf(kind: CallKind): Fields<keyof typeof callFields> {
  const { name, email, phone, ...others } = callFields
  const questions = kind.questions.map(({ name, long, options, required }): [string, Field] => {
    const length = long ? { maxLength: 1_000, rows: 3 } : { maxLength: 200 }
    return [name, { type: 'text', ...length, ...(options && { options }), isOptional: !required }]
  })
  const number = { ...phone, isOptional: !isCallback(kind) }
  return { name, email, phone: number, ...Object.fromEntries(questions), ...others }
}

/** The fields with a control on the page. */
export function shownFieldsOf(kind: CallKind): Fields {
  const fields = formFieldsOf(kind)
  const { phone: _, ...others } = fields
  return isCallback(kind) ? fields : others
}

export function isCallback({ where }: CallKind): boolean {
  return 'callback' in where
}

/** Labels of the owner's questions, by field name. */
export function questionLabels({ questions }: CallKind): Record<string, string> {
  return Object.fromEntries(questions.map(({ name, ask }) => [name, ask]))
}

/** The answered questions with their answers, in order. */
export function answersIn({ questions }: CallKind, values: Readonly<Record<string, string>>) {
  const answers = questions.map(({ name, ask }) => [ask, values[name] ?? ''] as const)
  return answers.filter(([, answer]) => answer !== '')
}

/** @returns undefined if the studio offers no such kind */
export function findKind({ kinds }: Calls, id: string): CallKind | undefined {
  return kinds.length === 1 && id === '' ? kinds[0] : kinds.find((kind) => kind.id === id)
}

/** Where a kind is booked: `/call/intro`, or `/call` if there's only one. */
export function callPath(kind: CallKind): string {
  return kind.id === '' ? '/call' : `/call/${kind.id}`
}
