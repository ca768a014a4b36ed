import { createHmac } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Tables } from './tables.ts'

export type Limit = { key: string; max: number; windowMs: number }

/**
 * Counts one use within a window that begins with the first one. At the limit nothing is written any more, so that a
 * flood costs no wait for the disk.
 * @returns when the window ends (ms since 1970), if the limit is reached; else undefined
 */
export async function countUse(tx: Kysely<Tables>, limit: Limit, now: number): Promise<number | undefined> {
  const endsAt = now + limit.windowMs
  const counted = await tx
    .insertInto('limits')
    .values({ key: limit.key, count: 1, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((eb) => ({
          count: eb
            .case()
            .when('limits.ends_at', '<=', now)
            .then(1)
            .else(eb('limits.count', '+', 1))
            .end(),
          ends_at: eb.case().when('limits.ends_at', '<=', now).then(endsAt).else(eb.ref('limits.ends_at')).end(),
        }))
        .where((eb) => eb.or([eb('limits.count', '<', limit.max), eb('limits.ends_at', '<=', now)])),
    )
    .returning('count')
    .executeTakeFirst()
  if (counted !== undefined) return undefined
  const reached = await tx.selectFrom('limits').select('ends_at').where('key', '=', limit.key).executeTakeFirst()
  return reached?.ends_at ?? endsAt
}

/** Names a limit for somebody without keeping who it is: the salt never leaves the database. */
export function limitKey(purpose: string, whom: string, salt: string): string {
  return `${purpose}:${createHmac('sha256', salt).update(whom).digest('base64url')}`
}

export async function deleteLimit(tx: Kysely<Tables>, key: string): Promise<void> {
  await tx.deleteFrom('limits').where('key', '=', key).execute()
}

export async function deleteEndedLimits(tx: Kysely<Tables>, now: number): Promise<void> {
  await tx.deleteFrom('limits').where('ends_at', '<=', now).execute()
}
