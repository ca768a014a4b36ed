import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { parse } from 'yaml'
import type { Db } from '../../migrations/tables.ts'
import { weekdays } from '../../platform/content/call-rules.ts'
import type { CallKind } from '../../platform/content/calls.ts'
import { tryRead } from '../../platform/content/files/content-error.ts'
import { contentVersion } from '../../platform/content/files/content-files.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { sampleFolder } from '../../platform/content/starter/starter.ts'
import { isObject } from '../../platform/is-object.ts'
import type { Context } from '../context.ts'
import { readEmailTest } from '../outbox/test-email.ts'
import { contentParts, partsToWrite } from '../setup/content-parts.ts'
import { ownParts, readSample, sampleContent } from '../setup/sample-content.ts'
import { isRunning } from '../visits/open-day.ts'

/** Lists tasks for before the first visitors. Null once all are done, or there's a lead, subscriber, or issue. */
export async function readFirstDay(context: Context) {
  const { database, environment, now } = context
  const { db } = database
  if (await isInUse(db)) return null
  const calls = tryRead(siteContent)?.calls
  const firstDay = {
    isRunning: await isRunning(db, now()),
    sampleFiles: countSampleFiles(),
    isEmailTested: (await readEmailTest(db)) !== undefined,
    hours: calls ? openHours(calls.kinds[0]) : null,
    hasOwnHours: calls === undefined || environment.calendarUrls.length > 0 || !hasSampleHours(calls.kinds[0]),
    hasBackups: environment.backupDir !== undefined,
  }
  const { sampleFiles, isEmailTested, hasOwnHours, hasBackups } = firstDay
  const isDone = firstDay.isRunning && sampleFiles === 0 && isEmailTested && hasOwnHours && hasBackups
  return isDone ? null : firstDay
}

async function isInUse(db: Db): Promise<boolean> {
  const rows = await Promise.all([
    db.selectFrom('leads').select('reference').limit(1).executeTakeFirst(),
    db.selectFrom('subscribers').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('issues').select('slug').limit(1).executeTakeFirst(),
  ])
  return rows.some((row) => row !== undefined)
}

let cached: { version: string; count: number } | undefined

/** Counts files in content/ with sample or missing copy. Hashes all files, so it's cached until a file changes. */
function countSampleFiles(): number {
  const version = contentVersion()
  if (cached?.version !== version) {
    const parts = ownParts(contentParts())
    const files = [...partsToWrite(parts), ...sampleContent(parts, readSample())].map(({ file }) => file)
    cached = { version, count: new Set(files).size }
  }
  return cached.count
}

function hasSampleHours({ hours }: CallKind): boolean {
  const sample: unknown = parse(readFileSync(join(sampleFolder, 'calls.yaml'), 'utf8'))
  if (!isObject(sample)) return false
  const written = Object.entries(hours).map(([day, ranges]) => [day, ranges.map(({ from, to }) => `${from}-${to}`)])
  return isDeepStrictEqual(sample['hours'], Object.fromEntries(written))
}

/** Returns the days with hours, whether they're consecutive (`isInRow`), and the first and last time on any day. */
function openHours({ hours }: CallKind) {
  const days = weekdays.filter((day) => (hours[day] ?? []).length > 0)
  const ranges = days.flatMap((day) => hours[day] ?? [])
  const starts = ranges.map(({ from }) => from).toSorted()
  const ends = ranges.map(({ to }) => to).toSorted()
  const first = days[0] ?? 'monday'
  const last = days.at(-1) ?? 'monday'
  const isInRow = weekdays.indexOf(last) - weekdays.indexOf(first) === days.length - 1
  return { days, isInRow, from: starts[0] ?? '', to: ends.at(-1) ?? '' }
}
