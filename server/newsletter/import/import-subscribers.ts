import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { SubscriberRow, Tables } from '../../../migrations/tables.ts'
import type { Database } from '../../../platform/db/database.ts'
import { emailKey } from '../../../platform/email/email-address.ts'
import type { Watch } from '../../../platform/progress.ts'
import { referenceOf } from '../sign-up.ts'
import {
  deleteSubscriber,
  endSubscriber,
  insertSubscribers,
  knownAmong,
  suppress,
  suppressedAmong,
  suppressionHash,
} from '../store.ts'
import type { ListedLine } from './list-file.ts'
import { type Judgement, judgeListed, type SharedConsent } from './listed-subscriber.ts'

/** `known`: already on the list, or twice in the file. `unconfirmed`: never confirmed, according to the file. */
type Verdict = 'imported' | 'known' | 'suppressed' | 'unconfirmed' | 'wrong'

export type ImportGroup = { verdict: Verdict; why: string; count: number; examples: string[] }

/** `groups` are in the order of their first rows. */
export type ImportTally = Record<Verdict, number> & { groups: ImportGroup[] }

export const newTally = (): ImportTally => ({
  imported: 0,
  known: 0,
  suppressed: 0,
  unconfirmed: 0,
  wrong: 0,
  groups: [],
})

export function tallyText({ imported, known, suppressed, unconfirmed, wrong }: ImportTally): string {
  const parts = { imported, 'known already': known, suppressed, 'never confirmed': unconfirmed, wrong }
  return Object.entries(parts)
    .map(([what, count]) => `${what} ${count.toLocaleString('en')}`)
    .join(', ')
}

/** Like `12 suppressed (UNSUB_TIME is “2024-05-06”): ada@example.com, bob@example.com, cy@example.com …` */
export function groupText({ verdict, why, count, examples }: ImportGroup): string {
  const more = count > examples.length ? ' …' : ''
  return `${count.toLocaleString('en')} ${verdict === 'known' ? 'known already' : verdict} (${why}): ${examples.join(', ')}${more}`
}

const maxExamples = 3
const maxGroups = 50

function addToTally(tally: ImportTally, verdict: Verdict, why: string, email: string): void {
  tally[verdict]++
  let group = tally.groups.find((each) => each.verdict === verdict && each.why === why)
  if (group === undefined) {
    if (tally.groups.length === maxGroups) return
    group = { verdict, why, count: 0, examples: [] }
    tally.groups.push(group)
  }
  group.count++
  if (group.examples.length < maxExamples) group.examples.push(email.slice(0, 254))
}

export type NotTaken = { line: number; email: string; verdict: 'suppressed' | 'unconfirmed' | 'wrong'; why: string }

/** So long ago that the suppression doesn't count as a recent loss. */
const leftBefore = 0

type Judged = Judgement & { line: number }

/** Rows per transaction: about 20 ms on SQLite, while the running site's writes wait. */
const portionSize = 500
/** Longer than the site's pause between two attempts to write, so that it gets its turn. */
const pauseMs = 15

type ImportOptions = {
  shared: SharedConsent
  isTrial: boolean
  tally: ImportTally
  onNotTaken: (line: NotTaken) => void
} & Watch

