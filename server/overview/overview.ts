import type { Db } from '../../migrations/tables.ts'
import { kindOf } from '../../platform/content/calls.ts'
import { tryRead } from '../../platform/content/files/content-error.ts'
import { siteContent, studioZone } from '../../platform/content/site-content.ts'
import { emailKey } from '../../platform/email/address.ts'
import { defaultLimits } from '../../platform/limits/limits.ts'
import { dayMs } from '../../platform/text/time-text.ts'
import { readLastBackup } from '../backup/backup-records.ts'
import { joinUrlOf } from '../calls/kinds.ts'
import { countBookedSince, listCalls } from '../calls/store.ts'
import { dateIn } from '../calls/times.ts'
import type { Context } from '../context.ts'
import { listLeads, toRows } from '../leads/find-leads.ts'
import { countReplies } from '../leads/waiting.ts'
import { type IssueSummary, summarizeIssues } from '../newsletter/issues/status.ts'
import { summarizeSubscribers } from '../newsletter/list-subscribers.ts'
import { dayAfter, readReport } from '../visits/report.ts'
import { listAttention } from './attention.ts'
import { readFirstDay } from './first-day.ts'

export type Overview = Awaited<ReturnType<typeof readOverview>>

/** Maximum number of leads in the overview. The inbox lists all leads. */
const maxLeads = 5

/** Reads what the owner needs to know now, without the current time, which would change the desk's ETag. */
export async function readOverview(context: Context) {
  const { db } = context.database
  const now = context.now()
  const calls = tryRead(siteContent)?.calls
  const upcoming = await listCalls(db, now)
  const booked = upcoming.filter(({ state }) => state === 'booked')
  const newLeads = toRows(await listLeads(db, { view: 'new', limit: maxLeads }))
  const oldest = newLeads.map((lead) => {
    const call = booked.find(({ email }) => emailKey(email) === emailKey(lead.email))
    return { ...lead, callAt: call?.starts_at ?? null }
  })
  const issues = await summarizeIssues(db, now - 7 * dayMs)
  return {
    leads: { ...(await countReplies(db, now)), oldest },
    calls: booked.map(({ id, name, email, project, starts_at, kind }) => {
      const joinUrl = calls === undefined ? null : joinUrlOf(kindOf(calls, kind).where)
      return { id, name, email, about: project, starts_at, joinUrl }
    }),
    attention: await listAttention(context, issues, upcoming),
    week: await readWeek(db, now),
    issues: issues.map(toProgress),
    backup: await readLastBackup(db),
    firstDay: await readFirstDay(context),
  }
}

/** Reads numbers for the last 7 days and for the 7 days before (`before`). These are null if there's too little data. */
async function readWeek(db: Db, now: number) {
  const today = dateIn(now, studioZone()).toString()
  const { totals, previous } = await readReport(db, { from: dayAfter(today, -6), to: today })
  const { states, changes } = await summarizeSubscribers(db, [now - 7 * dayMs])
  const { gained = 0, lost = 0 } = changes[0] ?? {}
  const calls = await countBookedSince(db, now - 7 * dayMs)
  const callsOfTwoWeeks = await countBookedSince(db, now - 14 * dayMs)
  return {
    visits: { count: totals.visits, before: previous.totals?.visits ?? null },
    leads: { count: totals.leads, before: previous.totals?.leads ?? null },
    calls: { count: calls, before: callsOfTwoWeeks - calls },
    subscribers: { count: states.active ?? 0, gained, lost },
  }
}

function toProgress({ slug, subject, state, subscribers, emails, next_at }: IssueSummary) {
  const minutesLeft = state === 'sending' ? Math.ceil(emails.queued / defaultLimits.emailsPerMinute) : 0
  return { slug, subject, state, subscribers, sent: emails.sent, minutesLeft, next_at }
}
