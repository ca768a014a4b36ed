import { setTimeout as delay } from 'node:timers/promises'
import { type Database, StorageError } from './database.ts'
import { writeSetting } from './settings.ts'

const readyTimeoutMs = 2_000

/** Returns a check that the database accepts durable writes. Concurrent callers share one check. @throws StorageError */
export function createReadyCheck(database: Database, now: () => number): () => Promise<void> {
  let running: Promise<void> | undefined

  async function check(): Promise<void> {
    const write = database.write((tx) => writeSetting(tx, 'ready_at', String(now())))
    const written = write.then(() => true)
    if (await Promise.race([written, delay(readyTimeoutMs, false, { ref: false })])) return
    throw new StorageError(`The database didn’t respond within ${readyTimeoutMs} ms`)
  }

  return () => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }
}
