import type { Db } from '../../migrations/tables.ts'
import { Refusal } from '../../platform/actions.ts'
import { studioZone } from '../../platform/content/site-content.ts'
import { countRows } from '../../platform/db/stored-rows.ts'
import { dateIn } from '../calls/times.ts'
import { listTraining } from '../chat/actions.ts'
import type { Context } from '../context.ts'
import { countReplies } from '../leads/waiting.ts'
import { readArticlesNow } from '../newsletter/issues/issue.ts'
import { lastProblems } from '../setup/actions.ts'
import { readFirstDay } from './first-day.ts'

/** Numbers for the desk's sidebar, which polls them. */
export async function readCounts(context: Context) {
  const { db } = context.database
  const at = context.now()
  const issues = await db.selectFrom('issues').select('slug').execute()
  const subscribers = db.selectFrom('subscribers').where('state', '=', 'confirmed')
  return {
    ...(await countReplies(db, at)),
    callsToday: await countCallsToday(db, at),
    drafts: readArticlesNow().articles.filter(({ slug }) => !issues.some((issue) => issue.slug === slug)).length,
    subscribers: await countRows(subscribers),
    toReview: await countToReview(context),
    failedEmails: await countRows(db.selectFrom('outbox').where('state', '=', 'failed').where('batch', 'is', null)),
    problems: lastProblems(context),
    isFirstDay: (await readFirstDay(context)) !== null,
  }
}

/** Counts today's booked calls that haven't ended, in the studio's time zone. */
async function countCallsToday(db: Db, at: number): Promise<number> {
  const zone = studioZone()
  const tomorrow = dateIn(at, zone).add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds
  const calls = db.selectFrom('calls').where('state', '=', 'booked').where('ends_at', '>', at)
  return await countRows(calls.where('starts_at', '<', tomorrow))
}

/** Counts messages to review. Null while content/ is invalid, which Setup shows. */
async function countToReview(context: Context): Promise<number | null> {
  try {
    return (await listTraining(context)).messages.length
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return null
  }
}
