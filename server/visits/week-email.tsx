import { Command, EmailLayout, type NoticeSettings, noticeEmail, Quote } from '../../platform/email/EmailLayout.tsx'
import { enqueue, type NewEmail } from '../../platform/email/outbox-store.ts'
import { countUse } from '../../platform/limits/count-use.ts'
import { repeat } from '../../platform/repeat.ts'
import { counted } from '../../platform/text/amounts.ts'
import { dayMs, dayOf, minuteMs } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { dayAfter, type Report, readReport, weekLines } from './report.ts'

type WeekEmailDeps = Pick<Context, 'database' | 'now' | 'log'> & {
  emailSettings: NoticeSettings
  notifyOutbox: () => void
  /** The time zone of Monday morning (IANA). */
  zone: string
}

const pollMs = 10 * minuteMs
const earliestHour = 7

/** Emails the owner a report of the week on Monday morning, once for all processes. */
export function createWeekEmails(deps: WeekEmailDeps) {
  const onError = (err: unknown) => deps.log.error({ err }, 'the weekly email could not be queued')
  return repeat(() => queueIfDue(deps), { firstMs: pollMs / 10, everyMs: pollMs, onError })
}

async function queueIfDue({ database, now, emailSettings, notifyOutbox, zone }: WeekEmailDeps): Promise<void> {
  if (!isMondayMorning(now(), zone)) return
  const monday = dayOf(new Date(now()))
  const report = await readReport(database.db, { from: dayAfter(monday, -7), to: dayAfter(monday, -1) })
  if (report.totals.visits + (report.previous.totals?.visits ?? 0) === 0) return
  const isFirst = await database.write(async (tx) => {
    const limit = { key: `week-mail:${report.from}`, max: 1, windowMs: 7 * dayMs }
    if ((await countUse(tx, limit, now())) !== undefined) return false
    await enqueue(tx, weekEmail(report, emailSettings), now())
    return true
  })
  if (isFirst) notifyOutbox()
}

function isMondayMorning(now: number, zone: string): boolean {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(now)
  const partOf = (type: string) => parts.find((part) => part.type === type)?.value ?? ''
  return partOf('weekday') === 'Mon' && Number(partOf('hour')) >= earliestHour
}

/** Only the owner reads it, so the text isn't in content/. */
export function weekEmail(report: Report, { brand, ...addresses }: NoticeSettings): NewEmail {
  const lines = weekLines(report)
  const { visits, leads } = report.totals
  return noticeEmail(
    'week',
    addresses,
    <EmailLayout
      subject={`The week from ${report.from}: ${counted(visits, 'visit')}, ${counted(leads, 'lead')}`}
      heading={`The week from ${report.from} to ${report.to}`}
      preview={lines.map(([label, text]) => `${label}: ${text}`).join('. ')}
      brand={brand}
      foot={['To turn this email off, set weeklyMail: off in content/studio.yaml.']}
    >
      {/* Visitors can make up the name of a campaign. */}
      <Quote label="Summary" text="" facts={lines} />
      <Command label="For charts and details:" text="npm run studio -- desk" />
    </EmailLayout>,
  )
}
