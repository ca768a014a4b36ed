import { setTimeout as delay } from 'node:timers/promises'
import type { Db, SubscriberRow } from '../../../migrations/tables.ts'
import { emailKey } from '../../../platform/email/email-address.ts'
import type { Watch } from '../../../platform/progress.ts'
import type { Context } from '../../context.ts'
import { referenceOf } from '../sign-up.ts'
import {
  deleteSubscriber,
  endSubscriber,
  findKnown,
  findSuppressed,
  insertSubscribers,
  suppress,
  suppressionHash,
} from '../store.ts'
import type { ListedLine } from './list-file.ts'
import { type Judgement, judgeListed, type SharedConsent } from './listed-subscriber.ts'

/** `known`: already on the list, or repeated in the file. `unconfirmed`: never confirmed, according to the file. */
type Verdict = 'imported' | 'known' | 'suppressed' | 'unconfirmed' | 'wrong'

type Group = { verdict: Verdict; why: string; count: number; examples: string[] }
type NotTaken = { line: number; email: string; verdict: Verdict; why: string }

/** `groups`: in the order of their first lines. */
type Tally = Record<Verdict, number> & { groups: Group[]; notTaken: NotTaken[] }

const maxExamples = 3
const maxGroups = 50
/** How many of the lines that weren't imported are listed; the counts include all. */
const maxNotTaken = 10_000

export const newTally = (): Tally => ({
  ...{ imported: 0, known: 0, suppressed: 0, unconfirmed: 0, wrong: 0 },
  groups: [],
  notTaken: [],
})

export function tallyText({ imported, known, suppressed, unconfirmed, wrong }: Tally): string {
  const parts = { imported, 'already known': known, suppressed, 'never confirmed': unconfirmed, wrong }
  return Object.entries(parts)
    .map(([what, count]) => `${what} ${count.toLocaleString('en')}`)
    .join(', ')
}

/** Like `12 suppressed (UNSUB_TIME is “2024-05-06”): ada@example.com, bob@example.com, cy@example.com …` */
export function groupText({ verdict, why, count, examples }: Group): string {
  const more = count > examples.length ? ' …' : ''
  return `${count.toLocaleString('en')} ${verdict === 'known' ? 'already known' : verdict} (${why}): ${examples.join(', ')}${more}`
}

function addToTally(tally: Tally, { line, email, verdict, why }: NotTaken): void {
  tally[verdict]++
  const isTaken = verdict === 'imported' || verdict === 'known'
  if (!isTaken && tally.notTaken.length < maxNotTaken) tally.notTaken.push({ line, email, verdict, why })
  let group = tally.groups.find((each) => each.verdict === verdict && each.why === why)
  if (group === undefined) {
    if (tally.groups.length === maxGroups) return
    group = { verdict, why, count: 0, examples: [] }
    tally.groups.push(group)
  }
  group.count++
  if (group.examples.length < maxExamples) group.examples.push(email.slice(0, 254))
}

/** The time of imported suppressions, so that they don't count as recent losses. */
const suppressedAt = 0

type Judged = Judgement & { line: number; key: string; hash: string }

/** Lines per transaction: about 20 ms on SQLite, during which the running site can't write. */
const batchSize = 500
/** Longer than the site's pause between attempts to write, so that it gets a turn. */
const pauseMs = 15

type ImportDeps = Pick<Context, 'database' | 'salt' | 'now'>
type Options = { shared: SharedConsent; isDryRun: boolean; tally: Tally } & Watch

