import { tryRead } from '../../platform/content/files/content-error.ts'
import { siteContent, studioZone } from '../../platform/content/site-content.ts'
import { type Database, reasonOf } from '../../platform/db/database.ts'
import { withDatabase } from '../../platform/db/open-database.ts'
import { createReadyCheck } from '../../platform/db/ready-check.ts'
import { readSecret, readSetting } from '../../platform/db/settings.ts'
import { summarizeOutbox } from '../../platform/email/outbox/list.ts'
import { readPause } from '../../platform/email/outbox/pause.ts'
import type { Environment } from '../../platform/environment.ts'
import { warningKeys } from '../../platform/http/request-watch.ts'
import { counted } from '../../platform/text/amounts.ts'
import { oneLine } from '../../platform/text/clean-text.ts'
import { readLastBackup } from '../backup/backup-records.ts'
import { calendarSource, type ReadOptions, readCalendarNow } from '../calls/busy/calendar-reader.ts'
import { type OwnCalendar, ownCalendars } from '../calls/busy/own-calendars.ts'
import { freeTimes, readCalendar } from '../calls/calendar.ts'
import { type Finding, inSentences, note, ok, sentence, wrong } from './finding.ts'
import { backupHealth, backupSettings, type Health, outboxHealth } from './health.ts'

const maxNamed = 10

/** @param keepMonths how long the privacy policy promises to keep leads */
export async function checkDatabase(environment: Environment, keepMonths?: number): Promise<Finding[]> {
  return await withDatabase(environment, async (database) => {
    await createReadyCheck(database, Date.now)()
    const place = database.engine === 'sqlite' ? `SQLite in ${environment.dataDir}` : 'PostgreSQL at DATABASE_URL'
    const warnings = await Promise.all(warningKeys.map((key) => readSetting(database.db, key)))
    return [
      ok('database', `${place} works`),
      ...(await checkLive(database, environment, Date.now())),
      ...warnings.flatMap((text) => (text ? wrong('settings', ...inSentences(text)) : [])),
      ...(await checkOldLeads(database, keepMonths)),
    ]
  }).catch((error: unknown) => [wrong('database', 'The database doesn’t work', { todo: reasonOf(error) })])
}

async function checkOldLeads({ db }: Database, keepMonths: number | undefined): Promise<Finding[]> {
  if (keepMonths === undefined) return []
  const oldest = new Date()
  oldest.setUTCMonth(oldest.getUTCMonth() - keepMonths)
  const old = await db
    .selectFrom('leads')
    .select('reference')
    .where('created_at', '<', oldest.getTime())
    .orderBy('created_at')
    .execute()
  if (old.length === 0) return []
  const references = old.slice(0, maxNamed).map(({ reference }) => reference)
  const text = `${counted(old.length, 'lead is', 'leads are')} older than ${counted(keepMonths, 'month')}`
  const todo = 'Your privacy policy promises to delete them. Forget the leads that didn’t become work.'
  return [note('leads', text, { todo, command: ['forget', ...references].join(' ') })]
}

/** Checks the outbox and backups. The desk calls this for each view because they change while it's open. */
export async function checkLive({ db }: Database, environment: Environment, now: number): Promise<Finding[]> {
  const clock = { now, zone: studioZone() }
  const outbox = outboxHealth(await summarizeOutbox(db, now), await readPause(db), clock)
  const backup = backupHealth(await readLastBackup(db), backupSettings(environment), clock)
  return [...outbox.map((health) => toFinding('outbox', health)), toFinding('backup', backup)]
}

const settingTodos: Readonly<Record<string, string>> = {
  'BACKUP_DIR=': 'Set a folder on another disk in your settings, then restart the site.',
  'BACKUP_KEY=':
    'Set a passphrase of at least 16 characters in your settings, then restart the site. Keep a copy elsewhere: without it, you can’t open the backups.',
}

function toFinding(about: string, { details, fix: _, ...health }: Health): Finding {
  const todo = settingTodos[health.setting ?? ''] ?? (details && oneLine(`${details}.`))
  return todo === undefined ? { about, ...health } : { about, ...health, todo }
}

const timeoutMs = 5_000

const needsBoth = 'The chat’s gateway needs both CHAT_BASE_URL and CHAT_API_KEY.'

