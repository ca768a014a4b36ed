import { randomInt, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { CallRow, LeadRow, Tables } from '../../../migrations/tables.ts'
import type { Calls } from '../../content/calls.ts'
import { emailKey, mailboxKey } from '../../lib/mail/mail-address.ts'
import { formatReference } from '../../lib/net/request-id.ts'
import { limits } from '../../limits.ts'
import { type Database, Rollback } from '../../server/db/database.ts'
import type { FormContext } from '../../server/http/form-route.ts'
import { consume, limitFor } from '../../server/limits/count-use.ts'
import { acceptLead, countPost, type LeadDeps, type LeadResult } from '../leads/accept-lead.ts'
import { readLead } from '../leads/lead.repository.ts'
import { tellOwner } from '../leads/lead-mails.ts'
import {
  closePastCalls,
  deleteBlock,
  findBooked,
  findCall,
  freeMoments,
  insertCall,
  lockCalendar,
  readTaken,
  releaseHeld,
  takeMoments,
  updateCall,
} from './call.repository.ts'
import { enqueueCallMails } from './call-mails.ts'
import { type Calendar, freeTimes, isFreeAt, type Span } from './free-times.ts'

type Db = Kysely<Tables>

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

const reminderMs = [dayMs, 60 * minuteMs]
/** Until when it can be moved or canceled by its link. */
export const changeableMs = 120 * minuteMs

export type CallDeps = LeadDeps & {
  calls: Calls
  /** How long a call that may come from a robot keeps its time from others. */
  holdMinutes: number
  /** For the ids of events. */
  host: string
  /** What the owner's other calendars hold. */
  busy: (db: Db) => Promise<readonly Span[]>
}

export type CallInput = {
  /** In ms since 1970. */
  start: number
  zone: string
  name: string
  email: string
  about: string
  requestId?: string | undefined
}

type Refused = { outcome: 'taken'; times: number[] } | { outcome: 'open' }

/** Takes a write back, since somebody else has the time, or the mailbox has a call already. */
class NotBooked extends Rollback {
  readonly because: 'time' | 'mailbox'

  constructor(because: 'time' | 'mailbox') {
    super('the call cannot be had')
    this.because = because
  }
}

/** Once it resolves, call, lead and mails are durable. @throws StorageError: nothing is stored */
export async function bookCall(
  deps: CallDeps,
  { start, zone, requestId, ...words }: CallInput,
  context: FormContext,
): Promise<LeadResult | Refused> {
  const limited = await countPost(deps, limits.callPosts, context.sender)
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
        room: { sender: limits.callsOfSender, all: limits.callsInAll },
        resolveConflict: (known, draft) =>
          known.kind === 'call' && known.email === draft.email && known.name === draft.name ? 'repeat' : 'other',
        store: (tx, { lead }) => storeCall(tx, deps, { lead, start, zone }),
      },
    ),
  )
}

async function storeCall(
  tx: Db,
  deps: CallDeps,
  { lead, start, zone }: { lead: LeadRow; start: number; zone: string },
) {
  const { calls, salt, host } = deps
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
  await enqueueCallMails(tx, deps, { lead, news: isHeld ? 'confirm' : 'booked' }, now)
}

/** Whoever has it can write the calendar alone, and finds it as it is now. */
async function openCalendar(tx: Db, { database }: { database: Pick<Database, 'engine'> }, now: number): Promise<void> {
  await lockCalendar(tx, database.engine)
  await releaseHeld(tx, now)
  await closePastCalls(tx, now)
}

async function readCalendar(db: Db, { calls, busy }: Pick<CallDeps, 'calls' | 'busy'>, now: number): Promise<Calendar> {
  const span = { from: now - dayMs, to: now + (calls.horizonDays + 2) * dayMs }
  return { now, taken: await readTaken(db, span, now), busy: await busy(db) }
}

/** In order, in ms since 1970. */
export async function readFreeTimes(deps: Pick<CallDeps, 'calls' | 'busy' | 'database' | 'now'>): Promise<number[]> {
  return freeTimes(deps.calls, await readCalendar(deps.database.db, deps, deps.now()))
}

const mostNear = 5

async function unlessTaken<T>(deps: CallDeps, start: number, work: () => Promise<T>): Promise<T | Refused> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof NotBooked)) throw error
    if (error.because === 'mailbox') return { outcome: 'open' }
    const byDistance = (await readFreeTimes(deps)).toSorted(
      (one, other) => Math.abs(one - start) - Math.abs(other - start),
    )
    return { outcome: 'taken', times: byDistance.slice(0, mostNear).toSorted((one, other) => one - other) }
  }
}

export type CallChange = { outcome: 'done'; call: CallRow } | { outcome: 'late' } | { outcome: 'gone' } | Refused

