import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'

const key = 'salt'

/** A random secret of this database, made at its first start; hashes of senders are worth nothing without it. */
export async function readSalt(database: Database): Promise<string> {
  const found = await database.db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  if (found !== undefined) return found.value
  return await database.write(async (tx) => {
    const value = randomBytes(32).toString('base64url')
    await tx
      .insertInto('settings')
      .values({ key, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await tx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirstOrThrow()).value
  })
}
