import type { Db } from '../../migrations/tables.ts'
import type { Link } from '../../platform/email/layout/EmailLayout.tsx'
import { summarizeOutbox } from '../../platform/email/outbox/list.ts'
import { deskUrl, type Environment } from '../../platform/environment.ts'
import { counted } from '../../platform/text/amounts.ts'
import { dayMs, shortTime } from '../../platform/text/time-text.ts'
import { readLastBackup } from '../backup/backup-records.ts'
import { listCalls } from '../calls/store.ts'
import { countReplies } from '../leads/waiting.ts'
import { backupHealth, backupSettings, sentenceOf } from '../setup/health.ts'

type TaskOptions = { environment: Environment; zone: string; now: number }

/** The owner's tasks this week, most urgent first, with links to the desk. Contains no visitors' text. */
export async function listTasks(db: Db, { environment, zone, now }: TaskOptions): Promise<Link[]> {
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
