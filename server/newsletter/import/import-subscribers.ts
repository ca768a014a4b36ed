import { setTimeout as delay } from 'node:timers/promises'
import type { Db, SubscriberRow } from '../../../migrations/tables.ts'
import type { JobOptions } from '../../../platform/actions.ts'
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
import { type Classification, classifyLine, isWorse, type SharedConsent } from './listed-subscriber.ts'

/** `known`: already on the list, or repeated in the file. `unconfirmed`: never confirmed, according to the file. */
type Outcome = 'imported' | 'known' | 'suppressed' | 'unconfirmed' | 'invalid'

type LineResult = { line: number; email: string; outcome: Outcome; why: string }
type Group = { outcome: Outcome; why: string; count: number; examples: string[] }

type Tally = Record<Outcome, number> & { groups: Group[]; notImported: LineResult[] }

const maxExamples = 3
const maxGroups = 50
/** Maximum number of rejected lines to list. The counts include all of them. */
const maxNotImported = 10_000

export const newTally = (): Tally => ({
  imported: 0,
  known: 0,
  suppressed: 0,
  unconfirmed: 0,
  invalid: 0,
  groups: [],
  notImported: [],
})

export function tallyText({ imported, known, suppressed, unconfirmed, invalid }: Tally): string {
  const counts = { imported, 'already known': known, suppressed, 'never confirmed': unconfirmed, invalid }
  const parts = Object.entries(counts).map(([label, count]) => `${label} ${count.toLocaleString('en')}`)
  return parts.join(', ')
}

/** Returns a line like `12 suppressed (UNSUB_TIME is “2024-05-06”): ada@example.com, bob@example.com, cy@example.com …` */
export function groupText({ outcome, why, count, examples }: Group): string {
  const label = outcome === 'known' ? 'already known' : outcome
  const more = count > examples.length ? ' …' : ''
  return `${count.toLocaleString('en')} ${label} (${why}): ${examples.join(', ')}${more}`
}

function addToTally(tally: Tally, result: LineResult): void {
  const { email, outcome, why } = result
  tally[outcome]++
  const isOnList = outcome === 'imported' || outcome === 'known'
  if (!isOnList && tally.notImported.length < maxNotImported) tally.notImported.push(result)
  let group = tally.groups.find((each) => each.outcome === outcome && each.why === why)
  if (group === undefined) {
    if (tally.groups.length === maxGroups) return
    group = { outcome, why, count: 0, examples: [] }
    tally.groups.push(group)
  }
  group.count++
  if (group.examples.length < maxExamples) group.examples.push(email.slice(0, 254))
}

/** The time of imported suppressions, so they aren't recent losses. */
const suppressedAt = 0

type ClassifiedLine = Classification & { line: number; key: string; hash: string }

/** Lines per transaction: about 20 ms on SQLite, during which the running site can't write. */
const batchSize = 500
/** The pause between batches exceeds the site's write retry interval, which gives the site a turn. */
const pauseMs = 15

type ImportOptions = { shared: SharedConsent; isDryRun: boolean; tally: Tally } & JobOptions

/** Imports each batch in a transaction. People who left or were removed stay off the list. `tally` is right even if this throws. */
export async function importSubscribers(
  { database, salt, now }: Context,
  lines: readonly ListedLine[],
  { shared, isDryRun, tally, signal, onProgress }: ImportOptions,
): Promise<void> {
  const classify = ({ line, listed }: ListedLine): ClassifiedLine => {
    const classification = classifyLine(listed, shared, now())
    const key = emailKey(classification.email)
    return { ...classification, line, key, hash: suppressionHash(key, salt) }
  }
  // Services export a line per list. The worst line of an address decides.
  const worstLines = new Map<string, ClassifiedLine>()
  for (const line of lines) {
    const classified = classify(line)
    if (isWorse(classified.standing, worstLines.get(classified.key)?.standing)) {
      worstLines.set(classified.key, classified)
    }
  }
  const dryRunKeys = isDryRun ? new Set<string>() : undefined
  for (let start = 0; start < lines.length; start += batchSize) {
    signal?.throwIfAborted()
    const batch = lines.slice(start, start + batchSize).map((line) => {
      const classified = classify(line)
      return { ...classified, ...worstLines.get(classified.key), line: classified.line }
    })
    const importInto = (tx: Db) => importBatch(tx, batch, { salt, now: now(), dryRunKeys })
    const result = await (dryRunKeys ? importInto(database.db) : database.write(importInto))
    await delay(dryRunKeys ? 0 : pauseMs)
    onProgress?.({ doing: 'Reading the list', done: start + batch.length, all: lines.length })
    for (const { line, email, ...classified } of batch) {
      addToTally(tally, { line, email, ...outcomeOf(classified, result) })
    }
  }
}

