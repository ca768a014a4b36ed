import type { CallRow } from '../../migrations/tables.ts'
import { readStringList } from '../../platform/db/stored-rows.ts'
import type { StoredEmail, StoredLead } from '../leads/store.ts'
import { isUnconfirmed } from './calls.ts'

type LeadEvent = {
  /** In ms since 1970; null if unknown. */
  at: number | null
  text: string
  /** A call's time (ms since 1970) to append to the text. */
  moment?: number
  email?: Pick<StoredEmail, 'id' | 'kind'>
  isProblem?: boolean
}

const arrival = {
  contact: 'Sent with the contact form',
  consultation: 'Sent from the chat',
  call: 'Booked a call',
} as const

/** Events in order; those without a time come last. */
export function historyOf(lead: StoredLead, call: CallRow | undefined): LeadEvent[] {
  const { kind, created_at, updated_at, answered_at, abandoned, status, note, emails } = lead
  const reasons = readStringList(lead.reasons)
  const arrivalText = call?.booked_by === 'owner' ? 'You booked a call' : arrival[kind]
  const events: LeadEvent[] = [
    { at: created_at, text: abandoned === 1 ? 'Abandoned by the visitor before sending' : arrivalText },
    ...(reasons.length > 0 ? [{ at: created_at, text: `Flagged as possible spam: ${reasons.join('; ')}` }] : []),
    ...(updated_at !== null && updated_at !== created_at ? [{ at: updated_at, text: 'Updated by the visitor' }] : []),
    ...(call === undefined ? [] : callEvents(call, emails)),
    ...emails.map(emailEvent),
    ...(answered_at === null ? [] : [{ at: answered_at, text: 'Answered' }]),
    ...(status === 'spam' ? [{ at: null, text: 'Marked as spam' }] : []),
    ...(status === 'ok' && reasons.length > 0 ? [{ at: null, text: 'Marked as not spam' }] : []),
    ...(note === null ? [] : [{ at: null, text: 'You added a note' }]),
  ]
  const order = ({ at }: LeadEvent) => at ?? Number.MAX_SAFE_INTEGER
  return events.toSorted((one, other) => order(one) - order(other))
}

function emailEvent(stored: StoredEmail): LeadEvent {
  const { state, attempts, created_at, due_at, last_error, sent_at } = stored
  const email = { id: stored.id, kind: stored.kind }
  const errorText = last_error === null ? '' : `: ${last_error}`
  if (state === 'sent') return { at: sent_at, text: 'was sent', email }
  if (state === 'failed') return { at: due_at, text: `failed permanently${errorText}`, email, isProblem: true }
  return { at: created_at, text: attempts === 0 ? 'waits to be sent' : `was tried ${attempts}×${errorText}`, email }
}

/** The row has only a call's last change, so earlier changes are read from emails. */
function callEvents(call: CallRow, emails: readonly StoredEmail[]): LeadEvent[] {
  const { state, starts_at, created_at, changed_at, sequence, note } = call
  const movedAt = emails.filter(({ kind }) => kind === 'call-moved').map((email) => email.created_at)
  const isMoved = state === 'booked' && sequence > 0
  const earlier = movedAt.toSorted((one, other) => one - other).slice(0, isMoved ? -1 : undefined)
  const bookedText = isUnconfirmed(call)
    ? 'A call was requested, but not confirmed'
    : state === 'requested'
      ? 'A call was requested. It waits for your approval'
      : 'A call was booked'
  const isUnmoved = !isMoved && movedAt.length === 0
  return [
    { at: created_at, text: isUnmoved ? `${bookedText}, for` : bookedText, ...(isUnmoved && { moment: starts_at }) },
    ...earlier.map((at) => ({ at, text: 'The call was moved' })),
    ...(isMoved ? [{ at: changed_at, text: 'The call was moved, to', moment: starts_at }] : []),
    ...(state === 'cancelled' && !isUnconfirmed(call)
      ? [{ at: changed_at, text: `The call was canceled${note === null ? '' : `: ${note}`}` }]
      : []),
  ]
}