/** Never brings back anyone who left or was removed. Each portion is a transaction; `tally` is right even if this throws. */
export async function importSubscribers(
  { database, salt, now }: { database: Database; salt: string; now: () => number },
  lines: readonly ListedLine[],
  { shared, isTrial, tally, onNotTaken, signal, onProgress }: ImportOptions,
): Promise<void> {
  // Whoever left according to any row has left: services export one row per list.
  const left = new Map<string, Judgement & { verdict: 'left' }>()
  for (const { listed } of lines) {
    const judged = judgeListed(listed, shared, 0)
    if (judged.verdict === 'left') left.set(emailKey(judged.email), judged)
  }
  const foreseen = isTrial ? new Set<string>() : undefined
  const hashOf = (email: string) => suppressionHash(emailKey(email), salt)
  for (let start = 0; start < lines.length; start += portionSize) {
    signal?.throwIfAborted()
    const judged = lines.slice(start, start + portionSize).map(({ line, listed }) => {
      const judgement = judgeListed(listed, shared, now())
      const elsewhere = judgement.verdict === 'reader' ? left.get(emailKey(judgement.email)) : undefined
      return { line, ...(elsewhere ?? judgement) }
    })
    const take = (tx: Kysely<Tables>) => takePortion(tx, judged, { salt, now, hashOf, foreseen })
    const isDone = await (foreseen ? take(database.db) : database.write(take))
    await delay(foreseen ? 0 : pauseMs)
    onProgress?.({ doing: 'Reading the list', done: start + judged.length, all: lines.length })
    for (const each of judged) {
      const verdict = verdictOn(each, isDone, hashOf)
      const { line, email } = each
      const isOurs = verdict === 'known' || (verdict === 'suppressed' && each.verdict !== 'left')
      const why = isOurs ? reasons[verdict] : each.why
      addToTally(tally, verdict, why, email)
      if (verdict !== 'imported' && verdict !== 'known') onNotTaken({ line, email, verdict, why })
    }
  }
}

const reasons = { known: 'already on the list, or twice in this one', suppressed: 'left, bounced, or was removed here' }

type Seen = { imported: Set<string>; suppressed: Set<string> }

function verdictOn(judged: Judged, { imported, suppressed }: Seen, hashOf: (email: string) => string): Verdict {
  if (judged.verdict === 'wrong' || judged.verdict === 'unconfirmed') return judged.verdict
  if (suppressed.has(hashOf(judged.email))) return 'suppressed'
  return judged.verdict === 'reader' && imported.delete(judged.subscriber.email_key) ? 'imported' : 'known'
}

/** @param foreseen in a trial, the keys of its portions so far; nothing is written then */
async function takePortion(
  tx: Kysely<Tables>,
  judged: readonly Judged[],
  {
    salt,
    now,
    hashOf,
    foreseen,
  }: { salt: string; now: () => number; hashOf: (email: string) => string; foreseen: Set<string> | undefined },
): Promise<Seen> {
  const keys = judged.filter(({ verdict }) => verdict !== 'wrong').map(({ email }) => emailKey(email))
  const onList = await knownAmong(tx, keys)
  const known = new Set([...onList.keys(), ...(foreseen ?? [])])
  const suppressed = await suppressedAmong(tx, keys.map(hashOf))
  // In one order, or two imports could deadlock on PostgreSQL.
  const inOrder = judged.toSorted((a, b) => compare(emailKey(a.email), emailKey(b.email)))
  for (const each of inOrder) {
    const subscriber = onList.get(emailKey(each.email))
    // People who signed up here stay. Imported ones leave if this list says so.
    if (each.verdict !== 'left' || subscriber === 'own') continue
    if (foreseen === undefined) {
      await suppress(tx, emailKey(each.email), each.reason, { salt, now: leftBefore })
      if (subscriber) await endSubscriber(tx, subscriber.id, 'unsubscribed', { salt, now: now() })
    }
    suppressed.add(hashOf(each.email))
  }
  const subscribers = new Map<string, SubscriberRow>()
  for (const each of inOrder) {
    if (each.verdict !== 'reader' || suppressed.has(hashOf(each.email))) continue
    const { email_key } = each.subscriber
    if (known.has(email_key) || subscribers.has(email_key)) continue
    subscribers.set(email_key, { ...each.subscriber, reference: referenceOf(email_key, salt) })
  }
  for (const key of subscribers.keys()) foreseen?.add(key)
  if (foreseen !== undefined || subscribers.size === 0) return { imported: new Set(subscribers.keys()), suppressed }
  const imported = await insertSubscribers(tx, [...subscribers.values()])
  // On PostgreSQL someone may have been removed between the check and the insert.
  for (const hash of await suppressedAmong(tx, [...imported].map(hashOf))) suppressed.add(hash)
  for (const key of [...imported].filter((each) => suppressed.has(hashOf(each)))) await deleteSubscriber(tx, key)
  return { imported, suppressed }
}

function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b)
}
