import { createHash } from 'node:crypto'
import type { CallRow, OutboxRow } from '../../migrations/tables.ts'
import { emailKey } from '../../src/lib/mail/mail-address.ts'
import type { Database } from '../../src/server/db/database.ts'
import type { ReceivedMail } from '../support/open-smtp-server.ts'
import type { Told } from './change-calls.ts'

const minuteMs = 60_000
const momentMs = 5 * minuteMs

export type Snapshot = Awaited<ReturnType<typeof takeSnapshot>>

/** All at one moment, also while others write. */
export async function takeSnapshot({ db }: Database) {
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => ({
      calls: await tx.selectFrom('calls').selectAll().orderBy('starts_at').orderBy('id').execute(),
      moments: await tx.selectFrom('call_moments').selectAll().orderBy('moment').execute(),
      leads: await tx.selectFrom('leads').select(['reference', 'email', 'status', 'digest']).execute(),
      mails: await tx.selectFrom('outbox').select(['kind', 'about', 'message_id', 'state', 'created_at']).execute(),
    }))
}

/** @returns a sentence about each promise that the database breaks */
export function brokenPromises(
  snapshot: Snapshot,
  told: readonly Told[],
  { pauseMinutes, now }: { pauseMinutes: number; now: number },
): string[] {
  return [
    ...wrongTimes(snapshot, pauseMinutes),
    ...doubleMailboxes(snapshot, now),
    ...lostCalls(snapshot, told),
    ...lostBlocks(snapshot, told),
    ...wrongMails(snapshot),
  ]
}

/** @returns a sentence about each call that takes another's time, or other times than its own */
export function wrongTimes(snapshot: Pick<Snapshot, 'calls' | 'moments'>, pauseMinutes: number): string[] {
  const takers = snapshot.calls.filter(({ state }) => state !== 'cancelled')
  const freeAt = ({ lead, ends_at }: CallRow) => ends_at + (lead === null ? 0 : pauseMinutes * minuteMs)
  return [...overlaps(takers, freeAt), ...wrongMoments(snapshot, freeAt)]
}

function overlaps(takers: readonly CallRow[], freeAt: (call: CallRow) => number): string[] {
  const found: string[] = []
  let last: CallRow | undefined
  for (const call of takers) {
    if (last !== undefined && call.starts_at < freeAt(last)) found.push(`${call.id} overlaps ${last.id}`)
    if (last === undefined || freeAt(call) > freeAt(last)) last = call
  }
  return found
}

/** What takes time has each five minutes of it, the pause after it included; what takes none has none. */
function wrongMoments(
  { calls, moments }: Pick<Snapshot, 'calls' | 'moments'>,
  freeAt: (call: CallRow) => number,
): string[] {
  const byCall = Map.groupBy(moments, ({ call }) => call)
  return calls.flatMap((call) => {
    const { id, state, starts_at } = call
    const end = state === 'cancelled' ? starts_at : freeAt(call)
    const wanted = Array.from({ length: (end - starts_at) / momentMs }, (_, i) => starts_at + i * momentMs)
    const taken = (byCall.get(id) ?? []).map(({ moment }) => moment)
    return taken.join() === wanted.join() ? [] : [`${id} is ${state} at ${starts_at}, and takes: ${taken.join()}`]
  })
}

function doubleMailboxes({ calls, leads }: Snapshot, now: number): string[] {
  const mailboxes = new Map(leads.map(({ reference, email }) => [reference, emailKey(email)]))
  const open = calls.filter(({ state, ends_at }) => (state === 'booked' || state === 'held') && ends_at > now)
  const counts = Map.groupBy(open, ({ id }) => mailboxes.get(id))
  return [...counts].flatMap(([mailbox, { length }]) => (length > 1 ? [`${mailbox} has ${length} calls`] : []))
}

function lostCalls({ calls, leads }: Snapshot, told: readonly Told[]): string[] {
  const rows = new Map(calls.map((call) => [call.id, call]))
  const references = new Set(leads.map(({ reference }) => reference))
  const toCancel = new Set(told.filter(({ what }) => what === 'cancel').map(({ id }) => id))
  return told.flatMap(({ what, row: promised }) => {
    if (promised === undefined || promised.state === 'blocked') return []
    const row = rows.get(promised.id)
    const as = `${what} of ${promised.id}, as ${promised.state} number ${promised.sequence}`
    if (row === undefined || !references.has(promised.id)) return [`${as}, is lost`]
    if (row.sequence < promised.sequence) return [`${as}, is number ${row.sequence} now`]
    // What is not confirmed yet may be confirmed, canceled or run out without another number.
    if (promised.state === 'held') return []
    if (row.state === 'cancelled' && !toCancel.has(row.id)) return [`${as}, was canceled by nobody`]
    if (row.sequence > promised.sequence) return []
    const isKept = row.state === promised.state && row.starts_at === promised.starts_at
    return isKept ? [] : [`${as} at ${promised.starts_at}, is ${row.state} at ${row.starts_at} now`]
  })
}

function lostBlocks({ calls }: Snapshot, told: readonly Told[]): string[] {
  const rows = new Map(calls.map((call) => [call.id, call]))
  const toOpen = new Set(told.filter(({ what }) => what === 'unblock').map(({ id }) => id))
  const blocked = told.flatMap(({ row }) => (row?.state === 'blocked' && !toOpen.has(row.id) ? [row] : []))
  const opened = told.filter(({ what, outcome }) => what === 'unblock' && outcome === 'done')
  return [
    ...blocked
      .filter(({ id, starts_at, ends_at }) => {
        const row = rows.get(id)
        return row?.state !== 'blocked' || row.starts_at !== starts_at || row.ends_at !== ends_at
      })
      .map(({ id }) => `the block ${id} is lost`),
    ...opened.filter(({ id = '' }) => rows.has(id)).map(({ id }) => `${id} is blocked again`),
  ]
}

