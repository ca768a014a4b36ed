import type { ExpressionBuilder, Kysely } from 'kysely'
import { z } from 'zod'
import type { Tables } from '../../migrations/tables.ts'
import { readSetting, writeSetting } from '../db/settings.ts'

export type Mute = { because: string; since: number }

const key = 'muted'
const muteSchema = z.object({ because: z.string(), since: z.number() })

/** No process sends until the owner lifts it: a restored copy would write to everyone once more. */
export async function mute(tx: Kysely<Tables>, why: Mute): Promise<void> {
  await writeSetting(tx, key, JSON.stringify(why))
}

export async function liftMute(tx: Kysely<Tables>): Promise<boolean> {
  return (await tx.deleteFrom('settings').where('key', '=', key).returning('key').execute()).length > 0
}

export async function readMute(db: Kysely<Tables>): Promise<Mute | undefined> {
  const value = await readSetting(db, key)
  return value === undefined ? undefined : muteSchema.parse(JSON.parse(value))
}

/** For the `where` of whatever takes a mail to send it: one statement decides, so that nothing slips between. */
export function isNotMuted(eb: ExpressionBuilder<Tables, keyof Tables>) {
  return eb.not(eb.exists(eb.selectFrom('settings').select('key').where('settings.key', '=', key)))
}

export type HeldBack = { mails: number; oldestAt: number | undefined }

export async function countHeldBack(db: Kysely<Tables>): Promise<HeldBack> {
  const { count, oldest } = await db
    .selectFrom('outbox')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('created_at').as('oldest')])
    .where('state', 'in', ['queued', 'sending'])
    .executeTakeFirstOrThrow()
  return { mails: count, oldestAt: oldest ?? undefined }
}
