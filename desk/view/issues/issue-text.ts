import { counted } from '../../../platform/text/amounts.ts'
import { roughDuration } from '../../../platform/text/durations.ts'
import type { ResultOf } from '../client.ts'
import { type Clock, createClock } from '../times.ts'

export type Row = ResultOf<'issue.list'>['issues'][number]
export type Issue = ResultOf<'issue.status'>
export type Status = NonNullable<Issue['status']>
export type DryRun = NonNullable<Issue['dryRun']>

const filterOf = {
  draft: 'draft',
  scheduled: 'scheduled',
  sending: 'sending',
  paused: 'sending',
  done: 'sent',
  cancelled: 'sent',
} as const satisfies Record<Row['state'], string>

export type Filter = 'all' | (typeof filterOf)[Row['state']]

export function isIn(filter: Filter, { state }: Pick<Row, 'state'>): boolean {
  return filter === 'all' || filterOf[state] === filter
}

export const stateNames = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  sending: 'Sending',
  paused: 'Paused',
  done: 'Sent',
  cancelled: 'Canceled',
} as const

const formatCount = (count: number) => count.toLocaleString('en')

/** A row's second line. Articles have a date without a time, so it's the same in every time zone. */
export function rowText({ state, status, at, sent, subscribers, failed }: Row, clock: Clock): string {
  const progress = `${formatCount(sent)} of ${formatCount(subscribers)}`
  if (state === 'scheduled') return `Goes out ${clock.moment(at)}`
  if (state === 'sending' || state === 'paused') return progress
  if (state === 'cancelled') return `Canceled after ${progress}`
  if (state === 'done') return `Sent to ${formatCount(sent)}${failed > 0 ? `, ${formatCount(failed)} failed` : ''}`
  return status === 'draft' ? `Article published ${createClock('UTC', clock.now).date(at)}` : 'Article not published'
}

/** The first check that prevents sending. */
export function findSendProblem({ checks }: DryRun): DryRun['checks'][number] | undefined {
  return checks.find(({ state }) => state === 'wrong')
}

/** Formats a time as actions expect it: `2026-11-27 19:30` in the studio’s time zone. */
export function localTime(ms: number, zone: string): string {
  return new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' }).format(ms)
}

/** Estimates when sending ends if it starts now or after the current issue. */
export function nowText({ durationMs, waitMs }: DryRun, clock: Clock): string {
  const end = clock.time(clock.now + waitMs + durationMs)
  return waitMs === 0
    ? `Takes ${roughDuration(durationMs)}, done by ${end}`
    : `After the current issue, done by about ${end}`
}

/** Formats the time to send an issue: `Fri, Nov 27, 7:30 PM`, or `Fri 7:30 PM` within the next six days. */
type StartTime = { moment: string; short: string }

/** Reads a typed time like `2026-11-27 19:30`. @returns undefined while it’s incomplete */
export function readLocalTime(text: string, { zone, now }: Clock): StartTime | undefined {
  // The result is only displayed, so treat the studio’s time as UTC.
  const toMs = (time: string) => Date.parse(`${time.replace(' ', 'T')}Z`)
  const clock = createClock('UTC', toMs(localTime(now, zone)))
  const ms = toMs(text)
  if (Number.isNaN(ms)) return undefined
  const isWithinWeek = clock.daysFromToday(ms) < 7
  const moment = clock.moment(ms)
  return { moment, short: isWithinWeek ? `${clock.weekday(ms)} ${clock.time(ms)}` : moment }
}

export function sendLabels(subscribers: number) {
  return {
    label: `Send to ${counted(subscribers, 'subscriber')}…`,
    confirmLabel: `Send to ${formatCount(subscribers)}`,
  }
}

/** Labels for scheduling an issue. @param startTime undefined until the owner has typed a complete time */
export function scheduleLabels(subscribers: number, startTime: StartTime | undefined) {
  const question = `Send to ${counted(subscribers, 'subscriber')} on ${startTime?.moment}?`
  return {
    label: startTime ? `Schedule for ${startTime.short}…` : 'Schedule…',
    confirmLabel: 'Schedule',
    question: `${question} People who join until then get it too. You can still change the time or cancel the schedule.`,
  }
}

/** An issue’s times and counts. Counts of zero are null, to leave them out. */
export function progressFacts({ state, created_at, finished_at, subscribers, emails, skipped }: Status, clock: Clock) {
  const count = (value: number) => (value > 0 ? formatCount(value) : null)
  return [
    ['Started', clock.moment(created_at)],
    ['Ended', finished_at === null ? null : clock.moment(finished_at)],
    ['Delivered', `${formatCount(emails.sent)} of ${formatCount(subscribers)}`],
    ['Waiting', count(emails.queued)],
    ['Failed', count(emails.failed)],
    ['Unknown', count(emails.unknown)],
    [state === 'cancelled' ? 'Dropped' : 'Left before', count(skipped)],
  ] as const
}

/** Groups emails that failed or might not have arrived by the mail server’s response, most common first. */
export function groupByResponse(undelivered: Status['undelivered']) {
  const groups = Map.groupBy(undelivered, ({ state, answer }) => `${state}: ${answer ?? 'no response'}`)
  return [...groups]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([key, emails]) => {
      const addresses = emails.map(({ email }) => email ?? '(erased)').join(', ')
      return { key, title: `${formatCount(emails.length)} ${key}`, addresses }
    })
}