type BatchResult = { imported: Set<string>; suppressed: Set<string> }

function outcomeOf(
  { verdict, why, key, hash }: Pick<ClassifiedLine, 'verdict' | 'why' | 'key' | 'hash'>,
  { imported, suppressed }: BatchResult,
): { outcome: Outcome; why: string } {
  if (verdict === 'invalid' || verdict === 'unconfirmed') return { outcome: verdict, why }
  if (suppressed.has(hash)) {
    return { outcome: 'suppressed', why: verdict === 'suppressed' ? why : 'left, bounced, or was removed here' }
  }
  if (verdict === 'subscriber' && imported.delete(key)) return { outcome: 'imported', why }
  return { outcome: 'known', why: 'already on the list, or repeated in the file' }
}

/** @param dryRunKeys in a dry run, which writes nothing, the keys that would have been imported so far */
async function importBatch(
  tx: Db,
  batch: readonly ClassifiedLine[],
  { salt, now, dryRunKeys }: { salt: string; now: number; dryRunKeys: Set<string> | undefined },
): Promise<BatchResult> {
  const valid = batch.filter(({ verdict }) => verdict !== 'invalid')
  const keys = valid.map(({ key }) => key)
  const hashes = valid.map(({ hash }) => hash)
  // Lock subscribers before their suppressions, as unsubscribing does, to avoid a deadlock on PostgreSQL.
  const onList = await lockKnown(tx, keys)
  const suppressed = await findSuppressed(tx, hashes)
  // Sort to keep concurrent imports from deadlocking on PostgreSQL.
  const sorted = batch.toSorted((a, b) => Number(a.key > b.key) - Number(a.key < b.key))
  for (const line of sorted) {
    const subscriber = onList.get(line.key)
    // People who signed up here stay. Imported subscribers leave if this list says so.
    if (line.verdict !== 'suppressed' || subscriber === 'own') continue
    suppressed.add(line.hash)
    if (dryRunKeys !== undefined) continue
    await suppress(tx, line.key, line.standing, { salt, now: suppressedAt })
    if (subscriber) await endSubscriber(tx, subscriber.id, 'unsubscribed', { salt, now })
  }
  const subscribers = new Map<string, SubscriberRow>()
  for (const line of sorted) {
    const { verdict, key, hash } = line
    if (verdict !== 'subscriber' || suppressed.has(hash) || onList.has(key) || dryRunKeys?.has(key)) continue
    if (!subscribers.has(key)) subscribers.set(key, { ...line.subscriber, reference: referenceOf(key, salt) })
  }
  for (const key of subscribers.keys()) dryRunKeys?.add(key)
  if (dryRunKeys !== undefined || subscribers.size === 0) return { imported: new Set(subscribers.keys()), suppressed }
  const imported = await insertSubscribers(tx, [...subscribers.values()])
  // PostgreSQL lets another transaction remove someone between the check and the insert.
  const keyOf = new Map([...imported].map((key) => [suppressionHash(key, salt), key]))
  for (const hash of await findSuppressed(tx, [...keyOf.keys()])) {
    suppressed.add(hash)
    await deleteSubscriber(tx, keyOf.get(hash) ?? '')
  }
  return { imported, suppressed }
}
