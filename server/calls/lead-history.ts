import type { CallRow } from '../../migrations/tables.ts'
import { readStringList } from '../../platform/db/stored-rows.ts'
import { firstNameOf } from '../leads/replies.ts'
import type { StoredEmail, StoredLead } from '../leads/store.ts'
import { isUnconfirmed } from './change-call.ts'

export type LeadEvent = {
  /** Epoch ms, or null if unknown. */
  at: number | null
  text: string
  /** A call's time (epoch ms), to append to the text. */
  moment?: number
  /** A note or a reply. */
  quote?: string
  /** The email the event is about. */
  email?: string
  isProblem?: boolean
  /** The note the owner can edit next to the timeline. */
  isCurrentNote?: boolean
}

/**
 * Lists a lead's events, newest first. Events without a time come first.
 * @param dueAt time when the reply is due, past or future (epoch ms)
 */
export function historyOf(lead: StoredLead, call: CallRow | undefined, dueAt: number | null): LeadEvent[] {
  const { created_at, updated_at, answered_at, note, noted_at, emails } = lead
  const reasons = readStringList(lead.reasons)
  const replies = emails.filter(({ kind }) => kind === 'reply')
  const isMarked = answered_at !== null && replies.every((reply) => reply.created_at !== answered_at)
  const isChanged = updated_at !== null && updated_at !== created_at
  const events: LeadEvent[] = []
  if (call === undefined) events.push({ at: created_at, text: arrivalText(lead) })
  else events.push(...callEvents(call, emails))
  if (reasons.length > 0) events.push({ at: created_at, text: `Flagged as possible spam: ${reasons.join('; ')}` })
  if (isChanged) events.push({ at: updated_at, text: 'Changed their message' })
  events.push(...emailEvents(lead), ...replies.map(replyEvent))
  if (isMarked) events.push({ at: answered_at, text: 'You marked the lead as answered' })
  if (dueAt !== null) events.push({ at: dueAt, text: 'Reply was due', isProblem: true })
  if (note !== null) events.push({ at: noted_at, text: 'Your note', quote: note, isCurrentNote: true })
  const order = ({ at }: LeadEvent) => at ?? Number.POSITIVE_INFINITY
  // Reverse first, so the later of two simultaneous events is on top.
  return events.toReversed().toSorted((a, b) => order(b) - order(a))
}

function arrivalText({ kind, abandoned, page, transcript }: StoredLead): string {
  if (abandoned === 1) return 'Left the chat without sending it'
  if (kind === 'consultation' && transcript !== null) return 'Wrote in the chat'
  const sent = kind === 'contact' ? 'Sent the contact form' : 'Sent the consultation form'
  if (page === null) return sent
  return page === '/' ? `${sent} on the home page` : `${sent} on ${page}`
}

/** Descriptions of emails to visitors, by the suffix of the email's kind. */
const visitorEmails: Readonly<Record<string, string>> = {
  receipt: 'a receipt',
  confirm: 'a link to confirm the call',
  requested: 'a notice that the call needs your approval',
  booked: 'an invitation to the call',
  moved: 'the call’s new time',
  cancelled: 'a cancellation',
  reminder: 'a reminder',
  'reminder-hour': 'a reminder',
}

/** Emails queued together are sent within this time, unless one of them is deferred. */
const maxMergedMs = 60_000

/** Lists email events. Merges a notification with the visitor's email sent at the same time. Hides queued reminders. */
function emailEvents({ name, emails }: StoredLead): LeadEvent[] {
  const firstName = firstNameOf(name)
  const who = firstName ?? 'the visitor'
  const isShown = ({ kind, state }: StoredEmail) =>
    kind !== 'reply' && !(kind.includes('reminder') && state === 'queued')
  const toVisitor = emails.filter((email) => isShown(email) && visitorEmail(email) !== undefined)
  const toOwner = emails.filter((email) => isShown(email) && visitorEmail(email) === undefined)
  return emails.filter(isShown).flatMap((email) => {
    const content = visitorEmail(email)
    const isMerged = (content === undefined ? toVisitor : toOwner).some((each) => wereSentTogether(email, each))
    if (content === undefined) return isMerged ? [] : emailEvent(email, 'Your notification', 'You were notified')
    if (isMerged) return { at: email.sent_at, text: `You were notified, and ${who} got ${content}` }
    return emailEvent(email, `The email to ${who} (${content})`, `${firstName ?? 'The visitor'} got ${content}`)
  })
}

