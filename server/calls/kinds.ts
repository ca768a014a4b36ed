import type { CallRow, LeadRow } from '../../migrations/tables.ts'
import { type CallKind, type Calls, kindOf, type Where } from '../../platform/content/calls.ts'
import type { Field, Fields } from '../../platform/fields.ts'
import { shortUrl } from '../../platform/text/short-url.ts'
import { minuteMs } from '../../platform/text/time-text.ts'
import { callFields } from '../leads/fields.ts'

/** Finds a kind by ID. @returns undefined if the studio doesn't offer it */
export function findKind({ kinds }: Calls, id: string): CallKind | undefined {
  return kinds.length === 1 && id === '' ? kinds[0] : kinds.find((kind) => kind.id === id)
}

/** The booking page for a kind: `/call/intro`, or `/call` if there's only one kind. */
export function callPath(kind: CallKind): string {
  return kind.id === '' ? '/call' : `/call/${kind.id}`
}

/** Returns a call's kind with the call's own length, even if the kind now has another length or is no longer offered. */
export function kindOfCall(calls: Calls, { kind: id, starts_at, ends_at }: CallRow): CallKind {
  const kind = kindOf(calls, id)
  const minutes = (ends_at - starts_at) / minuteMs
  return minutes === kind.minutes ? kind : { ...kind, minutes }
}

/** The booking form's fields: the visitor's details, the owner's questions, and the phone number if the owner calls. */
export function formFieldsOf(kind: CallKind): Fields<keyof typeof callFields> {
  const { name, email, phone, ...others } = callFields
  const questions = kind.questions.map(({ name, long, options, required }): [string, Field] => {
    const field = { type: 'text', ...(options && { options }), isOptional: !required } as const
    return [name, long ? { ...field, maxLength: 1_000, rows: 3 } : { ...field, maxLength: 200 }]
  })
  const number = { ...phone, isOptional: !isCallback(kind) }
  return { name, email, phone: number, ...Object.fromEntries(questions), ...others }
}

/** The visible fields on the page. */
export function shownFieldsOf(kind: CallKind): Fields {
  const fields = formFieldsOf(kind)
  const { phone: _, ...others } = fields
  return isCallback(kind) ? fields : others
}

export function isCallback({ where }: CallKind): boolean {
  return 'callback' in where
}

/** The owner's questions, by field name. */
export function questionLabels({ questions }: CallKind): Record<string, string> {
  return Object.fromEntries(questions.map(({ name, ask }) => [name, ask]))
}

/** The answered questions with their answers, in order. */
export function answersIn({ questions }: CallKind, values: Readonly<Record<string, string>>) {
  const answers = questions.map(({ name, ask }) => [ask, values[name] ?? ''] as const)
  return answers.filter(([, answer]) => answer !== '')
}

/** The place of a call, shown as `text: value`. `href`: a link to it. `joinUrl`: the URL of a video call. */
export type Place = { text: string; value: string; href?: string; joinUrl?: string }

/** Returns a call's place. @param lead has the number to call. Without a number, the place only has its short name. */
export function placeOf(where: Where, { phone }: Pick<LeadRow, 'phone'>): Place {
  const { text } = where
  if ('link' in where) return { text, value: shortUrl(where.link), href: where.link, joinUrl: where.link }
  if ('phone' in where) return { text, value: where.phone, href: telHref(where.phone) }
  if ('address' in where) return { text, value: where.address }
  return phone ? { text, value: phone } : { text: where.name, value: '' }
}

export function placeLine(place: Place): string {
  return [place.text, place.joinUrl ?? place.value].filter(Boolean).join(': ')
}

export function joinUrlOf(where: Where): string | null {
  return 'link' in where ? where.link : null
}

function telHref(phone: string): string {
  return `tel:${phone.replaceAll(/[^+\d]/g, '')}`
}
