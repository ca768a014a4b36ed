import { studioZone } from '../../platform/content/site-content.ts'
import { counted } from '../../platform/text/amounts.ts'
import { durationShort } from '../../platform/text/durations.ts'
import { formatShortTime } from '../../platform/text/time-text.ts'
import { type Finding, note, ok, wrong } from '../setup/finding.ts'
import { sentenceOf } from '../setup/health.ts'
import type { Overview } from './overview.ts'

/** Formats the overview for a terminal. The most important parts come first because narrow terminals truncate lines. */
export function overviewLines({ leads, calls, attention, issues, week }: Overview, now: number): Finding[] {
  const items = attention.map(({ id: _, ...item }) => ({ ...item, text: sentenceOf(item) }))
  return [
    leadsLine(leads, week.leads.count),
    ...items.filter(({ state }) => state !== 'ok'),
    ...callLines(calls, now),
    ...items.filter(({ state }) => state === 'ok'),
    subscribersLine(week.subscribers),
    ...issues.map((issue) => ok('Issue', `${progressText(issue)}: ${issue.subject}`)),
  ]
}

function leadsLine({ toReply, overdue }: Overview['leads'], leadsThisWeek: number): Finding {
  if (toReply === 0)
    return ok('Leads', `No leads to reply to, ${leadsThisWeek.toLocaleString('en')} in the last 7 days`)
  const text = `${counted(toReply, 'lead')} to reply to`
  if (overdue === 0) return note('Leads', text, 'leads --status new')
  return wrong('Leads', `${text}, ${overdue.toLocaleString('en')} overdue`, 'leads --status new')
}

function callLines([next, ...later]: Overview['calls'], now: number): Finding[] {
  if (next === undefined) return []
  const when = next.starts_at <= now ? 'has started' : `is in ${durationShort(next.starts_at - now)}`
  const laterText = later.length === 0 ? '' : `. ${later.length} more later`
  return [ok('Calls', `The next call ${when}, with ${next.name}${laterText}`)]
}

function subscribersLine({ count, gained, lost }: Overview['week']['subscribers']): Finding {
  const change = `+${gained.toLocaleString('en')} −${lost.toLocaleString('en')} in the last 7 days`
  return ok('Newsletter', `${counted(count, 'subscriber')}, ${change}`)
}

function progressText({ state, sent, subscribers, minutesLeft, next_at }: Overview['issues'][number]): string {
  if (state === 'scheduled')
    return `Goes to ${counted(subscribers, 'subscriber')} on ${formatShortTime(next_at, studioZone())}`
  const remaining = state === 'sending' ? `, about ${counted(minutesLeft, 'minute')} left` : ''
  return `${sent.toLocaleString('en')} of ${subscribers.toLocaleString('en')} sent${remaining}`
}
