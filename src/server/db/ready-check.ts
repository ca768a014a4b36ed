import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from './database.ts'
import { writeSetting } from './settings.ts'
import { StorageError } from './storage-error.ts'

const patienceMs = 2_000

/** A check by doing: a small durable write, the same way that a request takes. Those who ask at once share one. */
export function createReadyCheck(database: Database, now: () => number): () => Promise<void> {
  let running: Promise<void> | undefined

  async function check(): Promise<void> {
    const answered = new AbortController()
    const late = delay(patienceMs, undefined, { signal: answered.signal }).then(() => {
      throw new StorageError(`The database did not answer within ${patienceMs} ms`)
    })
    const write = database.write((tx) => writeSetting(tx, 'ready_at', String(now())))
    await Promise.race([write, late]).finally(() => answered.abort())
  }

  return () => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }
}
