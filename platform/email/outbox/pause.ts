import type { ExpressionBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tables } from '../../../migrations/tables.ts'
import { type Database, StorageError } from '../../db/database.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'

/** `isMoved`: all data was moved to another database. */
export type EmailPause = { because: string; since: number; isMoved?: boolean | undefined }

const key = 'paused'
const pauseSchema = z.object({ because: z.string(), since: z.number(), isMoved: z.boolean().optional() })

/** Stops all processes from sending until the owner resumes. Otherwise, a restored copy would email everyone again. */
export async function writePause(tx: Db, pause: EmailPause): Promise<void> {
  await writeSetting(tx, key, JSON.stringify(pause))
}

/** @returns whether there was a pause */
export async function deletePause(tx: Db): Promise<boolean> {
  const deleted = await tx.deleteFrom('settings').where('key', '=', key).returning('key').execute()
  return deleted.length > 0
}

export async function readPause(db: Db): Promise<EmailPause | undefined> {
  const value = await readSetting(db, key)
  return value === undefined ? undefined : pauseSchema.parse(JSON.parse(value))
}

/** A condition for a claim's statement. A separate check would let a pause start between the check and the claim. */
export function isNotPaused(eb: ExpressionBuilder<Tables, keyof Tables>) {
  return eb.not(eb.exists(eb.selectFrom('settings').select('key').where('settings.key', '=', key)))
}

/** Makes a running site's writes fail once its data was moved to another database. */
export function refuseWritesIfMoved(database: Database): Database {
  const write: Database['write'] = (work) =>
    database.write(async (tx) => {
      const result = await work(tx)
      // Read the pause last: on PostgreSQL, the move can commit while the work waits for locks.
      const pause = await readPause(tx)
      if (pause?.isMoved) throw new StorageError(`${pause.because}. Restart the site on that database`)
      return result
    })
  return { ...database, write }
}
