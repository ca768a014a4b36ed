import type { Kysely } from 'kysely'
import type { TableName, Tables } from '../../../migrations/tables.ts'
import { pagesOf, type Row } from '../../server/db/stored-rows.ts'
import type { Trace } from './trace.ts'

/** @param own the person's requests, which are not told. @returns the requests whose own words, or whose mails, hold a trace */
export async function referencesNaming(db: Kysely<Tables>, trace: Trace, own: ReadonlySet<string>): Promise<string[]> {
  const found = new Set<string>()
  for (const table of ['leads', 'outbox'] as const) {
    for await (const page of pagesOf(db, table)) {
      for (const row of page) {
        const reference = referenceIn(table, row)
        if (reference === undefined || own.has(reference) || found.has(reference)) continue
        if (Object.values(row).some((value) => typeof value === 'string' && trace.isIn(value))) found.add(reference)
      }
    }
  }
  return [...found].toSorted()
}

/** The request that a row is, or is about. */
export function referenceIn(table: TableName, row: Row): string | undefined {
  const reference = table === 'leads' ? row['reference'] : table === 'outbox' ? row['about'] : undefined
  return typeof reference === 'string' ? reference : undefined
}
