import { tryRead } from '../../platform/content/read-content.ts'
import { siteContent, studioZone } from '../../platform/content/site-content.ts'
import { lowDisk } from '../../platform/disk-room.ts'
import type { OutboxSummary } from '../../platform/email/outbox-list.ts'
import type { EmailPause } from '../../platform/email/outbox-store.ts'
import { backupSettings, judgeBackup, judgeOutbox } from '../../platform/judged.ts'
import { unusualBytes } from '../../platform/limits/stored-bytes.ts'
import { counted } from '../../platform/text/amounts.ts'
import { shortTime } from '../../platform/text/time-text.ts'
import { listFailing, ownCalendars } from '../calls/busy/calendar-reader.ts'
import type { Context } from '../context.ts'
import type { IssueSummary } from '../newsletter/issue-status.ts'
import type { Finding } from '../setup/finding.ts'
import { showsSampleProof } from '../setup/sample-content.ts'
import { readStop } from '../visits/open-day.ts'

/** `id`: the call, email, or issue to open. */
export type Attention = Finding & { id?: string | undefined }

type Known = {
  requested: readonly { id: string }[]
  issues: readonly IssueSummary[]
  suspicious: number
  emails: OutboxSummary
  pause: EmailPause | undefined
  backup: { at: number } | undefined
}

/** What needs the owner, most urgent first, and how the outbox and backups are. Can contain a visitor's words. */
export async function listAttention(context: Context, known: Known): Promise<Attention[]> {
  const { database, environment, salt, now } = context
  const { db } = database
  const clock = { now: now(), zone: studioZone() }
  const { requested, issues, suspicious, emails } = known
  const calendars = await listFailing(db, ownCalendars(environment.calendarUrls, salt), clock.now)
  const stoppedAt = await readStop(db, clock.now)
  const disk = await lowDisk(environment)
  const unusual = await unusualBytes(db, context)
  const contentProblems: string[] = []
  tryRead(siteContent, (problem) => contentProblems.push(problem))
  return [
    ...calendars.map((details) => attention('Calendar', 'wrong', 'A calendar doesn’t sync', { details })),
    ...(stoppedAt === undefined
      ? []
      : [attention('Site', 'wrong', 'The site is down', { details: `Since ${shortTime(stoppedAt, clock.zone)}` })]),
    ...judgeOutbox(emails, known.pause, clock).map((judged) => {
      return { about: 'Outbox', ...judged, ...(judged.text.includes('failed') && { id: emails.lastFailed?.id }) }
    }),
    ...(requested.length === 0 ? [] : [requestedCalls(requested)]),
    ...issues.flatMap(judgeIssue),
    { about: 'Backup', ...judgeBackup(known.backup, backupSettings(environment), clock) },
    ...(disk === undefined ? [] : [attention('Disk', 'wrong', 'The disk is nearly full', { details: disk })]),
    ...(unusual === undefined ? [] : [attention('Site', 'wrong', 'Unusually many submissions', { details: unusual })]),
    ...contentProblems.map((details) =>
      attention('Content', 'wrong', 'content/ has an error', { details, command: 'doctor' }),
    ),
    ...(suspicious === 0 ? [] : [suspiciousLeads(suspicious)]),
    ...(showsSampleProof() ? [sampleProof] : []),
  ]
}

function attention(about: string, state: Finding['state'], text: string, more: Partial<Attention> = {}): Attention {
  return { about, state, text, ...more }
}

function requestedCalls(requested: Known['requested']): Attention {
  const text = counted(requested.length, 'call needs your approval', 'calls need your approval')
  return attention('Calls', 'note', text, { id: requested[0]?.id, command: 'calls' })
}

function judgeIssue({ slug, subject, state, paused_because, emails }: IssueSummary): Attention[] {
  const command = `issue status ${slug}`
  const found = { id: slug, details: `“${subject}”`, command }
  if (state === 'paused') {
    const details = `${found.details}: ${paused_because ?? 'by you'}`
    return [attention('Issue', 'wrong', 'An issue is paused', { ...found, details })]
  }
  const lost = emails.failed + emails.unknown
  return lost === 0 ? [] : [attention('Issue', 'note', `${counted(lost, 'email')} of an issue failed`, found)]
}

function suspiciousLeads(count: number): Attention {
  const text = counted(count, 'lead might be spam', 'leads might be spam')
  return attention('Leads', 'note', text, { command: 'leads --status suspicious' })
}

const sampleProof = attention('Content', 'note', 'Clients or quotes on the site are the sample’s', {
  command: 'doctor',
})
