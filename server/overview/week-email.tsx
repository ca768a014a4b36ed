import { Temporal } from 'temporal-polyfill'
import type { Db } from '../../migrations/tables.ts'
import { emailAddresses, ownerBrand } from '../../platform/content/email-sender.ts'
import { siteContent, studioZone } from '../../platform/content/site-content.ts'
import { type Brand, EmailLayout, type Link, Quote, renderEmail } from '../../platform/email/layout/EmailLayout.tsx'
import { summarizeOutbox } from '../../platform/email/outbox/list.ts'
import { automatic, type EmailRow, enqueue, Postponed, type RenderedEmail } from '../../platform/email/outbox/store.ts'
import { deskUrl, type Environment } from '../../platform/environment.ts'
import { countEach } from '../../platform/limits/count-use.ts'
import { repeat } from '../../platform/repeat.ts'
import { counted } from '../../platform/text/amounts.ts'
import { spanText } from '../../platform/text/report-text.ts'
import { dayMs, dayOf, hourMs, shortTime } from '../../platform/text/time-text.ts'
import { readLastBackup } from '../backup/backup-records.ts'
import { listCalls } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { emailType } from '../email-type.ts'
import { countReplies } from '../leads/waiting.ts'
import { backupHealth, backupSettings, sentenceOf } from '../setup/health.ts'
import { dayAfter, type Report, readReport } from '../visits/report.ts'
import { reportLines } from '../visits/report-lines.ts'

/** Queues the owner's weekly report for the next Monday morning, once for all processes. */
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
 * @returns undefined if it's being sent and there's nothing to report: no task, no visits for two weeks, and no leads
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

type TaskOptions = { environment: Environment; zone: string; now: number }

/** The owner's tasks this week, most urgent first, with links to the desk. Contains no visitors' text. */
async function listTasks(db: Db, { environment, zone, now }: TaskOptions): Promise<Link[]> {
  const { toReply, overdue } = await countReplies(db, now)
  const due = toReply - overdue
  const { failed } = await summarizeOutbox(db, now)
  const backup = backupHealth(await readLastBackup(db), backupSettings(environment), { now, zone })
  const upcoming = (await listCalls(db, now)).filter(({ state }) => state === 'booked')
  const [call, ...others] = upcoming.filter(({ starts_at }) => starts_at < now + 7 * dayMs)
  const issue = await newestUnsent(db, now)
  const tasks: (readonly [text: string, path: string] | false | undefined)[] = [
    overdue > 0 && [counted(overdue, 'reply is overdue', 'replies are overdue'), '/inbox'],
    due > 0 && [counted(due, 'lead is waiting for a reply', 'leads are waiting for a reply'), '/inbox'],
    call && [
      `${counted(others.length + 1, 'call')} this week. The next is ${shortTime(call.starts_at, zone)}`,
      '/calendar',
    ],
    issue && [`“${issue.title}” hasn’t been sent to your subscribers`, `/issues/${issue.slug}`],
    failed > 0 && [counted(failed, 'email failed', 'emails failed'), '/outbox'],
    backup.state === 'wrong' && [sentenceOf(backup), '/backups'],
  ]
  return tasks.flatMap((task) => (task ? [{ text: task[0], href: deskUrl(task[1]) }] : []))
}

const newMs = 28 * dayMs

/** The newest article, if it's from the last weeks and its issue wasn't sent. */
async function newestUnsent(db: Db, now: number) {
  // The site reads articles only for this email.
  const { readArticlesNow } = await import('../newsletter/issues/issue.ts')
  const article = readArticlesNow().articles.find(({ date }) => Date.parse(date) > now - newMs)
  if (article === undefined) return undefined
  const issue = await db.selectFrom('issues').select('slug').where('slug', '=', article.slug).executeTakeFirst()
  return issue === undefined ? article : undefined
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

/** Lists the tasks, then the numbers. It's for the owner, so its copy isn't in content/. */
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
