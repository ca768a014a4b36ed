import { once } from 'node:events'
import { csvRecord } from '../../src/lib/text/csv.ts'

export type RecordFormat = 'csv' | 'json'

/** As they come. @param columns of the CSV, in their order; JSON has all fields @returns how many */
export async function writeRecords<Row extends object>(
  format: RecordFormat,
  records: AsyncIterable<Row>,
  columns: readonly (keyof Row & string)[],
  cell: (value: Row[keyof Row]) => string,
): Promise<number> {
  const isCsv = format === 'csv'
  let count = 0
  await writeSlowly(isCsv ? csvRecord(columns) : '[')
  for await (const record of records) {
    const before = count++ === 0 ? '\n' : ',\n'
    await writeSlowly(
      isCsv ? csvRecord(columns.map((column) => cell(record[column]))) : before + JSON.stringify(record),
    )
  }
  await writeSlowly(isCsv ? '' : '\n]\n')
  return count
}

export async function writeJsonLine(value: object): Promise<void> {
  await writeSlowly(`${JSON.stringify(value)}\n`)
}

/** Waits for a slow reader instead of holding everything in memory. */
async function writeSlowly(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
