import { setTimeout as delay } from 'node:timers/promises'
import type { Db, SubscriberRow } from '../../../migrations/tables.ts'
import type { Watch } from '../../../platform/actions.ts'
import { emailKey } from '../../../platform/email/address.ts'
import type { Context } from '../../context.ts'
import { referenceOf } from '../sign-up.ts'
import {
  deleteSubscriber,
  endSubscriber,
  findSuppressed,
  insertSubscribers,
  lockKnown,
  suppress,
  suppressionHash,
} from '../store.ts'
import type { ListedLine } from './list-file.ts'
import { isWorse, type Judgement, judgeListed, type SharedConsent } from './listed-subscriber.ts'

/** `known`: already on the list, or repeated in the file. `unconfirmed`: never confirmed, according to the file. */
type Verdict = 'imported' | 'known' | 'suppressed' | 'unconfirmed' | 'wrong'

type Group = { verdict: Verdict; why: string; count: number; examples: string[] }
type NotTaken = { line: number; email: string; verdict: Verdict; why: string }

type Tally = Record<Verdict, number> & { groups: Group[]; notTaken: NotTaken[] }

const maxExamples = 3
const maxGroups = 50
/** How many rejected lines are listed. The counts include all of them. */
const maxNotTaken = 10_000

export const newTally = (): Tally => ({
  ...{ imported: 0, known: 0, suppressed: 0, unconfirmed: 0, wrong: 0 },
  groups: [],
  notTaken: [],
})

export function tallyText({ imported, known, suppressed, unconfirmed, wrong }: Tally): string {
  const counts = { imported, 'already known': known, suppressed, 'never confirmed': unconfirmed, wrong }
  const parts = Object.entries(counts).map(([label, count]) => `${label} ${count.toLocaleString('en')}`)
  return parts.join(', ')
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
  let group = tally.groups.find((other) => other.verdict === verdict && other.why === why)
  if (group === undefined) {
    if (tally.groups.length === maxGroups) return
    group = { verdict, why, count: 0, examples: [] }
    tally.groups.push(group)
  }
  group.count++
  if (group.examples.length < maxExamples) group.examples.push(email.slice(0, 254))
}

/** Imported suppressions mustn't count as recent losses. */
const suppressedAt = 0

type Judged = Judgement & { line: number; key: string; hash: string }

/** Lines per transaction: about 20 ms on SQLite, during which the running site can't write. */
const batchSize = 500
/** Longer than the site's pause between attempts to write, so that it gets a turn. */
const pauseMs = 15

/** Never brings back anyone who left or was removed. Each batch is a transaction; `tally` is right even if this throws. */
export async function importSubscribers(
  { database, salt, now }: Pick<Context, 'database' | 'salt' | 'now'>,
  lines: readonly ListedLine[],
  { shared, isDryRun, tally, signal, onProgress }: { shared: SharedConsent; isDryRun: boolean; tally: Tally } & Watch,
): Promise<void> {
  const judge = ({ line, listed }: ListedLine): Judged => {
    const judgement = judgeListed(listed, shared, now())
    const key = emailKey(judgement.email)
    return { ...judgement, line, key, hash: suppressionHash(key, salt) }
  }
  // Services export a line per list, and an address's worst line decides.
  const worst = new Map<string, Judged>()
  for (const line of lines) {
    const judged = judge(line)
    if (isWorse(judged.standing, worst.get(judged.key)?.standing)) worst.set(judged.key, judged)
  }
  const dryRunKeys = isDryRun ? new Set<string>() : undefined
  for (let start = 0; start < lines.length; start += batchSize) {
    signal?.throwIfAborted()
    const batch = lines.slice(start, start + batchSize).map((line) => {
      const judged = judge(line)
      return { ...judged, ...worst.get(judged.key), line: judged.line }
    })
    const importInto = (tx: Db) => importBatch(tx, batch, { salt, now: now(), dryRunKeys })
    const result = await (dryRunKeys ? importInto(database.db) : database.write(importInto))
    await delay(dryRunKeys ? 0 : pauseMs)
    onProgress?.({ doing: 'Reading the list', done: start + batch.length, all: lines.length })
    for (const judged of batch) addToTally(tally, { ...judged, ...verdictOf(judged, result) })
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

/** @param dryRunKeys in a dry run, which writes nothing, the keys that would have been imported so far */
async function importBatch(
  tx: Db,
  batch: readonly Judged[],
  { salt, now, dryRunKeys }: { salt: string; now: number; dryRunKeys: Set<string> | undefined },
): Promise<BatchResult> {
  const usable = batch.filter(({ verdict }) => verdict !== 'wrong')
  const [keys, hashes] = [usable.map(({ key }) => key), usable.map(({ hash }) => hash)]
  // Before their suppressions, as when somebody unsubscribes: another order could deadlock on PostgreSQL.
  const onList = await lockKnown(tx, keys)
  const suppressed = await findSuppressed(tx, hashes)
  // Sorted, because two imports could deadlock on PostgreSQL otherwise.
  const sorted = batch.toSorted((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
  for (const judged of sorted) {
    const subscriber = onList.get(judged.key)
    // People who signed up here stay. Imported ones leave if this list says so.
    if (judged.verdict !== 'left' || subscriber === 'own') continue
    suppressed.add(judged.hash)
    if (dryRunKeys !== undefined) continue
    await suppress(tx, judged.key, judged.standing, { salt, now: suppressedAt })
    if (subscriber) await endSubscriber(tx, subscriber.id, 'unsubscribed', { salt, now })
  }
  const subscribers = new Map<string, SubscriberRow>()
  for (const judged of sorted) {
    const { verdict, key, hash } = judged
    if (verdict !== 'subscriber' || suppressed.has(hash) || onList.has(key) || dryRunKeys?.has(key)) continue
    if (!subscribers.has(key)) subscribers.set(key, { ...judged.subscriber, reference: referenceOf(key, salt) })
  }
  for (const key of subscribers.keys()) dryRunKeys?.add(key)
  if (dryRunKeys !== undefined || subscribers.size === 0) return { imported: new Set(subscribers.keys()), suppressed }
  const imported = await insertSubscribers(tx, [...subscribers.values()])
  // On PostgreSQL someone may have been removed between the check and the insert.
  const keyOf = new Map([...imported].map((key) => [suppressionHash(key, salt), key]))
  for (const hash of await findSuppressed(tx, [...keyOf.keys()])) {
    suppressed.add(hash)
    await deleteSubscriber(tx, keyOf.get(hash) ?? '')
  }
  return { imported, suppressed }
}
