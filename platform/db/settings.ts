import { randomBytes } from 'node:crypto'
import type { Db } from '../../migrations/tables.ts'
import type { Database } from './database.ts'

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

/** Reads settings by key prefix. The map's keys leave out the prefix. */
export async function readSettings(db: Db, prefix: string): Promise<Map<string, string>> {
  const rows = await db.selectFrom('settings').selectAll().where('key', 'like', `${prefix}%`).orderBy('key').execute()
  return new Map(rows.map(({ key, value }) => [key.slice(prefix.length), value]))
}

export async function deleteSetting(tx: Db, key: string): Promise<void> {
  await tx.deleteFrom('settings').where('key', '=', key).execute()
}

export async function deleteAllSettings(tx: Db): Promise<void> {
  await tx.deleteFrom('settings').execute()
}

/** Reads a setting and locks its row: other writers of the setting wait until this transaction ends. */
export async function lockSetting(tx: Db, key: string): Promise<string | undefined> {
  const found = tx.selectFrom('settings').select('value').where('key', '=', key).forUpdate()
  return (await found.executeTakeFirst())?.value
}

/** Key of the setting with the site's last start, in ms since 1970. */
export const startedKey = 'site-started'

const secretKeys = ['salt', 'link-key', 'chat-key'] as const

/** Adds missing secrets. */
export async function createSecrets(db: Db): Promise<void> {
  for (const key of secretKeys) {
    if ((await readSetting(db, key)) !== undefined) continue
    const secret = db.insertInto('settings').values({ key, value: randomBytes(32).toString('base64url') })
    await secret.onConflict((conflict) => conflict.doNothing()).execute()
  }
}

/** Reads a secret. Returns an empty string if the database is closed, which makes `signText` fail. */
export async function readSecret({ db, isClosed }: Database, key: (typeof secretKeys)[number]): Promise<string> {
  return isClosed ? '' : ((await readSetting(db, key)) ?? '')
}
