import { type Db, keysOf, type TableName, tableNames } from '../../migrations/tables.ts'
import type { Database } from '../../platform/db/database.ts'
import { changeRow, lockRow, pagesOf, type Row } from '../../platform/db/stored-rows.ts'
import type { PersonMatcher } from './person-matcher.ts'

/**
 * `rows`: number of other people's rows that changed. `references`: the leads of those rows. `newRows`: number of the
 * erased people's own rows, written after their data was deleted.
 */
export type ErasedMentions = { rows: number; references: string[]; newRows: number }

/** Erases mentions of a person from other people's rows, in short writes. */
export async function eraseMentions(
  database: Database,
  person: PersonMatcher,
  isOwnRow: (table: TableName, row: Row) => boolean,
): Promise<ErasedMentions> {
  const erased: ErasedMentions = { rows: 0, references: [], newRows: 0 }
  for (const table of tableNames) {
    for await (const page of pagesOf(database.db, table)) {
      const matching = page.filter((row) => mentions(table, row, person))
      const others = matching.filter((row) => !isOwnRow(table, row))
      erased.newRows += matching.length - others.length
      if (others.length === 0) continue
      erased.rows += await database.write((tx) => eraseFromRows(tx, table, others, person))
      erased.references.push(...others.flatMap((row) => referenceIn(table, row) ?? []))
    }
  }
  return erased
}

/** Rereads each row, in case it has changed since. @returns the number of changed rows */
async function eraseFromRows(tx: Db, table: TableName, rows: readonly Row[], person: PersonMatcher): Promise<number> {
  let changed = 0
  for (const row of rows) {
    const current = await lockRow(tx, table, row)
    if (current === undefined || !mentions(table, current, person)) continue
    await changeRow(tx, table, current, changesOf(table, current, person))
    changed += 1
  }
  return changed
}

function mentions(table: TableName, row: Row, person: PersonMatcher): boolean {
  return Object.keys(changesOf(table, row, person)).length > 0
}

/** The columns to change, with their new values. Leaves out keys, which don't contain visitors' text. */
function changesOf(table: TableName, row: Row, person: PersonMatcher): Row {
  const keys: readonly string[] = keysOf[table]
  const changes: Row = {}
  for (const [column, value] of Object.entries(row)) {
    if (typeof value !== 'string' || keys.includes(column)) continue
    // Replace an address with another valid address.
    const isAddress = column.endsWith('_address') && person.isIn(value)
    const erasedValue = isAddress ? 'erased@erased.invalid' : person.erasedFrom(value)
    if (erasedValue !== value) changes[column] = erasedValue
  }
  return changes
}

/** The reference of the lead that this row is, or is about. */
export function referenceIn(table: TableName, row: Row): string | undefined {
  if (table !== 'leads' && table !== 'outbox') return undefined
  const reference = table === 'leads' ? row['reference'] : row['about']
  return typeof reference === 'string' ? reference : undefined
}
