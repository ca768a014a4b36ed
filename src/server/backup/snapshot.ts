import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import type { Database } from '../db/database.ts'

const beginnings = {
  // Reading begins the snapshot, and in WAL mode it holds up nobody who writes.
  sqlite: sql`begin`,
  postgres: sql`begin isolation level repeatable read read only; set local statement_timeout = 30000`,
}

/** Lets all reads see the database as it was at one moment, while others go on writing. */
export async function withSnapshot<T>(
  { db, engine }: Database,
  read: (snapshot: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return await db.connection().execute(async (only) => {
    await beginnings[engine].execute(only)
    try {
      const result = await read(only)
      await sql`rollback`.execute(only)
      return result
    } catch (error) {
      // On a connection that broke it fails as well, and would hide why.
      await sql`rollback`.execute(only).catch(() => {})
      throw error
    }
  })
}
