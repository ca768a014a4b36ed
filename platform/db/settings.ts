import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Db } from '../../migrations/tables.ts'
import { type Database, StorageError } from './database.ts'

export async function writeSetting(tx: Db, key: string, value: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

export async function readSetting(db: Db, key: string): Promise<string | undefined> {
  return (await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst())?.value
}

export async function deleteSettings(tx: Db): Promise<void> {
  await tx.deleteFrom('settings').execute()
}

/** The current day of the visit counts, with the key of its hashes. */
export const openDayKey = 'open-day'

/** Others wait until the write has ended. */
export async function lockSetting(tx: Db, key: string): Promise<string | undefined> {
  const found = tx.selectFrom('settings').select('value').where('key', '=', key).forUpdate()
  return (await found.executeTakeFirst())?.value
}

type SecretName = 'salt' | 'link-key' | 'chat-key'

export async function readSecret(database: Database, key: SecretName): Promise<string> {
  const found = await readSetting(database.db, key)
  if (found !== undefined) return found
  return await database.write(async (tx) => {
    const value = randomBytes(32).toString('base64url')
    await tx
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await readSetting(tx, key)) ?? value
  })
}

const timeoutMs = 2_000

/** Checks with a small durable write, like that of a lead. Concurrent callers share one. */
export function createReadyCheck(database: Database, now: () => number): () => Promise<void> {
  let running: Promise<void> | undefined

  async function check(): Promise<void> {
    const write = database.write((tx) => writeSetting(tx, 'ready_at', String(now())))
    const isWritten = write.then(() => true)
    if (await Promise.race([isWritten, delay(timeoutMs, false, { ref: false })])) return
    throw new StorageError(`The database did not answer within ${timeoutMs} ms`)
  }

  return () => {
    running ??= check().finally(() => {
      running = undefined
    })
    return running
  }
}
