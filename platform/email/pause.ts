import type { ExpressionBuilder } from 'kysely'
import { z } from 'zod'
import type { Db, Tables } from '../../migrations/tables.ts'
import { readSetting, writeSetting } from '../db/settings.ts'

export type EmailPause = { because: string; since: number }

const key = 'paused'
const pauseSchema = z.object({ because: z.string(), since: z.number() })

/** Stops all processes from sending until the owner resumes. Otherwise a restored copy would email everyone again. */
export async function writePause(tx: Db, why: EmailPause): Promise<void> {
  await writeSetting(tx, key, JSON.stringify(why))
}

export async function deletePause(tx: Db): Promise<boolean> {
  return (await tx.deleteFrom('settings').where('key', '=', key).returning('key').execute()).length > 0
}

export async function readPause(db: Db): Promise<EmailPause | undefined> {
  const value = await readSetting(db, key)
  return value === undefined ? undefined : pauseSchema.parse(JSON.parse(value))
}

/** For the `where` of a claim: one statement checks and claims, so nothing slips through. */
export function isNotPaused(eb: ExpressionBuilder<Tables, keyof Tables>) {
  return eb.not(eb.exists(eb.selectFrom('settings').select('key').where('settings.key', '=', key)))
}
