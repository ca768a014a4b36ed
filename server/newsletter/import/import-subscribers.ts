import { setTimeout as delay } from 'node:timers/promises'
import type { Db, SubscriberRow } from '../../../migrations/tables.ts'
import type { JobOptions } from '../../../platform/actions.ts'
import { emailKey } from '../../../platform/email/address.ts'
import type { Context } from '../../context.ts'
import { referenceOf } from '../sign-up.ts'
import { deleteSubscriber, endSubscriber, insertSubscribers, lockKnown } from '../store.ts'
import { findSuppressed, suppress, suppressionHash } from '../suppressions.ts'
import type { ListedLine } from './list-file.ts'
import { type Classification, classifyLine, isWorse, type SharedConsent } from './listed-subscriber.ts'
import { addToTally, type Outcome, type Tally } from './tally.ts'

/** Time for imported suppressions, so the owner's numbers don't show them as recent losses. */
const suppressedAt = 0

type ClassifiedLine = Classification & { line: number; key: string; hash: string }

/** Lines per transaction: about 20 ms on SQLite, during which the running site can't write. */
const batchSize = 500
/** Pause between batches. Exceeds the site's write retry interval, so the site can write in between. */
const pauseMs = 15

type ImportOptions = { shared: SharedConsent; isDryRun: boolean; tally: Tally } & JobOptions

/** Imports lines in batches. People who left or were removed stay off the list. `tally` is correct even if it throws. */
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
  // Services export a line per list, so use the worst line for each address.
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

type BatchOptions = {
  salt: string
  now: number
  /** The keys of everyone a dry run would have imported so far. Undefined outside dry runs. */
  dryRunKeys: Set<string> | undefined
}

async function importBatch(tx: Db, batch: readonly ClassifiedLine[], options: BatchOptions): Promise<BatchResult> {
  const { salt, now, dryRunKeys } = options
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
    // Only remove imported subscribers that this list suppresses. People who signed up here stay.
    if (line.verdict !== 'suppressed' || subscriber === 'own') continue
    suppressed.add(line.hash)
    if (dryRunKeys !== undefined) continue
    await suppress(tx, line.key, line.standing, { salt, now: suppressedAt })
    if (subscriber) await endSubscriber(tx, subscriber.id, 'unsubscribed', { salt, now })
  }
  const subscribers = new Map<string, SubscriberRow>()
  for (const line of sorted) {
    const { verdict, key, hash } = line
    const isKnown = onList.has(key) || dryRunKeys?.has(key) === true || subscribers.has(key)
    if (verdict !== 'subscriber' || suppressed.has(hash) || isKnown) continue
    subscribers.set(key, { ...line.subscriber, reference: referenceOf(key, salt) })
  }
  if (dryRunKeys !== undefined) {
    for (const key of subscribers.keys()) dryRunKeys.add(key)
    return { imported: new Set(subscribers.keys()), suppressed }
  }
  if (subscribers.size === 0) return { imported: new Set(), suppressed }
  const imported = await insertSubscribers(tx, [...subscribers.values()])
  await removeSuppressed(tx, imported, suppressed, salt)
  return { imported, suppressed }
}

/** Undoes inserts of people who unsubscribed between the check and the insert, which PostgreSQL allows. */
async function removeSuppressed(tx: Db, imported: ReadonlySet<string>, suppressed: Set<string>, salt: string) {
  const keysByHash = new Map([...imported].map((key) => [suppressionHash(key, salt), key]))
  for (const hash of await findSuppressed(tx, [...keysByHash.keys()])) {
    suppressed.add(hash)
    await deleteSubscriber(tx, keysByHash.get(hash) ?? '')
  }
}
