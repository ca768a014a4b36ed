import type { CallRow } from '../../migrations/tables.ts'
import { readStringList } from '../../platform/db/stored-rows.ts'
import { firstNameOf } from '../leads/replies.ts'
import type { StoredEmail, StoredLead } from '../leads/store.ts'
import { replyKind } from '../leads/waiting.ts'
import { isUnconfirmed } from './change-call.ts'

export type LeadEvent = {
  /** In ms since 1970; null if unknown. */
  at: number | null
  text: string
  /** A call's time (ms since 1970) to append to the text. */
  moment?: number
  /** A note or a reply. */
  quote?: string
  /** The email the event is about. */
  email?: string
  isProblem?: boolean
  isNote?: boolean
}

/**
 * Everything that happened to a lead, newest first. Events without a time come first.
 * @param dueAt when the reply is due, which can be later than now
 */
export function historyOf(lead: StoredLead, call: CallRow | undefined, dueAt: number | null): LeadEvent[] {
  const { created_at, updated_at, answered_at, note, noted_at, emails } = lead
  const reasons = readStringList(lead.reasons)
  const replies = emails.filter(({ kind }) => kind === replyKind)
  const isMarked = answered_at !== null && replies.every((reply) => reply.created_at !== answered_at)
  const events: LeadEvent[] = [
    ...(call === undefined ? [{ at: created_at, text: arrivalText(lead) }] : callEvents(call, emails)),
    ...(reasons.length > 0 ? [{ at: created_at, text: `Flagged as possible spam: ${reasons.join('; ')}` }] : []),
    ...(updated_at !== null && updated_at !== created_at ? [{ at: updated_at, text: 'Changed their message' }] : []),
    ...emailEvents(lead),
    ...replies.map(replyEvent),
    ...(isMarked ? [{ at: answered_at, text: 'You marked the lead as answered' }] : []),
    ...(dueAt === null ? [] : [{ at: dueAt, text: 'Reply was due', isProblem: true }]),
    ...(note === null ? [] : [{ at: noted_at, text: 'Your note', quote: note, isNote: true }]),
  ]
  const order = ({ at }: LeadEvent) => at ?? Number.POSITIVE_INFINITY
  // Reverse first to put the later of two simultaneous events on top.
  return events.toReversed().toSorted((a, b) => order(b) - order(a))
}

function arrivalText({ kind, abandoned, page, transcript }: StoredLead): string {
  if (abandoned === 1) return 'Left the chat without sending it'
  if (kind === 'consultation' && transcript !== null) return 'Wrote in the chat'
  const form = kind === 'contact' ? 'contact form' : 'consultation form'
  return `Sent the ${form}${page === null ? '' : ` on ${page === '/' ? 'the home page' : page}`}`
}

/** What a visitor gets, by the suffix of the email's kind. */
const visitorEmails: Readonly<Record<string, string>> = {
  receipt: 'a receipt',
  confirm: 'a link to confirm the call',
  requested: 'a notice that the call needs your approval',
  booked: 'an invitation to the call',
  moved: 'the new time of the call',
  cancelled: 'a cancellation',
  reminder: 'a reminder',
  'reminder-hour': 'a reminder',
}

const maxMergedMs = 60_000

/** Merges a notification with the visitor's email sent at the same time, and leaves out later reminders. */
function emailEvents({ name, emails }: StoredLead): LeadEvent[] {
  const firstName = firstNameOf(name)
  const who = firstName ?? 'the visitor'
  const shown = emails.filter(
    ({ kind, state }) => kind !== replyKind && !(kind.includes('reminder') && state === 'queued'),
  )
  return shown.flatMap((email) => {
    const what = visitorEmail(email)
    const isMerged = shown.some((other) => !visitorEmail(other) !== !what && areTogether(email, other))
    if (what === undefined) return isMerged ? [] : emailEvent(email, 'Your notification', 'You were notified')
    if (isMerged) return { at: email.sent_at, text: `You were notified, and ${who} got ${what}` }
    return emailEvent(email, `The email to ${who} (${what})`, `${firstName ?? 'The visitor'} got ${what}`)
  })
}

function visitorEmail({ kind }: StoredEmail): string | undefined {
  return visitorEmails[kind.replace(/^(?:contact|consultation|call)-/, '')]
}

function areTogether(a: StoredEmail, b: StoredEmail): boolean {
  const wereSent = a.state === 'sent' && b.state === 'sent'
  return wereSent && Math.abs((a.sent_at ?? 0) - (b.sent_at ?? 0)) <= maxMergedMs
}

function emailEvent(email: StoredEmail, thing: string, sentText: string): LeadEvent {
  const { at, state, answer } = deliveryOf(email)
  if (state === 'sent') return { at, text: sentText }
  if (state === 'failed') return { at, text: `${thing} failed${answer}`, email: email.id, isProblem: true }
  return { at, text: email.attempts === 0 ? `${thing} is queued` : `${thing} is being retried${answer}` }
}

/** The owner's reply, with the mail server's response. */
function replyEvent(email: StoredEmail): LeadEvent {
  const { state, answer } = deliveryOf(email)
  const event = { at: email.created_at, quote: email.text, email: email.id }
  const code = /^\d{3}/.exec(email.last_error ?? '')
  const delivered = code ? ` (${code[0]} OK)` : answer
  if (state === 'sent') return { ...event, text: `You replied by email. Delivered${delivered}` }
  if (state === 'failed') return { ...event, text: `Your reply wasn’t delivered${answer}`, isProblem: true }
  if (email.attempts === 0) return { ...event, text: 'You replied by email. It’s in the outbox' }
  // Permanent refusals are retried too: they can be wrong.
  const isProblem = email.last_error?.startsWith('5') ?? false
  return { ...event, text: `You replied by email. Not delivered yet${answer}`, isProblem }
}

function deliveryOf({ state, created_at, due_at, sent_at, last_error }: StoredEmail) {
  const at = state === 'sent' ? sent_at : state === 'failed' ? due_at : created_at
  return { at, state, answer: last_error === null ? '' : `: ${last_error}` }
}

/** The row has only a call's last change, so earlier changes are read from emails. */
function callEvents(call: CallRow, emails: readonly StoredEmail[]): LeadEvent[] {
  const { state, starts_at, created_at, changed_at, sequence, note, booked_by } = call
  const movedAt = emails.filter(({ kind }) => kind === 'call-moved').map((email) => email.created_at)
  const isMoved = state === 'booked' && sequence > 0
  const earlier = movedAt.toSorted((a, b) => a - b).slice(0, isMoved ? -1 : undefined)
  const bookedText = isUnconfirmed(call)
    ? 'Asked for a call, but hasn’t confirmed it'
    : state === 'requested'
      ? 'Asked for a call, which waits for your approval'
      : booked_by === 'owner'
        ? 'You booked a call'
        : 'Booked a call'
  const isUnmoved = !isMoved && movedAt.length === 0
  return [
    { at: created_at, text: isUnmoved ? `${bookedText}:` : bookedText, ...(isUnmoved && { moment: starts_at }) },
    ...earlier.map((at) => ({ at, text: 'The call was moved' })),
    ...(isMoved ? [{ at: changed_at, text: 'The call was moved to', moment: starts_at }] : []),
    ...(state === 'cancelled' && !isUnconfirmed(call)
      ? [{ at: changed_at, text: `The call was canceled${note === null ? '' : `: ${note}`}` }]
      : []),
  ]
}