function visitorEmail({ kind }: StoredEmail): string | undefined {
  return visitorEmails[kind.replace(/^(?:contact|consultation|call)-/, '')]
}

function wereSentTogether(a: StoredEmail, b: StoredEmail): boolean {
  const areSent = a.state === 'sent' && b.state === 'sent'
  return areSent && Math.abs((a.sent_at ?? 0) - (b.sent_at ?? 0)) <= maxMergedMs
}

function emailEvent(email: StoredEmail, thing: string, sentText: string): LeadEvent {
  const { at, state, response } = deliveryOf(email)
  if (state === 'sent') return { at, text: sentText }
  if (state === 'failed') return { at, text: `${thing} failed${response}`, email: email.id, isProblem: true }
  return { at, text: email.attempts === 0 ? `${thing} is queued` : `${thing} is being retried${response}` }
}

/** Describes the owner's reply, with the mail server's response. */
function replyEvent(email: StoredEmail): LeadEvent {
  const { state, response } = deliveryOf(email)
  const event = { at: email.created_at, quote: email.text, email: email.id }
  const code = /^\d{3}/.exec(email.last_error ?? '')
  const delivered = code ? ` (${code[0]} OK)` : response
  if (state === 'sent') return { ...event, text: `You replied by email. Delivered${delivered}` }
  if (state === 'failed') return { ...event, text: `Your reply wasn’t delivered${response}`, isProblem: true }
  if (email.attempts === 0) return { ...event, text: 'You replied by email. It’s in the outbox' }
  // Even permanent refusals can be wrong, so they're retried.
  const isProblem = email.last_error?.startsWith('5') ?? false
  return { ...event, text: `You replied by email. Not delivered yet${response}`, isProblem }
}

function deliveryOf({ state, created_at, due_at, sent_at, last_error }: StoredEmail) {
  const response = last_error === null ? '' : `: ${last_error}`
  if (state === 'sent') return { at: sent_at, state, response }
  return { at: state === 'failed' ? due_at : created_at, state, response }
}

/** Lists changes to a call. The row only has the last change, so earlier changes are derived from emails. */
function callEvents(call: CallRow, emails: readonly StoredEmail[]): LeadEvent[] {
  const { state, starts_at, created_at, changed_at, sequence, note } = call
  const movedAt = emails.filter(({ kind }) => kind === 'call-moved').map((email) => email.created_at)
  const isMoved = state === 'booked' && sequence > 0
  const earlier = movedAt.toSorted((a, b) => a - b).slice(0, isMoved ? -1 : undefined)
  const isUnmoved = !isMoved && movedAt.length === 0
  const text = bookedText(call)
  const booked = isUnmoved ? { text: `${text}:`, moment: starts_at } : { text }
  const events: LeadEvent[] = [{ at: created_at, ...booked }]
  for (const at of earlier) events.push({ at, text: 'The call was moved' })
  if (isMoved) events.push({ at: changed_at, text: 'The call was moved to', moment: starts_at })
  if (state === 'cancelled' && !isUnconfirmed(call))
    events.push({ at: changed_at, text: note === null ? 'The call was canceled' : `The call was canceled: ${note}` })
  return events
}

function bookedText(call: CallRow): string {
  if (isUnconfirmed(call)) return 'Asked for a call, but hasn’t confirmed it'
  if (call.state === 'requested') return 'Asked for a call, which is waiting for your approval'
  return call.booked_by === 'owner' ? 'You booked a call' : 'Booked a call'
}
