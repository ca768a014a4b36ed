import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { CallRow, LeadRow, Tables } from '../../../migrations/tables.ts'
import { emailKey, mailboxKey } from '../../lib/mail/mail-address.ts'
import type { FormContext } from '../../server/http/form-route.ts'
import { consume, limitFor } from '../../server/limits/count-use.ts'
import { acceptLead, countPost, type LeadResult } from '../leads/accept-lead.ts'
import { tellOwner } from '../leads/lead-mails.ts'
import { type CallDeps, NotBooked, openCalendar, type Refused, readCalendar, unlessTaken } from './calendar.ts'
import { insertCall } from './call.repository.ts'
import { enqueueCallMails } from './call-mails.ts'
import { remindersUntil } from './call-reminders.ts'
import { isFreeAt } from './free-times.ts'

const minuteMs = 60_000

export type CallInput = {
  /** In ms since 1970. */
  start: number
  zone: string
  name: string
  email: string
  about: string
  requestId?: string | undefined
}

/** Once it resolves, call, lead and mails are durable. @throws StorageError: nothing is stored */
export async function bookCall(
  deps: CallDeps,
  { start, zone, requestId, ...words }: CallInput,
  context: FormContext,
): Promise<LeadResult | Refused> {
  const limited = await countPost(deps, deps.limits.callPosts, context.sender)
  if (limited !== undefined) return limited
  return await unlessTaken(deps, start, () =>
    acceptLead(
      deps,
      {
        words: { name: words.name, email: words.email, project: words.about },
        choice: String(start),
        requestId,
        context,
      },
      {
        kind: 'call',
        room: { sender: deps.limits.callsOfSender, all: deps.limits.callsInAll },
        resolveConflict: (known, draft) =>
          known.kind === 'call' && known.email === draft.email && known.name === draft.name ? 'repeat' : 'other',
        store: (tx, { lead }) => storeCall(tx, deps, { lead, start, zone }),
      },
    ),
  )
}

async function storeCall(
  tx: Kysely<Tables>,
  deps: CallDeps,
  { lead, start, zone }: { lead: LeadRow; start: number; zone: string },
) {
  const { calls, salt, limits, host } = deps
  const now = deps.now()
  await consume(tx, limitFor(limits.callsOfMailbox, mailboxKey(lead.email), salt), now)
  await openCalendar(tx, deps, now)
  if (!isFreeAt(calls, start, await readCalendar(tx, deps, now))) throw new NotBooked('time')
  const isHeld = lead.status !== 'ok'
  const end = start + calls.minutes * minuteMs
  const call: CallRow = {
    id: lead.reference,
    lead: lead.reference,
    uid: `${randomUUID()}@${host}`,
    state: isHeld ? 'held' : 'booked',
    starts_at: start,
    ends_at: end,
    zone,
    open_key: emailKey(lead.email),
    sequence: 0,
    held_until: isHeld ? now + deps.holdMinutes * minuteMs : null,
    reminders: remindersUntil(start, now),
    note: null,
    created_at: now,
    changed_at: now,
  }
  const inTheWay = await insertCall(tx, call, end + calls.pauseMinutes * minuteMs)
  if (inTheWay !== undefined) throw new NotBooked(inTheWay)
  if (isHeld) await tellOwner(tx, deps, { lead, outcome: 'new' }, now)
  await enqueueCallMails(tx, deps, { call, lead, news: isHeld ? 'confirm' : 'booked' }, now)
}
