import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../server/db/database.ts'

const longestWaitMs = 5_000
const pollMs = 20

/**
 * Waits until the mails that are being sent at this moment, from words read before, have been settled: a running site that
 * writes mails to files may put one down until then. A claim that outlives its process is not waited for any longer than that.
 */
export async function waitForMailsUnderWay(database: Database, now: number): Promise<void> {
  const atFirst = await mailsUnderWay(database, now)
  for (let waitedMs = 0; waitedMs < longestWaitMs; waitedMs += pollMs) {
    const left = await mailsUnderWay(database, now)
    if (![...atFirst].some((claim) => left.has(claim))) return
    await delay(pollMs)
  }
}

/** A claim's end tells it from a later one on the same mail. */
async function mailsUnderWay({ db }: Database, now: number): Promise<Set<string>> {
  const mails = await db
    .selectFrom('outbox')
    .select(['id', 'due_at'])
    .where('state', '=', 'sending')
    .where('due_at', '>', now)
    .execute()
  const letters = await db
    .selectFrom('issue_mails')
    .select(['issue', 'subscriber_id', 'due_at'])
    .where('state', '=', 'sending')
    .where('due_at', '>', now)
    .execute()
  return new Set([...mails, ...letters].map((claim) => JSON.stringify(claim)))
}
