import type { Kysely } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'

/** Makes the setting, or replaces its value. */
export async function writeSetting(tx: Kysely<Tables>, key: string, value: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

export async function readSetting(db: Kysely<Tables>, key: string): Promise<string | undefined> {
  return (await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst())?.value
}
