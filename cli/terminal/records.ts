import { once } from 'node:events'
import { Option } from 'commander'
import { csvRecord, type Fields, recordOf } from '../../platform/text/csv.ts'

export type RecordFormat = 'csv' | 'json'

export const formatOption = new Option('--format <format>', 'the form of the data')
  .choices(['csv', 'json'])
  .default('csv')

/** As they come. @returns how many */
export async function writeRecords<Row>(format: RecordFormat, fields: Fields<Row>, rows: AsyncIterable<Row>) {
  const isCsv = format === 'csv'
  let count = 0
  await writeSlowly(isCsv ? csvRecord(Object.keys(fields)) : '[')
  for await (const row of rows) {
    const record = recordOf(fields, row)
    const before = count++ === 0 ? '\n' : ',\n'
    await writeSlowly(isCsv ? csvRecord(Object.values(record)) : before + JSON.stringify(record))
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
