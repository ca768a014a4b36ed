import { Temporal } from 'temporal-polyfill'
import type { Db } from '../../migrations/tables.ts'
import { emailAddresses, ownerBrand } from '../../platform/content/email-sender.ts'
import { siteContent, studioZone } from '../../platform/content/site-content.ts'
import { type Brand, EmailLayout, type Link, Quote, renderEmail } from '../../platform/email/layout/EmailLayout.tsx'
import { automatic, type EmailRow, enqueue, Postponed, type RenderedEmail } from '../../platform/email/outbox/store.ts'
import { countEach } from '../../platform/limits/count-use.ts'
import { repeat } from '../../platform/repeat.ts'
import { counted } from '../../platform/text/amounts.ts'
import { spanText } from '../../platform/text/report-text.ts'
import { dayMs, formatDay, hourMs } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { emailType } from '../email-type.ts'
import { dayAfter, type Report, readReport } from '../visits/report.ts'
import { reportLines } from '../visits/report-lines.ts'
import { listTasks } from './tasks.ts'

/** Queues the owner's weekly report for the next Monday morning, once for all processes. */
export function createWeekEmails(context: Context) {
  const onError = (err: unknown) => context.log.error({ err }, 'couldn’t queue the weekly email')
  return repeat(() => queueNext(context), { firstMs: 0, everyMs: hourMs, onError })
}

async function queueNext({ database, environment, now }: Context): Promise<void> {
  const dueAt = nextMondayMorning(now())
  const { from, leadsTo: to } = emailAddresses(environment, siteContent().studio)
  await database.write(async (tx) => {
    // Only the first process gets past this limit, which outlasts the week in which the email is due.
    const limit = { key: `week-mail:${formatDay(new Date(dueAt))}`, max: 1, windowMs: 8 * dayMs }
    if ((await countEach(tx, [limit], now())).length > 0) return
    await enqueue(tx, { kind: 'week', from, to, headers: automatic }, now(), dueAt)
  })
}

/** The next Monday at 7:00 in the studio's time zone, in ms since 1970. */
function nextMondayMorning(now: number): number {
  const zone = studioZone()
  const sevenHoursAgo = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone).subtract({ hours: 7 })
  const monday = sevenHoursAgo.toPlainDate().add({ days: 8 - sevenHoursAgo.dayOfWeek })
  return monday.toZonedDateTime({ timeZone: zone, plainTime: '07:00' }).epochMilliseconds
}

/**
 * Reads last week's report and the owner's tasks. Called when the email is sent, so they're current.
 * @returns undefined if it's being sent and there's nothing to report: no tasks, no visits for two weeks, and no leads
 * last week
 * @throws Postponed if the studio's time zone has changed, and it's earlier there
 */
async function findWeek(db: Db, { created_at, state }: EmailRow, { environment, now }: Context) {
  if (siteContent().studio.weeklyMail === 'off') return undefined
  const isSending = state === 'sending'
  const dueAt = nextMondayMorning(created_at)
  if (isSending && now() < dueAt) throw new Postponed(dueAt)
  const zone = studioZone()
  const monday = Temporal.Instant.fromEpochMilliseconds(dueAt).toZonedDateTimeISO(zone).toPlainDate().toString()
  const report = await readReport(db, { from: dayAfter(monday, -7), to: dayAfter(monday, -1) }, zone)
  const tasks = await listTasks(db, { environment, zone, now: now() })
  const isQuiet = report.totals.visits + report.totals.leads + (report.previous.totals?.visits ?? 0) === 0
  return isSending && isQuiet && tasks.length === 0 ? undefined : { report, tasks }
}

export const weekEmails = [
  emailType({
    kind: 'week',
    name: 'weekly report',
    to: 'owner',
    find: findWeek,
    view: ({ report, tasks }, { environment }) => weekEmail(report, tasks, ownerBrand(environment.siteUrl)),
  }),
]

/** Lists the tasks, then the numbers. Only the owner gets this email, so its copy isn't in content/. */
export function weekEmail(report: Report, tasks: readonly Link[], brand: Brand): RenderedEmail {
  const lines = reportLines(report)
  const { visits, leads } = report.totals
  const toDo = tasks.length === 0 ? 'Nothing to do' : `${counted(tasks.length, 'thing')} to do`
  const deskHint =
    tasks.length === 0 ? [] : ['The links work while your desk is running. To start it: npm run studio -- desk']
  return renderEmail(
    <EmailLayout
      subject={`Your week: ${toDo.toLowerCase()}, ${counted(visits, 'visit')}, ${counted(leads, 'lead')} last week`}
      heading="Your week"
      preview={tasks.length === 0 ? toDo : `${tasks.map(({ text }) => text).join('. ')}.`}
      brand={brand}
      foot={[...deskHint, 'To turn this email off, set weeklyMail: off in content/studio.yaml.']}
    >
      {tasks.length === 0 ? <p>There’s nothing to do right now.</p> : <Tasks tasks={tasks} />}
      {/* Visitors can make up campaign names. */}
      <Quote label={`Last week, ${spanText(report)}`} text="" facts={lines} />
    </EmailLayout>,
  )
}

function Tasks({ tasks }: { tasks: readonly Link[] }) {
  return (
    <ul>
      {tasks.map(({ text, href }) => (
        <li key={href}>
          <a href={href}>{text}</a>
        </li>
      ))}
    </ul>
  )
}
