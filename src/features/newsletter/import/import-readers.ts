import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../../migrations/tables.ts'
import { emailKey } from '../../../lib/mail/email-key.ts'
import type { Database } from '../../../server/db/database.ts'
import {
  deleteSubscriber,
  insertSubscribers,
  knownAmong,
  suppress,
  suppressedAmong,
  suppressionHash,
} from '../newsletter.repository.ts'
import { referenceOf } from '../newsletter.service.ts'
import { type Judgement, judgeListed, type ListedReader, type SharedConsent } from './listed-reader.ts'

/** `known`: on the list already, or twice in the file. `unconfirmed`: the file itself says that they never confirmed. */
type Verdict = 'imported' | 'known' | 'suppressed' | 'unconfirmed' | 'wrong'

export type ImportTally = Record<Verdict, number>

export type NotTaken = { line: number; email: string; verdict: 'suppressed' | 'unconfirmed' | 'wrong'; why: string }

/** In the past: a suppression that does not count among today's losses. */
const leftBefore = 0

type Judged = Judgement & { line: number }

/** One transaction: some 20 ms on SQLite, for which the running site's writes wait. */
const portionSize = 500
/** Longer than the site's pause between two tries to write, so that it gets its turn. */
const pauseMs = 15

export type ImportDeps = { database: Database; salt: string; now: () => number }

/** Nobody who left, was removed or erased comes back. Each portion is whole; `tally` counts also when this throws. */
export async function importReaders(
  { database, salt, now }: ImportDeps,
  list: AsyncIterable<{ line: number; listed: ListedReader }>,
  options: { shared: SharedConsent; isTrial: boolean; tally: ImportTally; onNotTaken: (line: NotTaken) => void },
): Promise<void> {
  const { tally, onNotTaken } = options
  const foreseen = new Set<string>()
  for await (const lines of inPortions(list)) {
    const judged = lines.map(({ line, listed }) => ({ line, ...judgeListed(listed, options.shared, now()) }))
    const hashOf = (email: string) => suppressionHash(emailKey(email), salt)
    const store = (tx: Kysely<Tables>) => storePortion(tx, judged, { salt, hashOf })
    const isDone = options.isTrial
      ? await foreseePortion(database.db, judged, hashOf, foreseen)
      : await database.write(store).finally(() => delay(pauseMs))
    for (const each of judged) {
      const verdict = verdictOn(each, isDone, hashOf)
      tally[verdict]++
      const { line, email } = each
      if (verdict !== 'imported' && verdict !== 'known') {
        onNotTaken({ line, email, verdict, why: each.verdict === 'wrong' ? each.why : reasons[verdict] })
      }
    }
  }
}

const reasons = {
  suppressed: 'has left, bounced or was removed, and is not written to',
  unconfirmed: 'has never confirmed',
  wrong: 'is wrong',
}

type Done = { imported: Set<string>; suppressed: Set<string> }

function verdictOn(judged: Judged, { imported, suppressed }: Done, hashOf: (email: string) => string): Verdict {
  if (judged.verdict === 'wrong' || judged.verdict === 'unconfirmed') return judged.verdict
  if (suppressed.has(hashOf(judged.email))) return 'suppressed'
  return judged.verdict === 'reader' && imported.delete(judged.reader.email_key) ? 'imported' : 'known'
}

async function storePortion(
  tx: Kysely<Tables>,
  judged: readonly Judged[],
  { salt, hashOf }: { salt: string; hashOf: (email: string) => string },
): Promise<Done> {
  const { suppressed, unknown } = await lookUp(tx, judged, hashOf)
  // Two imports at once take the same order, or PostgreSQL would end one of them.
  const inOrder = judged.toSorted((a, b) => compare(emailKey(a.email), emailKey(b.email)))
  for (const each of inOrder) {
    if (each.verdict !== 'left' || !unknown.has(emailKey(each.email))) continue
    await suppress(tx, emailKey(each.email), each.reason, { salt, now: leftBefore })
    suppressed.add(hashOf(each.email))
  }
  const readers = newReaders(inOrder, unknown, (email) => suppressed.has(hashOf(email)))
  if (readers.size === 0) return { imported: new Set(), suppressed }
  const rows = [...readers.values()].map((reader) => ({ ...reader, reference: referenceOf(reader.email_key, salt) }))
  const imported = await insertSubscribers(tx, rows)
  // On PostgreSQL somebody may have been removed between the look and the insert, which waited for that.
  for (const hash of await suppressedAmong(tx, [...imported].map(hashOf))) suppressed.add(hash)
  for (const key of [...imported].filter((each) => suppressed.has(hashOf(each)))) await deleteSubscriber(tx, key)
  return { imported, suppressed }
}

function compare(a: string, b: string): number {
  return Number(a > b) - Number(a < b)
}

async function foreseePortion(
  db: Kysely<Tables>,
  judged: readonly Judged[],
  hashOf: (email: string) => string,
  foreseen: Set<string>,
): Promise<Done> {
  const { suppressed, unknown } = await lookUp(db, judged, hashOf)
  for (const { verdict, email } of judged) {
    if (verdict === 'left' && unknown.has(emailKey(email))) suppressed.add(hashOf(email))
  }
  const stillUnknown = new Set([...unknown].filter((key) => !foreseen.has(key)))
  const readers = newReaders(judged, stillUnknown, (email) => suppressed.has(hashOf(email)))
  const imported = new Set(readers.keys())
  for (const key of imported) foreseen.add(key)
  return { imported, suppressed }
}

async function lookUp(db: Kysely<Tables>, judged: readonly Judged[], hashOf: (email: string) => string) {
  const keys = judged.filter(({ verdict }) => verdict !== 'wrong').map(({ email }) => emailKey(email))
  const known = await knownAmong(db, keys)
  return {
    suppressed: await suppressedAmong(db, keys.map(hashOf)),
    unknown: new Set(keys.filter((key) => !known.has(key))),
  }
}

function newReaders(judged: readonly Judged[], unknown: Set<string>, isSuppressed: (email: string) => boolean) {
  const readers = new Map<string, Extract<Judged, { verdict: 'reader' }>['reader']>()
  for (const each of judged) {
    if (each.verdict !== 'reader' || isSuppressed(each.email)) continue
    const { email_key } = each.reader
    if (unknown.has(email_key) && !readers.has(email_key)) readers.set(email_key, each.reader)
  }
  return readers
}

async function* inPortions<T>(items: AsyncIterable<T>): AsyncGenerator<T[]> {
  let portion: T[] = []
  for await (const item of items) {
    if (portion.push(item) < portionSize) continue
    yield portion
    portion = []
  }
  if (portion.length > 0) yield portion
}
