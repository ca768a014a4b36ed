import { z } from 'zod'
import { read } from '../../platform/actions.ts'
import { readOffers } from '../../platform/content/facts/offers.ts'
import { tryRead } from '../../platform/content/read-content.ts'
import { studioZone } from '../../platform/content/site-content.ts'
import { lowDisk } from '../../platform/disk-room.ts'
import { summarizeOutbox } from '../../platform/email/outbox-list.ts'
import { readPause } from '../../platform/email/outbox-store.ts'
import { judgeBackup, judgeOutbox } from '../../platform/judged.ts'
import { unusualBytes } from '../../platform/limits/stored-bytes.ts'
import { counted, since } from '../../platform/text/amounts.ts'
import { dayMs, hourMs, minuteOf } from '../../platform/text/time-text.ts'
import { readLastBackup } from '../backup/make-backup.ts'
import { listFailing, ownCalendars } from '../calls/busy/calendar-reader.ts'
import { listCalls } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { summarizeLeads } from '../leads/find-leads.ts'
import { summarizeIssues } from '../newsletter/issue-status.ts'
import { summarizeSubscribers } from '../newsletter/subscribers.ts'
import { type Finding, note, ok, wrong } from '../setup/finding.ts'
import { showsSampleProof } from '../setup/sample-content.ts'
import { readStop } from '../visits/open-day.ts'
import { readCounts } from './counts.ts'

export const overviewActions = {
  'overview.counts': read({
    summary: 'Count what is new, for the desk’s sidebar',
    command: null,
    input: z.object({}),
    run: readCounts,
  }),

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

/** What matters comes first: a narrow terminal cuts the end. Can contain a visitor's words. */
export function overviewLines(overview: Overview, at: number): Finding[] {
  const { failingCalendars, stoppedAt, calls, requestedCalls, issues, subscribers, lowDisk } = overview
  const [next, ...later] = calls
  const requested = requestedCalls.length
  const { gained = 0, lost = 0 } = subscribers.changes[0] ?? {}
  const subscriberCount = counted(subscribers.states.confirmed ?? 0, 'subscriber')
  const when = next && (next.starts_at <= at ? 'has started' : `in ${since(at, next.starts_at)}`)
  return [
    ...failingCalendars.map((text) => wrong('Calendar', text, 'doctor')),
    stoppedAt !== undefined && wrong('Site', `hasn’t run for ${since(stoppedAt, at)}`),
    ...leadLines(overview, at),
    requested > 0 && note('Calls', `${counted(requested, 'call is', 'calls are')} waiting for your approval`, 'calls'),
    next && ok('Calls', `next ${when}, with ${next.name}${later.length > 0 ? `; ${later.length} later` : ''}`),
    ...judgeOutbox(overview.emails, overview.pause, at).map((judged) => ({ about: 'Outbox', ...judged })),
    ok('Newsletter', `${subscriberCount}; +${gained.toLocaleString('en')} −${lost.toLocaleString('en')} in 7 days`),
    ...issues.map((issue) => issueLine(issue, at)),
    { about: 'Backup', ...judgeBackup(overview.backup, overview.isNightly, at) },
    lowDisk !== undefined && wrong('Disk', lowDisk),
    showsSampleProof() && note('Content', 'clients or quotes on the site are the sample’s', 'doctor'),
  ].flatMap((shown) => shown || [])
}

function leadLines({ leads: { waiting, suspicious, came }, replyWithinHours }: Overview, at: number): Finding[] {
  const late = waiting.late === 0 ? '' : `, ${waiting.late.toLocaleString('en')} longer than ${replyWithinHours} h`
  const waitText = `${waiting.count.toLocaleString('en')} unanswered${late}`
  const suspiciousText = `${suspicious.count.toLocaleString('en')} suspicious for ${since(suspicious.since ?? at, at)}: spam or not?`
  return [
    waiting.count > 0
      ? (waiting.late > 0 ? wrong : note)('Leads', waitText, 'leads --status new')
      : ok('Leads', `none unanswered; ${(came[1] ?? 0).toLocaleString('en')} new in 7 days`),
    suspicious.count > 0 && note('Leads', suspiciousText, 'leads --status suspicious'),
  ].flatMap((shown) => shown || [])
}

function issueLine(
  { subject, state, emails, subscribers, paused_because, next_at, finished_at }: Overview['issues'][number],
  at: number,
): Finding {
  const got = `${(emails.sent ?? 0).toLocaleString('en')} of ${subscribers.toLocaleString('en')} got it`
  const hasProblems = (emails.failed ?? 0) + (emails.unknown ?? 0) > 0
  if (state === 'paused') return wrong('Issue', `paused (${paused_because}), ${got}: ${subject}`, 'issue')
  const now = {
    scheduled: `goes to ${counted(subscribers, 'subscriber')} at ${minuteOf(next_at)}`,
    cancelled: `canceled, ${got}`,
    done: `${got}, ${since(finished_at ?? at, at)} ago`,
    sending: `${got} so far`,
  }[state]
  return hasProblems ? note('Issue', `${now}: ${subject}`, 'issue') : ok('Issue', `${now}: ${subject}`)
}
