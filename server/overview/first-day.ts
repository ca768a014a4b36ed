import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type CallKind, weekdays } from '../../platform/content/calls.ts'
import { contentVersion, tryRead } from '../../platform/content/read-content.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { sampleFolder } from '../../platform/content/starter/starter.ts'
import { isObject } from '../../platform/is-object.ts'
import type { Context } from '../context.ts'
import { readEmailTest } from '../outbox/test-email.ts'
import { contentParts, partsToWrite } from '../setup/content-parts.ts'
import { ownParts, readSample, sampleContent } from '../setup/sample-content.ts'
import { isRunning } from '../visits/open-day.ts'

/** Steps before the first visitors; null once a lead, subscriber, or issue exists, or every step is done. */
export async function readFirstDay(context: Context) {
  const { database, environment, now } = context
  const { db } = database
  const rows = await Promise.all([
    db.selectFrom('leads').select('reference').limit(1).executeTakeFirst(),
    db.selectFrom('subscribers').select('id').limit(1).executeTakeFirst(),
    db.selectFrom('issues').select('slug').limit(1).executeTakeFirst(),
  ])
  if (rows.some((row) => row !== undefined)) return null
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

let cached: { version: string; count: number } | undefined

/** Counts files in content/ with sample or missing copy. Cached until a file changes: it hashes everything. */
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
  const written = Object.entries(hours).map(([day, ranges]) => [day, ranges.map(({ from, to }) => `${from}-${to}`)])
  return isObject(sample) && JSON.stringify(sample['hours']) === JSON.stringify(Object.fromEntries(written))
}

/** The days with hours, and the first and last time of any day. */
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
