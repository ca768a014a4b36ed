import { once } from 'node:events'
import { csvRecord } from './csv.ts'

export type RecordFormat = 'csv' | 'json'

/**
 * Writes records to standard output as they come, without holding them in memory.
 * @param columns of the CSV, in their order; JSON has all fields
 * @param cell how a value reads in CSV
 * @returns how many
 */
export async function writeRecords<Row extends object>(
  format: RecordFormat,
  records: AsyncIterable<Row>,
  columns: readonly (keyof Row & string)[],
  cell: (value: Row[keyof Row]) => string,
): Promise<number> {
  const isCsv = format === 'csv'
  let count = 0
  await pour(isCsv ? csvRecord(columns) : '[')
  for await (const record of records) {
    const before = count++ === 0 ? '\n' : ',\n'
    await pour(isCsv ? csvRecord(columns.map((column) => cell(record[column]))) : before + JSON.stringify(record))
  }
  await pour(isCsv ? '' : '\n]\n')
  return count
}

/** Waits for a slow reader instead of holding everything in memory. */
async function pour(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}
