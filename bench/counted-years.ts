import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { VisitMarkRow } from '../migrations/tables.ts'
import { insertDay } from '../src/features/report/counting/counting.repository.ts'
import { sumDay } from '../src/features/report/counting/day-numbers.ts'
import { toRow } from '../src/features/report/counting/totals.ts'
import { dayAfter, readReport } from '../src/features/report/reading/read-report.ts'
import { seededRandom } from '../src/lib/seeded-random.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { sqliteFileName } from '../src/server/db/sqlite.ts'
import { createSilentLog } from '../src/server/log.ts'

const days = 730
const visitsADay = 1_370
const pages = 60
const sources = 400
const last = '2026-11-23'

/** A million visits over two years, with a long tail of pages and sources. @returns bytes of the file, and ms of reports */
export async function countYears(dataDir: string): Promise<{ bytes: number; yearMs: number[] }> {
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, createSilentLog())
  const random = seededRandom('two years')
  for (let back = 0; back < days; back += 1) {
    const row = toRow(dayAfter(last, -back), sumDay(marksOfDay(random), []))
    await database.write((tx) => insertDay(tx, row))
  }
  const yearMs: number[] = []
  for (let round = 0; round < 7; round += 1) {
    const begunAt = performance.now()
    await readReport(database.db, { from: dayAfter(last, -364), to: last })
    yearMs.push(performance.now() - begunAt)
  }
  await database.close()
  return { bytes: statSync(join(dataDir, sqliteFileName)).size, yearMs }
}

function marksOfDay(random: () => number): VisitMarkRow[] {
  // The first names are the common ones.
  const rare = (count: number) => Math.floor(random() ** 4 * count)
  const marks: VisitMarkRow[] = []
  for (let visit = 0; visit < visitsADay; visit += 1) {
    const device = (['phone', 'computer', 'tablet'] as const)[rare(3)] ?? 'phone'
    const speed = () => JSON.stringify({ lcp: 500 + random() * 3_000, inp: 104 + random() * 200, cls: random() * 0.1 })
    const mark = (what: string, more: Partial<VisitMarkRow> = {}) =>
      marks.push({ visitor: `${visit}`, what, at: marks.length * 1_000, device, source: null, speed: null, ...more })
    for (let page = 0; page <= rare(5); page += 1)
      mark(`page:/blog/an-article-of-the-studio-${rare(pages)}`, {
        source: `source-${rare(sources)}.example`,
        speed: speed(),
      })
    if (random() < 0.4) mark('read')
    if (random() < 0.05) mark('used:contact')
    if (random() < 0.02) mark('sent:contact')
    if (random() < 0.05) mark('asked')
    if (random() < 0.05) mark(`answer:answer-${rare(100)}`)
    if (random() < 0.02) mark('sent:newsletter')
  }
  return marks
}
