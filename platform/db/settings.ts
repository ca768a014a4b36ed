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

export async function deleteAllSettings(tx: Db): Promise<void> {
  await tx.deleteFrom('settings').execute()
}

/** Reads a setting and locks its row: other writers of it wait until this transaction ends. */
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
