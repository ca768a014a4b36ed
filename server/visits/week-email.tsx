import { Temporal } from 'temporal-polyfill'
import type { Db } from '../../migrations/tables.ts'
import { emailAddresses } from '../../platform/content/email.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { type Brand, Command, EmailLayout, Quote, renderEmail } from '../../platform/email/EmailLayout.tsx'
import { automatic, type EmailComposer, type EmailText, enqueue, NotYet } from '../../platform/email/outbox-store.ts'
import { countEach } from '../../platform/limits/count-use.ts'
import { repeat } from '../../platform/repeat.ts'
import { counted } from '../../platform/text/amounts.ts'
import { dayMs, dayOf, hourMs } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { dayAfter, type Report, readReport, weekLines } from './report.ts'

/** Queues the owner's report of each week for the next Monday morning, once for all processes. */
export function createWeekEmails(context: Context) {
  const onError = (err: unknown) => context.log.error({ err }, 'couldn’t queue the weekly email')
  return repeat(() => queueNext(context), { firstMs: 0, everyMs: hourMs, onError })
}

async function queueNext({ database, environment, now }: Context): Promise<void> {
  const dueAt = nextMondayMorning(now())
  const { from, leadsTo: to } = emailAddresses(environment, siteContent().studio)
  await database.write(async (tx) => {
    const limit = { key: `week-mail:${dayOf(new Date(dueAt))}`, max: 1, windowMs: 8 * dayMs }
    if ((await countEach(tx, [limit], now())).length > 0) return
    await enqueue(tx, { kind: 'week', about: undefined, from, to, headers: automatic }, now(), dueAt)
  })
}

/** The next Monday at 7:00 in the studio's time zone, in ms since 1970. */
function nextMondayMorning(now: number): number {
  const zone = siteContent().calls?.zone ?? 'UTC'
  const sevenHoursAgo = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).subtract({ hours: 7 })
  const monday = sevenHoursAgo.toPlainDate().add({ days: 8 - sevenHoursAgo.dayOfWeek })
  return monday.toZonedDateTime({ timeZone: zone, plainTime: '07:00' }).epochMilliseconds
}

/**
 * @returns undefined if it's being sent, two weeks had no visits, and the last week had no leads
 * @throws NotYet if the studio's time zone has changed, and it's earlier there
 */
export async function weekEmail(
  db: Db,
  { created_at, state }: Parameters<EmailComposer>[1],
  { brand, now }: { brand: Brand; now: number },
): Promise<EmailText | undefined> {
  const dueAt = nextMondayMorning(created_at)
  if (state === 'sending' && now < dueAt) throw new NotYet(dueAt)
  const monday = dayOf(new Date(dueAt))
  const report = await readReport(db, { from: dayAfter(monday, -7), to: dayAfter(monday, -1) })
  const isQuiet = report.totals.visits + report.totals.leads + (report.previous.totals?.visits ?? 0) === 0
  return isQuiet && state === 'sending' ? undefined : renderWeek(report, brand)
}

/** Only the owner reads it, so the text isn't in content/. */
export function renderWeek(report: Report, brand: Brand): EmailText {
  const lines = weekLines(report)
  const { visits, leads } = report.totals
  return renderEmail(
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
