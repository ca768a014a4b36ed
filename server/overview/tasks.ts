import type { Db } from '../../migrations/tables.ts'
import type { Link } from '../../platform/email/layout/EmailLayout.tsx'
import { summarizeOutbox } from '../../platform/email/outbox/list.ts'
import { deskUrl, type Environment } from '../../platform/environment.ts'
import { counted } from '../../platform/text/amounts.ts'
import { dayMs, formatShortTime } from '../../platform/text/time-text.ts'
import { readLastBackup } from '../backup/backup-records.ts'
import { listCalls } from '../calls/store.ts'
import { countReplies } from '../leads/waiting.ts'
import { findIssue } from '../newsletter/issues/store.ts'
import { backupHealth, backupSettings, sentenceOf } from '../setup/health.ts'

type TaskOptions = { environment: Environment; zone: string; now: number }

/** The owner's tasks this week, most urgent first, with links to the desk. Never contains visitors' text. */
export async function listTasks(db: Db, { environment, zone, now }: TaskOptions): Promise<Link[]> {
  const { toReply, overdue } = await countReplies(db, now)
  const due = toReply - overdue
  const { failed } = await summarizeOutbox(db, now)
  const backup = backupHealth(await readLastBackup(db), backupSettings(environment), { now, zone })
  const upcoming = await listCalls(db, now)
  const calls = upcoming.filter(({ state, starts_at }) => state === 'booked' && starts_at < now + 7 * dayMs)
  const [next] = calls
  const article = await newestUnsent(db, now)
  const tasks: Link[] = []
  const add = (text: string, path: string) => tasks.push({ text, href: deskUrl(path) })
  if (overdue > 0) add(counted(overdue, 'reply is overdue', 'replies are overdue'), '/inbox')
  if (due > 0) add(counted(due, 'lead is waiting for a reply', 'leads are waiting for a reply'), '/inbox')
  if (next !== undefined) {
    const nextTime = formatShortTime(next.starts_at, zone)
    add(`${counted(calls.length, 'call')} this week. The next is ${nextTime}`, '/calendar')
  }
  if (article !== undefined) add(`“${article.title}” hasn’t been sent to your subscribers`, `/issues/${article.slug}`)
  if (failed > 0) add(counted(failed, 'email failed', 'emails failed'), '/outbox')
  if (backup.state === 'wrong') add(sentenceOf(backup), '/backups')
  return tasks
}

/** Maximum age of an article to suggest as an issue. Older articles were probably meant only for the site. */
const maxArticleAgeMs = 28 * dayMs

/** Returns the newest article if it's recent and hasn't been sent as an issue. */
async function newestUnsent(db: Db, now: number) {
  // Import it here because a running site reads articles only for this email.
  const { readArticlesNow } = await import('../newsletter/issues/current-articles.ts')
  const article = readArticlesNow().articles.find(({ date }) => Date.parse(date) > now - maxArticleAgeMs)
  if (article === undefined) return undefined
  const issue = await findIssue(db, article.slug)
  return issue === undefined ? article : undefined
}
