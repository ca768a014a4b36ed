import { randomBytes } from 'node:crypto'
import type { Database } from './database.ts'
import { readSetting } from './settings.ts'

/**
 * `salt` for hashes of senders and addresses, which are worth nothing without it; `link-key` signs links in mails, `talk-key`
 * replies of the agent.
 */
type SecretName = 'salt' | 'link-key' | 'talk-key'

/** A random secret of this database, made when it is first asked for. It never leaves the database. */
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
    return (await tx.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirstOrThrow()).value
  })
}
