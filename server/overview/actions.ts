import { z } from 'zod'
import { read } from '../../platform/actions.ts'
import { readOffers } from '../../platform/content/facts/offers.ts'
import { tryRead } from '../../platform/content/read-content.ts'
import { studioZone } from '../../platform/content/site-content.ts'
import { lowDisk } from '../../platform/disk-room.ts'
import { summarizeOutbox } from '../../platform/email/outbox-list.ts'
import { readPause } from '../../platform/email/outbox-store.ts'
import { unusualBytes } from '../../platform/limits/stored-bytes.ts'
import { counted, since } from '../../platform/text/amounts.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/text/time-text.ts'
import { readLastBackup } from '../backup/make-backup.ts'
import { listFailing, ownCalendars } from '../calls/busy/calendar-reader.ts'
import { listCalls } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { summarizeLeads } from '../leads/find-leads.ts'
import { summarizeIssues } from '../newsletter/issue-status.ts'
import { summarizeSubscribers } from '../newsletter/subscribers.ts'
import { showsSampleProof } from '../setup/sample-content.ts'
import { readStop } from '../visits/open-day.ts'

/** A running site sends due emails at once. If some have waited longer, it's down. */
const idleMs = 2 * minuteMs
const oldBackupMs = 2 * dayMs

export const overviewActions = {
  'overview.show': read({
    summary: 'Show what needs attention; also the default command',
    command: 'overview',
    input: z.object({}),
    run: readOverview,
    print: (overview, { now }) => [{ rows: overviewLines(overview, now()) }],
    message: ({ problems }) => problems,
  }),
}

type Overview = Awaited<ReturnType<typeof readOverview>>

/** Contains no current time, so that an unchanged overview isn't sent to the desk again. */
async function readOverview(context: Context) {
  const { database, environment, composers, salt, now } = context
  const { db } = database
  const at = now()
  const [weekAgo, monthAgo] = [at - 7 * dayMs, at - 30 * dayMs]
  const problems: string[] = []
  const unusual = await unusualBytes(db, context)
  if (unusual !== undefined) problems.push(unusual)
  const replyWithinHours = tryRead(readOffers, (problem) => problems.push(problem))?.promises.replyWithinHours
  const upcoming = await listCalls(db, at)
  return {
    failingCalendars: await listFailing(db, ownCalendars(environment.calendarUrls, salt), at),
    stoppedAt: await readStop(db, at),
    pause: await readPause(db),
    replyWithinHours,
    leads: await summarizeLeads(db, {
      lateBefore: replyWithinHours === undefined ? 0 : at - replyWithinHours * hourMs,
      cameSince: [at - dayMs, weekAgo],
      answeredSince: monthAgo,
    }),
    calls: upcoming.filter(({ state }) => state === 'booked'),
    requestedCalls: upcoming.filter(({ state }) => state === 'requested'),
    emails: await summarizeOutbox(db, at, composers),
    subscribers: await summarizeSubscribers(db, [weekAgo, monthAgo]),
    issues: await summarizeIssues(db, weekAgo),
    backup: await readLastBackup(db),
    lowDisk: await lowDisk(environment),
    isNightly: environment.backupDir !== undefined,
    problems,
    zone: studioZone(),
  }
}

type Line = {
  about: string
  /** `wrong` is for today, `note` for later. */
  state: 'ok' | 'note' | 'wrong'
  /** Begins with what matters, because a narrow terminal cuts it. May contain a visitor's words. */
  now: string
  /** Arguments of `studio` that show or fix it; '' if there are none. */
  type: string
}

function line(about: string, state: Line['state'], now: string, type = ''): Line {
  return { about, state, now, type }
}