/** What a call as it is now has been told with; the first to the visitor, the second to the owner. */
function kindsOf({ state, sequence }: CallRow): string[] {
  if (state === 'held') return ['call-confirm']
  if (state === 'blocked' || (state === 'cancelled' && sequence === 0)) return []
  const kind = state === 'cancelled' ? 'call-cancelled' : sequence === 0 ? 'call-booked' : 'call-moved'
  return [kind, `${kind}-owner`]
}

/** In the outbox, sent or not, each call as it is now has one mail to each; those of before are older than its last change. */
function wrongMails({ calls, leads, mails }: Snapshot): string[] {
  const byCall = Map.groupBy(mails, ({ about }) => about)
  const wrong = calls.flatMap((call) => {
    const { id, state, sequence, changed_at } = call
    const kinds = (byCall.get(id) ?? []).filter((mail) => mail.created_at >= changed_at).map(({ kind }) => kind)
    const [reminders = [], others = []] = [true, false].map((isReminder) =>
      kinds.filter((kind) => kind !== 'call-owner' && kind.startsWith('call-reminder') === isReminder).toSorted(),
    )
    const toOwner = reminders.filter((kind) => kind === 'call-reminder-owner').length
    return [
      ...(others.join() === kindsOf(call).join() ? [] : [`${id} as ${state} number ${sequence} is told by: ${others}`]),
      ...(toOwner > 2 || toOwner * 2 !== reminders.length ? [`${id} has the reminders ${reminders}`] : []),
    ]
  })
  // The owner hears of what may come from a robot, by a mail or by a digest.
  const unheard = leads.filter(({ reference, status, digest }) => {
    const own = (byCall.get(reference) ?? []).filter(({ kind }) => kind === 'call-owner').length
    return own + (digest === null ? 0 : 1) !== (status === 'ok' ? 0 : 1)
  })
  return [...wrong, ...unheard.map(({ reference }) => `the owner has not heard once of ${reference}`)]
}

/** A mail as the mail server took it. */
export type Arrival = {
  messageId: string
  to: string
  hash: string
  event?: { uid: string; method: string; sequence: number; stamp: string }
}

export function arrivalOf({ messageId = '', envelope, attachments, raw }: ReceivedMail): Arrival {
  const hash = createHash('sha256').update(raw).digest('hex')
  const part = attachments.find(({ mimeType }) => mimeType === 'text/calendar')?.content
  const ics = part === undefined ? undefined : typeof part === 'string' ? part : new TextDecoder().decode(part)
  const value = (name: string) =>
    new RegExp(`^${name}:(.*)$`, 'm').exec(ics?.replaceAll(/\r\n[ \t]/g, '') ?? '')?.[1]?.trim() ?? ''
  return {
    messageId,
    to: envelope.to.join(),
    hash,
    ...(ics !== undefined && {
      event: {
        uid: value('UID'),
        method: value('METHOD'),
        sequence: Number(value('SEQUENCE')),
        stamp: value('DTSTAMP'),
      },
    }),
  }
}

/** Once all mails are sent. @returns a sentence about each mail that is wrong, missing, or came twice */
export function brokenMails({ calls, leads, mails }: Snapshot, arrivals: readonly Arrival[], owner: string): string[] {
  const byId = Map.groupBy(arrivals, ({ messageId }) => messageId)
  const events = [...byId.values()].flatMap(([mail]) => (mail?.event ? [{ ...mail, ...mail.event }] : []))
  const byReader = Map.groupBy(events, ({ uid, to }) => `${uid} to ${to}`)
  const emails = new Map(leads.map(({ reference, email }) => [reference, email]))
  const isOver = ({ state, message_id }: Pick<OutboxRow, 'state' | 'message_id'>) =>
    state === 'sent' && byId.has(message_id)
  return [
    ...mails
      .filter((mail) => !isOver(mail))
      .map(({ message_id, state }) => `${message_id} is ${state}, and has not come`),
    ...[...byId]
      .filter(([, copies]) => new Set(copies.map(({ hash }) => hash)).size > 1)
      .map(([id]) => `${id} came with different words`),
    ...[...byReader].flatMap(([reader, told]) => {
      const inOrder = told.toSorted((one, other) => one.sequence - other.sequence)
      return inOrder.slice(1).flatMap(({ sequence, stamp }, i) => {
        const before = inOrder[i]
        if (before?.sequence === sequence) return [`two mails about ${reader} have SEQUENCE ${sequence}`]
        return (before?.stamp ?? '') > stamp ? [`SEQUENCE ${sequence} of ${reader} is older than the one before`] : []
      })
    }),
    ...calls
      .filter((call) => kindsOf(call).length === 2)
      .flatMap(({ id, uid, state, sequence }) =>
        [emails.get(id), owner].flatMap((to) => {
          const last = byReader.get(`${uid} to ${to}`)?.toSorted((one, other) => other.sequence - one.sequence)[0]
          const isTold = last?.sequence === sequence && last.method === (state === 'cancelled' ? 'CANCEL' : 'REQUEST')
          return isTold ? [] : [`${to} was not told of ${id} as ${state} number ${sequence}`]
        }),
      ),
  ]
}
