import type { CallRow, Db, LeadRow } from '../../migrations/tables.ts'
import { mailboxKey } from '../../platform/email/email-address.ts'
import type { Given } from '../../platform/fields.ts'
import { type FormContext, scoreSpam } from '../../platform/http/form.ts'
import { networkOf } from '../../platform/http/sender.ts'
import { barePostShare, consume, limitFor, mailboxLimit, outboxLimits } from '../../platform/limits/count-use.ts'
import { acceptLead, countPost, type LeadResult } from '../leads/accept-lead.ts'
import type { callFields } from '../leads/fields.ts'
import { notifyOfLead } from '../leads/notify.ts'
import { type CallDeps, ifStillFree, newRow, type Refused, readCalendar } from './calendar.ts'
import { notifyOwner, notifyVisitor } from './emails.ts'
import { type Calendar, isFreeAt, leavesEnough } from './free-times.ts'
import { dueReminders } from './reminders.ts'
import { assertNoOtherCall, insertCall, NotBooked, openCalendar } from './store.ts'

const minuteMs = 60_000

/** `start`: in ms since 1970. */
export type CallInput = Omit<Given<typeof callFields>, 'start' | 'zone'> & {
  start: number
  zone: string
  requestId?: string | undefined
}

/** Resolves once call, lead, and emails are durable. @throws StorageError if nothing was stored */
export async function bookCall(
  deps: CallDeps,
  { start, zone, requestId, about = '', ...words }: CallInput,
  context: FormContext,
): Promise<LeadResult | Refused> {
  const limited = await countPost(deps, deps.limits.callPosts, context.sender)
  if (limited !== undefined) return limited
  const { isCredible } = scoreSpam(context)
  return await ifStillFree(deps, start, () =>
    acceptLead(
      deps,
      { kind: 'call', words: { ...words, project: about }, callStart: String(start), requestId, context },
      async (tx, upserted) => {
        const { lead } = upserted
        if (upserted.outcome === 'new')
          await storeCall(tx, deps, { lead, start, zone, isCredible, sender: context.sender })
        else await notifyOfLead(tx, deps, upserted, deps.now(), 'call-booked-owner')
      },
    ),
  )
}

type CallDraft = { lead: LeadRow; start: number; zone: string; isCredible: boolean; sender: string }

async function storeCall(tx: Db, deps: CallDeps, draft: CallDraft): Promise<void> {
  const { lead, start, isCredible, sender } = draft
  const { calls, limits, salt } = deps
  const now = deps.now()
  await openCalendar(tx, now)
  const calendar = await readCalendar(tx, deps, now)
  if (!isFreeAt(calls, start, calendar)) throw new NotBooked('time')
  await assertNoOtherCall(tx, mailboxKey(lead.email))
  const call = newCall(deps, draft, calendar)
  await insertCall(tx, call, calls.pauseMinutes)
  const update = { call, lead, news: call.state === 'booked' ? 'booked' : 'confirm' } as const
  if (update.news === 'booked') await notifyOwner(tx, deps, update, now)
  else await notifyOfLead(tx, deps, { lead, outcome: 'new' }, now)
  const from = networkOf(sender, { v4: 32, v6: 48 }) ?? sender
  const isFirst = (await consume(tx, limitFor(limits.callsOfSender, from, salt), now)) === 1
  if (!isFirst) await consume(tx, limitFor(limits.callsOfNetwork, lead.network ?? sender, salt), now)
  const emailLimit = isFirst ? limits.firstCallEmails : limits.callEmails
  await consume(tx, mailboxLimit(lead.email, deps), now)
  for (const limit of outboxLimits(emailLimit, lead.email, deps, isCredible ? 1 : barePostShare))
    await consume(tx, limit, now)
  await notifyVisitor(tx, deps, update, now)
}

/** Booked or reserved, or if that would leave others too few times, canceled until its visitor confirms it. */
function newCall(deps: CallDeps, { lead, start, zone, isCredible }: CallDraft, calendar: Calendar): CallRow {
  const { calls, reserveMinutes } = deps
  const { now } = calendar
  const ends_at = start + calls.minutes * minuteMs
  const call = newRow(deps, {
    id: lead.reference,
    lead: lead.reference,
    state: 'booked',
    starts_at: start,
    ends_at,
    zone,
    open_key: mailboxKey(lead.email),
    reminders: dueReminders(start, now),
  })
  const fits = (state: 'booked' | 'reserved') => leavesEnough(calls, calendar, { ...call, state })
  if (isCredible && fits('booked')) return call
  if (fits('reserved')) return { ...call, state: 'reserved', reserved_until: now + reserveMinutes * minuteMs }
  return { ...call, state: 'cancelled', open_key: null }
}
