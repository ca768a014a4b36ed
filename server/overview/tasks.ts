import type { Db } from '../../migrations/tables.ts'
import type { Link } from '../../platform/email/EmailLayout.tsx'
import { summarizeOutbox } from '../../platform/email/outbox-list.ts'
import { deskUrl, type Environment } from '../../platform/environment.ts'
import { counted } from '../../platform/text/amounts.ts'
import { dayMs, shortTime } from '../../platform/text/time-text.ts'
import { readLastBackup } from '../backup/make-backup.ts'
import { listCalls } from '../calls/store.ts'
import { readArticlesNow } from '../newsletter/issue-views.ts'
import { countReplies } from './counts.ts'

const maxBackupAgeMs = 2 * dayMs
const newMs = 28 * dayMs

type Given = { environment: Environment; zone: string; now: number }

/** What the owner should do this week, most urgent first, with links to the desk. Can contain a visitor's words. */
export async function listTasks(db: Db, { environment, zone, now }: Given): Promise<Link[]> {
  const { toReply, overdue } = await countReplies(db, now)
  const due = toReply - overdue
  const calls = (await listCalls(db, now)).filter(
    ({ state, starts_at }) => state === 'booked' && starts_at < now + 7 * dayMs,
  )
  const { failed } = await summarizeOutbox(db, now)
  const backup = await readLastBackup(db)
  const isBackupOld = environment.backupDir !== undefined && now - (backup?.at ?? 0) > maxBackupAgeMs
  const issue = await newestUnsent(db, now)
  return [
    overdue > 0 && task(counted(overdue, 'reply is overdue', 'replies are overdue'), '/inbox'),
    due > 0 && task(counted(due, 'lead is waiting for a reply', 'leads are waiting for a reply'), '/inbox'),
    ...calls.slice(0, 1).map(({ name, starts_at }) => {
      const first = `${calls.length === 1 ? '' : 'the first '}on ${shortTime(starts_at, zone)} with ${name}`
      return task(`${counted(calls.length, 'call')} this week, ${first}`, '/calendar')
    }),
    issue && task(`“${issue.title}” hasn’t been sent to your subscribers`, `/issues/${issue.slug}`),
    failed > 0 && task(counted(failed, 'email failed', 'emails failed'), '/outbox'),
    isBackupOld &&
      task(backup ? `The last backup is from ${shortTime(backup.at, zone)}` : 'There’s no backup yet', '/backups'),
  ].flatMap((found) => found || [])
}

function task(text: string, path: string): Link {
  return { text, href: deskUrl(path) }
}

/** The newest article, if it's from the last weeks and its issue wasn't sent. */
async function newestUnsent(db: Db, now: number) {
  const article = readArticlesNow().articles.find(({ date }) => Date.parse(date) > now - newMs)
  const issue =
    article && (await db.selectFrom('issues').select('slug').where('slug', '=', article.slug).executeTakeFirst())
  return issue === undefined ? article : undefined
}
