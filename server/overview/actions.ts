import { z } from 'zod'
import { read } from '../../platform/actions.ts'
import { readOffers } from '../../platform/content/facts/offers.ts'
import { tryRead } from '../../platform/content/read-content.ts'
import { studioZone } from '../../platform/content/site-content.ts'
import { lowDisk } from '../../platform/disk-room.ts'
import { summarizeOutbox } from '../../platform/email/outbox-list.ts'
import { readPause } from '../../platform/email/outbox-store.ts'
import { type Judged, judgeBackup, judgeOutbox } from '../../platform/judged.ts'
import { unusualBytes } from '../../platform/limits/stored-bytes.ts'
import { counted, since } from '../../platform/text/amounts.ts'
import { dayMs, hourMs } from '../../platform/text/time-text.ts'
import { readLastBackup } from '../backup/make-backup.ts'
import { listFailing, ownCalendars } from '../calls/busy/calendar-reader.ts'
import { listCalls } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { summarizeLeads } from '../leads/find-leads.ts'
import { summarizeIssues } from '../newsletter/issue-status.ts'
import { summarizeSubscribers } from '../newsletter/subscribers.ts'
import { showsSampleProof } from '../setup/sample-content.ts'
import { readStop } from '../visits/open-day.ts'

export const overviewActions = {
  'overview.show': read({
    summary: 'Show what needs attention; also the default command',
    command: 'overview',
    input: z.object({}),
    run: readOverview,
    print: (overview, { now }) => [
      { rows: overviewLines(overview, now()), columns: ['about', 'state', 'text', 'command'] },
    ],
    message: ({ problems }) => problems,
  }),
}

type Overview = Awaited<ReturnType<typeof readOverview>>

/** Contains no current time, so that an unchanged overview isn't sent to the desk again. */
async function readOverview(context: Context) {
  const { database, environment, salt, now } = context
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
    emails: await summarizeOutbox(db, at),
    subscribers: await summarizeSubscribers(db, [weekAgo, monthAgo]),
    issues: await summarizeIssues(db, weekAgo),
    backup: await readLastBackup(db),
    lowDisk: await lowDisk(environment),
    isNightly: environment.backupDir !== undefined,
    problems,
    zone: studioZone(),
  }
}

/** `text` begins with what matters, because a narrow terminal cuts it. May contain a visitor's words. */
type Line = Judged & { about: string }

function line(about: string, state: Line['state'], text: string, command = ''): Line {
  return { about, state, text, command }
}

export function overviewLines(overview: Overview, at: number): Line[] {
  const { failingCalendars, stoppedAt, calls, requestedCalls, issues, subscribers, lowDisk } = overview
  const [next, ...later] = calls
  const requested = requestedCalls.length
  const { gained = 0, lost = 0 } = subscribers.changes[0] ?? {}
  const subscriberCount = counted(subscribers.states.confirmed ?? 0, 'subscriber')
  const when = next && (next.starts_at <= at ? 'has started' : `in ${since(at, next.starts_at)}`)
  return [
    ...failingCalendars.map((text) => line('Calendar', 'wrong', text, 'doctor')),
    stoppedAt !== undefined && line('Site', 'wrong', `hasn’t run for ${since(stoppedAt, at)}`),
    ...leadLines(overview, at),
    requested > 0 &&
      line('Calls', 'note', `${counted(requested, 'call is', 'calls are')} waiting for your approval`, 'calls'),
    next && line('Calls', 'ok', `next ${when}, with ${next.name}${later.length > 0 ? `; ${later.length} later` : ''}`),
    ...judgeOutbox(overview.emails, overview.pause, at).map((judged) => ({ about: 'Outbox', ...judged })),
    line(
      'Newsletter',
      'ok',
      `${subscriberCount}; +${gained.toLocaleString('en')} −${lost.toLocaleString('en')} in 7 days`,
    ),
    ...issues.map((issue) => issueLine(issue, at)),
    { about: 'Backup', ...judgeBackup(overview.backup, overview.isNightly, at) },
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