/** @param by the owner may do it at any time, and to a call that is not confirmed */
export async function moveCall(
  deps: CallDeps,
  { id, start, zone }: { id: string; start: number; zone?: string | undefined },
  by: 'visitor' | 'owner',
): Promise<CallChange> {
  return await unlessTaken(deps, start, () =>
    changeCall(deps, id, by, async (tx, call, now) => {
      // Whoever has not read its mail yet confirms it first.
      if ((call.state === 'held' && by === 'visitor') || (call.starts_at === start && call.state === 'booked'))
        return {}
      await freeMoments(tx, id)
      const calendar = await readCalendar(tx, deps, now)
      if (by === 'visitor' && !isFreeAt(deps.calls, start, calendar)) throw new NotBooked('time')
      const end = start + (call.ends_at - call.starts_at)
      const moved = { ...call, starts_at: start, ends_at: end }
      if (!(await takeMoments(tx, moved, end + deps.calls.pauseMinutes * minuteMs))) throw new NotBooked('time')
      return {
        what: 'moved',
        change: {
          starts_at: start,
          ends_at: end,
          zone: zone ?? call.zone,
          state: 'booked',
          held_until: null,
          reminders: remindersUntil(start, now),
        },
      }
    }),
  )
}

export async function cancelCall(
  deps: CallDeps,
  { id, note = null }: { id: string; note?: string | null },
  by: 'visitor' | 'owner',
): Promise<CallChange> {
  return await changeCall(deps, id, by, async (tx) => {
    await freeMoments(tx, id)
    return { what: 'cancelled', change: { state: 'cancelled', open_key: null, held_until: null, note } }
  })
}

/** By the link in the mail of a call that may have come from a robot. */
export async function confirmCall(deps: CallDeps, id: string): Promise<CallChange> {
  return await changeCall(deps, id, 'visitor', async (_, { state }) =>
    state === 'booked' ? {} : { what: 'booked', change: { state: 'booked', held_until: null } },
  )
}

/** How many of the reminders, a day and an hour before, would be due by now. */
function remindersUntil(start: number, now: number): number {
  return reminderMs.filter((before) => start - before <= now).length
}

/** To be called every minute: reminds both, a day and an hour before. */
export async function sendReminders(deps: Pick<CallDeps, 'database' | 'now' | 'mail' | 'notifyOutbox'>): Promise<void> {
  const now = deps.now()
  const sent = await deps.database.write(async (tx) => {
    await openCalendar(tx, deps, now)
    const soon = await findBooked(tx, { from: now, to: now + dayMs })
    const due = soon.filter(({ reminders, starts_at }) => reminders < remindersUntil(starts_at, now))
    for (const { id, starts_at } of due) {
      const lead = await readLead(tx, id)
      await updateCall(tx, id, { reminders: remindersUntil(starts_at, now) })
      if (lead !== undefined) await enqueueCallMails(tx, deps, { lead, news: 'reminder' }, now)
    }
    return due.length
  })
  if (sent > 0) deps.notifyOutbox()
}

/** Takes a time away from everybody. @returns what is booked there, where something is: then nothing is blocked */
export async function blockTime(
  deps: CallDeps,
  { start, end, note }: Span & { note: string | null },
): Promise<{ id: string } | { inTheWay: string[] }> {
  const now = deps.now()
  const id = formatReference('BL', (below) => randomInt(below))
  const block: CallRow = {
    id,
    lead: null,
    uid: `${randomUUID()}@${deps.host}`,
    state: 'blocked',
    starts_at: start,
    ends_at: end,
    zone: deps.calls.zone,
    open_key: null,
    sequence: 0,
    held_until: null,
    reminders: 0,
    note,
    created_at: now,
    changed_at: now,
  }
  return await deps.database.write(async (tx) => {
    await openCalendar(tx, deps, now)
    const taken = await readTaken(tx, { from: start, to: end }, now)
    if (taken.length > 0) return { inTheWay: taken.map((other) => other.id) }
    if ((await insertCall(tx, block, end)) !== undefined)
      throw new Error('a blocked time met a call that nobody has read')
    return { id }
  })
}

export async function unblockTime({ database }: Pick<CallDeps, 'database'>, id: string): Promise<boolean> {
  return await database.write((tx) => deleteBlock(tx, id))
}

type Change = { what?: 'booked' | 'moved' | 'cancelled'; change?: Partial<CallRow> }

async function changeCall(
  deps: CallDeps,
  id: string,
  by: 'visitor' | 'owner',
  work: (tx: Db, call: CallRow, now: number) => Promise<Change>,
): Promise<CallChange> {
  const now = deps.now()
  const result = await deps.database.write(async (tx): Promise<CallChange> => {
    await openCalendar(tx, deps, now)
    const call = await findCall(tx, id)
    const lead = await readLead(tx, id)
    if (call === undefined || lead === undefined || call.state === 'cancelled') return { outcome: 'gone' }
    if (call.starts_at <= now || (by === 'visitor' && call.starts_at - changeableMs < now)) return { outcome: 'late' }
    const { what, change = {} } = await work(tx, call, now)
    if (what === undefined) return { outcome: 'done', call }
    const isFirst = call.state === 'held'
    const changed = { ...call, ...change, sequence: isFirst ? 0 : call.sequence + 1, changed_at: now }
    await updateCall(tx, id, changed)
    if (!(isFirst && what === 'cancelled')) {
      await enqueueCallMails(tx, deps, { lead, news: isFirst ? 'booked' : what }, now)
    }
    return { outcome: 'done', call: changed }
  })
  if (result.outcome === 'done') deps.notifyOutbox()
  return result
}
