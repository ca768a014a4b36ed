import type { CallRow } from '../../migrations/tables.ts'
import { studioZone } from '../../platform/content/site-content.ts'
import { lowDisk } from '../../platform/disk-space.ts'
import { summarizeOutbox } from '../../platform/email/outbox/list.ts'
import { readPause } from '../../platform/email/outbox/pause.ts'
import { unusualBytesWarning } from '../../platform/limits/stored-bytes.ts'
import { counted } from '../../platform/text/amounts.ts'
import { formatShortTime } from '../../platform/text/time-text.ts'
import { readLastBackup } from '../backup/backup-records.ts'
import { listFailing } from '../calls/busy/calendar-reader.ts'
import { ownCalendars } from '../calls/busy/own-calendars.ts'
import type { Context } from '../context.ts'
import { countLeads } from '../leads/find-leads.ts'
import { readArticlesNow } from '../newsletter/issues/current-articles.ts'
import type { IssueSummary } from '../newsletter/issues/status.ts'
import { type Finding, note, wrong } from '../setup/finding.ts'
import { backupHealth, backupSettings, outboxHealth } from '../setup/health.ts'
import { showsSampleProof } from '../setup/sample-content.ts'
import { readStop } from '../visits/open-day.ts'

/** `id`: the email or issue to open. */
export type Attention = Finding & { id?: string | undefined }

type Issues = readonly IssueSummary[]
type Calls = readonly Pick<CallRow, 'state'>[]

/** Lists problems for the owner, most urgent first, and the state of the outbox and backups. Can contain visitors' text. */
export async function listAttention(context: Context, issues: Issues, upcoming: Calls): Promise<Attention[]> {
  const { database, environment, salt, now } = context
  const { db } = database
  const clock = { now: now(), zone: studioZone() }
  const found: Attention[] = []
  for (const details of await listFailing(db, ownCalendars(environment.calendarUrls, salt), clock.now))
    found.push({ ...wrong('Calendar', 'A calendar doesn’t sync', 'doctor'), details })
  const stoppedAt = await readStop(db, clock.now)
  if (stoppedAt !== undefined)
    found.push({ ...wrong('Site', 'The site is down'), details: `Since ${formatShortTime(stoppedAt, clock.zone)}` })
  const emails = await summarizeOutbox(db, clock.now)
  for (const health of outboxHealth(emails, await readPause(db), clock)) {
    const outbox: Attention = { about: 'Outbox', ...health }
    if (health.fix) outbox.id = emails.lastFailed?.id
    found.push(outbox)
  }
  const requested = upcoming.filter(({ state }) => state === 'requested').length
  if (requested > 0)
    found.push(note('Calls', counted(requested, 'call needs your approval', 'calls need your approval'), 'calls'))
  found.push(...issues.flatMap(issueAttention))
  found.push({ about: 'Backup', ...backupHealth(await readLastBackup(db), backupSettings(environment), clock) })
  const disk = await lowDisk(environment)
  if (disk) found.push({ ...wrong('Disk', 'The disk is nearly full'), details: disk })
  const unusual = await unusualBytesWarning(db, context)
  if (unusual) found.push({ ...wrong('Site', 'Unusually many submissions'), details: unusual })
  for (const details of readArticlesNow().problems)
    found.push({ ...wrong('Content', 'content/ has an error', 'doctor'), details })
  const { suspicious } = await countLeads(db)
  if (suspicious > 0) {
    const text = counted(suspicious, 'lead might be spam', 'leads might be spam')
    found.push(note('Leads', text, 'leads --status suspicious'))
  }
  if (showsSampleProof()) found.push(note('Content', 'Sample clients and quotes are still on your site', 'doctor'))
  return found
}

function issueAttention({ slug: id, subject, state, paused_because, emails }: IssueSummary): Attention[] {
  const command = `issue status ${id}`
  if (state === 'paused') {
    const details = `“${subject}”: ${paused_because ?? 'by you'}`
    return [{ ...wrong('Issue', 'An issue is paused', command), details, id }]
  }
  const failed = emails.failed + emails.unknown
  if (failed === 0) return []
  const text = counted(failed, 'issue email failed', 'issue emails failed')
  return [{ ...note('Issue', text, command), details: `“${subject}”`, id }]
}
