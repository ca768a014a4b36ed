import type { Kysely } from 'kysely'
import { keysOf, type TableName, type Tables, tableNames } from '../../../migrations/tables.ts'
import type { Database } from '../../server/db/database.ts'
import { changeRow, pagesOf, type Row, readRow } from '../../server/db/stored-rows.ts'
import { referenceIn } from './references-naming.ts'
import type { Trace } from './trace.ts'

/** What was found in rows that are not the person's own. */
export type ErasedWords = {
  /** How many rows were changed. */
  rows: number
  /** The requests whose own words, or whose mails, held it. */
  references: string[]
  /** Rows of the person's own, written since those were deleted. */
  newRows: number
  /** What stays though it looks like the trace (see `lookalikesIn`). */
  lookalikes: string[]
}

/**
 * Takes a trace out of every text of every table, and leaves the rows. A row is changed in a short write of its own group,
 * so that a site that runs goes on; broken off in the middle, the rest is done by the next call.
 * @param isTheirs the person's own rows, which are to be deleted and never changed: without its key none is found again
 */
export async function eraseWords(
  database: Database,
  trace: Trace,
  isTheirs: (table: TableName, row: Row) => boolean,
): Promise<ErasedWords> {
  const references = new Set<string>()
  const lookalikes = new Set<string>()
  let rows = 0
  let newRows = 0
  for (const table of tableNames) {
    for await (const page of pagesOf(database.db, table)) {
      const near = page.filter((row) => textsOf(row).some(trace.isInBytes))
      const held = near.filter((row) => Object.keys(changeOf(table, row, trace)).length > 0)
      const theirs = held.filter((row) => isTheirs(table, row))
      const others = held.filter((row) => !isTheirs(table, row))
      newRows += theirs.length
      if (others.length > 0) rows += await database.write((tx) => eraseRows(tx, database.engine, table, others, trace))
      for (const row of others) {
        const reference = referenceIn(table, row)
        if (reference !== undefined) references.add(reference)
      }
      for (const text of near.flatMap(textsOf))
        for (const place of trace.lookalikesIn(trace.erasedFrom(text))) lookalikes.add(place)
    }
  }
  return { rows, newRows, references: [...references].toSorted(), lookalikes: [...lookalikes] }
}

/** Reads each row once more: it may have changed since. */
async function eraseRows(
  tx: Kysely<Tables>,
  engine: Database['engine'],
  table: TableName,
  rows: readonly Row[],
  trace: Trace,
): Promise<number> {
  let changed = 0
  for (const row of rows) {
    const known = await readRow(tx, table, row, engine === 'postgres')
    const change = known === undefined ? {} : changeOf(table, known, trace)
    if (known === undefined || Object.keys(change).length === 0) continue
    await changeRow(tx, table, known, change)
    changed += 1
  }
  return changed
}

/** The columns that hold the trace, as they are to be. */
function changeOf(table: TableName, row: Row, trace: Trace): Row {
  const keys: readonly string[] = keysOf[table]
  const changes = Object.entries(row).flatMap(([column, value]) => {
    if (typeof value !== 'string' || keys.includes(column)) return []
    const without = column.endsWith('_address') ? trace.erasedFromAddress(value) : trace.erasedFrom(value)
    return without === value ? [] : [[column, without] as const]
  })
  return Object.fromEntries(changes)
}

function textsOf(row: Row): string[] {
  return Object.values(row).filter((value) => typeof value === 'string')
}