/** Never brings back anyone who left or was removed. Each batch is a transaction; `tally` is right if this throws. */
export async function importSubscribers(
  { database, salt, now }: ImportDeps,
  lines: readonly ListedLine[],
  { shared, isDryRun, tally, signal, onProgress }: Options,
): Promise<void> {
  const judge = ({ line, listed }: ListedLine, at: number): Judged => {
    const judgement = judgeListed(listed, shared, at)
    const key = emailKey(judgement.email)
    return { ...judgement, line, key, hash: suppressionHash(key, salt) }
  }
  // Whoever left in any line has left: services export one line per list.
  const left = new Map<string, Judged>()
  for (const line of lines) {
    const judged = judge(line, 0)
    if (judged.verdict === 'left') left.set(judged.key, judged)
  }
  const dryRunKeys = isDryRun ? new Set<string>() : undefined
  for (let start = 0; start < lines.length; start += batchSize) {
    signal?.throwIfAborted()
    const judged = lines.slice(start, start + batchSize).map((line) => {
      const own = judge(line, now())
      return own.verdict === 'subscriber' ? { ...own, ...left.get(own.key), line: own.line } : own
    })
    const take = (tx: Db) => importBatch(tx, judged, { salt, now: now(), dryRunKeys })
    const result = await (dryRunKeys ? take(database.db) : database.write(take))
    await delay(dryRunKeys ? 0 : pauseMs)
    onProgress?.({ doing: 'Reading the list', done: start + judged.length, all: lines.length })
    for (const each of judged) addToTally(tally, { ...each, ...verdictOf(each, result) })
  }
}

type BatchResult = { imported: Set<string>; suppressed: Set<string> }

function verdictOf(judged: Judged, { imported, suppressed }: BatchResult): { verdict: Verdict; why: string } {
  const { verdict, why, key, hash } = judged
  if (verdict === 'wrong' || verdict === 'unconfirmed') return { verdict, why }
  if (suppressed.has(hash))
    return { verdict: 'suppressed', why: verdict === 'left' ? why : 'left, bounced, or was removed here' }
  if (verdict === 'subscriber' && imported.delete(key)) return { verdict: 'imported', why }
  return { verdict: 'known', why: 'already on the list, or repeated in this one' }
}

type BatchDeps = { salt: string; now: number; dryRunKeys: Set<string> | undefined }

/** @param dryRunKeys in a dry run, the keys that would have been imported so far; nothing is written then */
async function importBatch(
  tx: Db,
  judged: readonly Judged[],
  { salt, now, dryRunKeys }: BatchDeps,
): Promise<BatchResult> {
  const usable = judged.filter(({ verdict }) => verdict !== 'wrong')
  const onList = await findKnown(
    tx,
    usable.map(({ key }) => key),
  )
  const suppressed = await findSuppressed(
    tx,
    usable.map(({ hash }) => hash),
  )
  // Sorted, because two imports could deadlock on PostgreSQL otherwise.
  const inOrder = judged.toSorted((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
  for (const each of inOrder) {
    const subscriber = onList.get(each.key)
    // People who signed up here stay. Imported ones leave if this list says so.
    if (each.verdict !== 'left' || subscriber === 'own') continue
    suppressed.add(each.hash)
    if (dryRunKeys !== undefined) continue
    await suppress(tx, each.key, each.reason, { salt, now: suppressedAt })
    if (subscriber) await endSubscriber(tx, subscriber.id, 'unsubscribed', { salt, now })
  }
  const subscribers = new Map<string, SubscriberRow>()
  for (const each of inOrder) {
    const { key } = each
    if (each.verdict !== 'subscriber' || suppressed.has(each.hash) || onList.has(key) || dryRunKeys?.has(key)) continue
    if (!subscribers.has(key)) subscribers.set(key, { ...each.subscriber, reference: referenceOf(key, salt) })
  }
  for (const key of subscribers.keys()) dryRunKeys?.add(key)
  if (dryRunKeys !== undefined || subscribers.size === 0) return { imported: new Set(subscribers.keys()), suppressed }
  const imported = await insertSubscribers(tx, [...subscribers.values()])
  // On PostgreSQL someone may have been removed between the check and the insert.
  const hashes = new Map([...imported].map((key) => [suppressionHash(key, salt), key]))
  for (const hash of await findSuppressed(tx, [...hashes.keys()])) {
    suppressed.add(hash)
    await deleteSubscriber(tx, hashes.get(hash) ?? '')
  }
  return { imported, suppressed }
}