/** Checks the gateway by listing its models, which is free. */
export async function checkChat({ baseUrl, apiKey }: Environment['chat']): Promise<Finding> {
  if (baseUrl === undefined && apiKey === undefined)
    return note('chat', 'The built-in agent answers the chat', {
      todo: 'To use a gateway, set its URL and key in your settings, then restart the site.',
      setting: 'CHAT_BASE_URL=\nCHAT_API_KEY=',
    })
  if (baseUrl === undefined)
    return wrong('chat', 'CHAT_API_KEY is set, but CHAT_BASE_URL is missing', {
      todo: needsBoth,
      setting: 'CHAT_BASE_URL=',
    })
  if (apiKey === undefined)
    return wrong('chat', 'CHAT_BASE_URL is set, but CHAT_API_KEY is missing', {
      todo: needsBoth,
      setting: 'CHAT_API_KEY=',
    })
  try {
    const { body, status } = await fetch(`${baseUrl}/models`, {
      headers: { authorization: `Bearer ${apiKey}` },
      // Don't follow redirects, just like the chat.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    })
    await body?.cancel()
    if (status === 401 || status === 403) return wrong('chat', `${baseUrl} refuses CHAT_API_KEY (${status})`)
    if (status >= 300 && status < 400)
      return wrong('chat', `${baseUrl} redirects (${status})`, { todo: 'Set CHAT_BASE_URL to the final URL.' })
    return status >= 500 ? wrong('chat', `${baseUrl} responds with ${status}`) : ok('chat', `${baseUrl} responds`)
  } catch (error) {
    return wrong('chat', `${baseUrl} isn’t responding`, { todo: reasonOf(error) })
  }
}

/** Checks that the owner’s calendars sync and calls have free times. */
export async function checkCalls(environment: Environment): Promise<Finding[]> {
  const { calls, studio } = tryRead(siteContent) ?? {}
  if (calls === undefined || studio === undefined) return []
  return await withDatabase(environment, async (database) => {
    const calendars = ownCalendars(environment.calendarUrls, await readSecret(database, 'salt'))
    const owner = environment.leadsTo?.address ?? studio.email
    const { siteUrl } = environment
    const options = { calls, siteUrl, owner, program: calendarSource, now: Date.now() }
    const calendarFindings = await Promise.all(calendars.map((calendar) => checkCalendar(calendar, options)))
    const calendarKeys = calendars.map(({ key }) => key)
    const { length } = freeTimes(calls.kinds[0], await readCalendar(database.db, calls, calendarKeys, Date.now()))
    return [
      ...(calendars.length > 0 ? calendarFindings.flat() : [notConnected]),
      length > 0
        ? ok('calls', `${counted(length, 'time is', 'times are')} free for calls in the next ${calls.horizonDays} days`)
        : noFreeTime,
    ]
  }).catch((error: unknown) => [wrong('calls', 'Calls don’t work', { todo: reasonOf(error) })])
}

const notConnected = note('calls', 'Your calendar isn’t connected', {
  todo: 'Set its secret iCal URL in your settings, then restart the site. That keeps calls from colliding with your events.',
  setting: 'CALENDAR_URLS=',
})
const noFreeTime = note('calls', 'There are no free times for calls', {
  todo: 'Check your hours, booked calls, and unsynced calendars.',
  place: 'content/calls.yaml',
})
const copyAgain = 'Copy the secret URL again from your calendar’s settings to CALENDAR_URLS.'
const maxWarnings = 10

async function checkCalendar(calendar: OwnCalendar, options: ReadOptions): Promise<Finding[]> {
  const { name } = calendar
  try {
    const { spans, warnings } = await readCalendarNow(calendar, options)
    const more = warnings.length > maxWarnings ? [`${name}: and ${warnings.length - maxWarnings} more`] : []
    const shown = [...warnings.slice(0, maxWarnings).map((warning) => `${name}, ${warning}`), ...more]
    return [
      ok('calls', `${sentence(name)} has ${counted(spans.length, 'busy time')}`),
      ...shown.map((text) => note('calls', text)),
    ]
  } catch (error) {
    return [wrong('calls', `${sentence(name)} doesn’t sync`, { todo: `${sentence(reasonOf(error))}. ${copyAgain}` })]
  }
}
