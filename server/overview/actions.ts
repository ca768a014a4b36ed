import { z } from 'zod'
import type { Db } from '../../migrations/tables.ts'
import { Refusal, read } from '../../platform/actions.ts'
import { studioZone } from '../../platform/content/site-content.ts'
import { countRows } from '../../platform/db/stored-rows.ts'
import { counted } from '../../platform/text/amounts.ts'
import { durationShort } from '../../platform/text/durations.ts'
import { shortTime } from '../../platform/text/time-text.ts'
import { dateIn } from '../calls/times.ts'
import { listTraining } from '../chat/actions.ts'
import type { Context } from '../context.ts'
import { countReplies } from '../leads/waiting.ts'
import { readArticlesNow } from '../newsletter/issues/issue.ts'
import { lastProblems } from '../setup/actions.ts'
import { type Finding, note, ok, wrong } from '../setup/finding.ts'
import { sentenceOf } from '../setup/health.ts'
import { readFirstDay } from './first-day.ts'
import { type Overview, readOverview } from './overview.ts'

export const overviewActions = {
  'overview.counts': read({
    summary: 'Count new items for the desk’s sidebar',
    command: null,
    input: z.object({}),
    run: readCounts,
  }),

  'overview.show': read({
    summary: 'Show what needs attention (the default command)',
    command: 'overview',
    input: z.object({}),
    run: readOverview,
    print: (overview, { now }) => [
      { rows: overviewLines(overview, now()), columns: ['about', 'state', 'text', 'command'] },
    ],
  }),
}

/** Numbers for the desk's sidebar, which polls them. */
async function readCounts(context: Context) {
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

/** The overview's lines for a terminal, most important first: narrow terminals truncate. Can contain visitors' text. */
export function overviewLines(overview: Overview, now: number): Finding[] {
  const { leads, calls, attention, issues, week } = overview
  const { toReply, overdue } = leads
  const [next, ...later] = calls
  const { count: subscribers, gained, lost } = week.subscribers
  const items = attention.map(({ id: _, ...item }) => ({ ...item, text: sentenceOf(item) }))
  const when = next && (next.starts_at <= now ? 'has started' : `is in ${durationShort(next.starts_at - now)}`)
  const lateText = overdue === 0 ? '' : `, ${overdue.toLocaleString('en')} overdue`
  return [
    toReply === 0 && ok('Leads', `No leads to reply to, ${week.leads.count.toLocaleString('en')} in the last 7 days`),
    toReply > 0 &&
      (overdue > 0 ? wrong : note)('Leads', `${counted(toReply, 'lead')} to reply to${lateText}`, 'leads --status new'),
    ...items.filter(({ state }) => state !== 'ok'),
    next &&
      ok('Calls', `The next call ${when}, with ${next.name}${later.length > 0 ? `. ${later.length} more later` : ''}`),
    ...items.filter(({ state }) => state === 'ok'),
    ok(
      'Newsletter',
      `${counted(subscribers, 'subscriber')}, +${gained.toLocaleString('en')} −${lost.toLocaleString('en')} in the last 7 days`,
    ),
    ...issues.map((issue) => ok('Issue', `${progressText(issue)}: ${issue.subject}`)),
  ].flatMap((shown) => shown || [])
}

function progressText({ state, sent, subscribers, minutesLeft, next_at }: Overview['issues'][number]): string {
  if (state === 'scheduled')
    return `Goes to ${counted(subscribers, 'subscriber')} on ${shortTime(next_at, studioZone())}`
  const remaining = state === 'sending' ? `, about ${counted(minutesLeft, 'minute')} left` : ''
  return `${sent.toLocaleString('en')} of ${subscribers.toLocaleString('en')} sent${remaining}`
}