export function overviewLines(overview: Overview, at: number): Line[] {
  const { failingCalendars, stoppedAt, pause, calls, requestedCalls, issues, subscribers, lowDisk } = overview
  const [next, ...later] = calls
  const requested = requestedCalls.length
  const { gained = 0, lost = 0 } = subscribers.changes[0] ?? {}
  const subscriberCount = counted(subscribers.states.confirmed ?? 0, 'subscriber')
  const when = next && (next.starts_at <= at ? 'has started' : `in ${since(at, next.starts_at)}`)
  return [
    ...failingCalendars.map((text) => line('Calendar', 'wrong', text, 'doctor')),
    stoppedAt !== undefined && line('Site', 'wrong', `hasn’t run for ${since(stoppedAt, at)}`),
    pause && line('Outbox', 'wrong', `paused for ${since(pause.since, at)}: ${pause.because}`, 'outbox resume'),
    ...leadLines(overview, at),
    requested > 0 &&
      line('Calls', 'note', `${counted(requested, 'call is', 'calls are')} waiting for your approval`, 'calls'),
    next && line('Calls', 'ok', `next ${when}, with ${next.name}${later.length > 0 ? `; ${later.length} later` : ''}`),
    ...emailLines(overview, at),
    line(
      'Newsletter',
      'ok',
      `${subscriberCount}; +${gained.toLocaleString('en')} −${lost.toLocaleString('en')} in 7 days`,
    ),
    ...issues.map((issue) => issueLine(issue, at)),
    backupLine(overview, at),
    lowDisk !== undefined && line('Disk', 'wrong', lowDisk),
    showsSampleProof() && line('Content', 'note', 'clients or quotes on the site are the sample’s', 'doctor'),
  ].flatMap((shown) => shown || [])
}

function leadLines({ leads: { waiting, suspicious, came }, replyWithinHours }: Overview, at: number): Line[] {
  const late = waiting.late === 0 ? '' : `, ${waiting.late.toLocaleString('en')} longer than ${replyWithinHours} h`
  const waitText = `${waiting.count.toLocaleString('en')} unanswered${late}`
  const suspiciousText = `${suspicious.count.toLocaleString('en')} suspicious for ${since(suspicious.since ?? at, at)}: spam or not?`
  return [
    waiting.count > 0
      ? line('Leads', waiting.late > 0 ? 'wrong' : 'note', waitText, 'leads --status new')
      : line('Leads', 'ok', `none unanswered; ${(came[1] ?? 0).toLocaleString('en')} new in 7 days`),
    suspicious.count > 0 && line('Leads', 'note', suspiciousText, 'leads --status suspicious'),
  ].flatMap((shown) => shown || [])
}

function emailLines({ emails: { waiting, untouchedSince, failed, deferred }, pause }: Overview, at: number): Line[] {
  const isSiteDown = pause === undefined && untouchedSince !== null && untouchedSince < at - idleMs
  const text = `${waiting.count.toLocaleString('en')} waiting for ${since(waiting.since ?? at, at)}`
  const problem = isSiteDown ? 'is the site running?' : deferred[0]?.last_error
  const waitLine = problem
    ? line('Email', 'wrong', `${text}: ${problem}`, 'outbox --state waiting')
    : line('Email', 'note', text)
  return [
    waiting.count > 0 && waitLine,
    failed > 0 && line('Email', 'wrong', `${failed.toLocaleString('en')} failed permanently`, 'outbox --state failed'),
    waiting.count + failed === 0 && line('Email', 'ok', 'nothing queued, nothing failed'),
  ].flatMap((shown) => shown || [])
}

function issueLine(
  { subject, state, emails, subscribers, paused_because, finished_at }: Overview['issues'][number],
  at: number,
): Line {
  const got = `${(emails.sent ?? 0).toLocaleString('en')} of ${subscribers.toLocaleString('en')} got it`
  const hasProblems = (emails.failed ?? 0) + (emails.unknown ?? 0) > 0
  if (state === 'paused') return line('Issue', 'wrong', `paused (${paused_because}), ${got}: ${subject}`, 'issue')
  const now = {
    cancelled: `canceled, ${got}`,
    done: `${got}, ${since(finished_at ?? at, at)} ago`,
    sending: `${got} so far`,
  }[state]
  return hasProblems ? line('Issue', 'note', `${now}: ${subject}`, 'issue') : line('Issue', 'ok', `${now}: ${subject}`)
}

function backupLine({ backup, isNightly }: Overview, at: number): Line {
  const noBackupText = isNightly
    ? 'none yet; the site makes the first within minutes'
    : 'none; set BACKUP_DIR for nightly backups'
  if (backup === undefined) return line('Backup', 'wrong', noBackupText, 'backup')
  const isOld = at - backup.at > oldBackupMs
  return line('Backup', isOld ? 'wrong' : 'ok', `${since(backup.at, at)} old`, isOld ? 'backup' : '')
}
