import { counted, since } from '../../../platform/text/amounts.ts'
import { hourMs, minuteMs } from '../../../platform/text/time-text.ts'
import type { ResultOf } from '../client.ts'
import { hrefs } from '../hrefs.ts'
import type { Clock } from '../times.ts'

export type Day = ResultOf<'overview.show'>

/** `One reply is overdue. Your next call is in 1 hour 20 minutes.` */
export function summaryOf({ leads, calls }: Pick<Day, 'leads' | 'calls'>, clock: Clock): string {
  return [repliesText(leads), calls[0] && callText(calls[0], clock)].filter(Boolean).join(' ')
}

function repliesText({ toReply, overdue }: Day['leads']): string {
  if (overdue === 1) return 'One reply is overdue.'
  if (overdue > 1) return `${overdue.toLocaleString('en')} replies are overdue.`
  if (toReply === 1) return 'One lead is waiting for your reply.'
  return toReply > 1 ? `${toReply.toLocaleString('en')} leads are waiting for your reply.` : 'No leads are waiting.'
}

function callText({ name, starts_at }: Day['calls'][number], { now, dayName, time }: Clock): string {
  if (starts_at <= now) return `Your call with ${name} has started.`
  if (starts_at - now < 12 * hourMs) return `Your next call is in ${duration(starts_at - now)}.`
  const day = dayName(starts_at)
  const when = day === 'Today' || day === 'Tomorrow' ? day.toLowerCase() : `on ${day}`
  return `Your next call is ${when} at ${time(starts_at)}.`
}

function duration(ms: number): string {
  const minutes = Math.ceil(ms / minuteMs)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && counted(hours, 'hour'), rest > 0 && counted(rest, 'minute')].filter(Boolean).join(' ')
}

/** `4 h overdue`, `15 h left`, or the lead's age if no reply is promised. */
export function dueText(lead: { created_at: number; dueAt: number | null }, { now, age }: Clock) {
  const { created_at, dueAt } = lead
  if (dueAt === null) return { text: age(created_at), isLate: false }
  const isLate = dueAt <= now
  return { text: isLate ? `${since(dueAt, now)} overdue` : `${since(now, dueAt)} left`, isLate }
}

/** `Last backup 3:00 AM today.` */
export function backupText({ at }: { at: number }, { daysFromToday, time, moment }: Clock): string {
  return `Last backup ${daysFromToday(at) === 0 ? `${time(at)} today` : moment(at)}.`
}

/** Fewer are compared as numbers. */
const minForPercent = 50

/** `+18% from 664`, `+2 from 9`, or `Same as before`. @param before null if it's unknown */
export function changeText({ count, before }: { count: number; before: number | null }): string {
  if (before === null) return 'Not enough data to compare'
  if (count === before) return 'Same as before'
  const isPercent = before >= minForPercent
  const change = isPercent ? Math.round(((count - before) / before) * 100) : count - before
  return `${signed(change)}${isPercent ? '%' : ''} from ${before.toLocaleString('en')}`
}

export function signed(number: number): string {
  return `${number < 0 ? '−' : '+'}${Math.abs(number).toLocaleString('en')}`
}

type Attention = Day['attention'][number]

const places: Readonly<Record<string, { label: string; href: string }>> = {
  Backup: { label: 'Show setup', href: '/setup' },
  Calendar: { label: 'Show setup', href: '/setup' },
  Calls: { label: 'Show calls', href: '/calendar' },
  Content: { label: 'Show setup', href: '/setup' },
  Issue: { label: 'Show issue', href: '/issues' },
  Leads: { label: 'Check', href: '/inbox?view=suspicious' },
  Outbox: { label: 'Show outbox', href: '/outbox' },
}

/** Where the owner fixes it; undefined if that isn't in the desk. */
export function fixOf({ about, id, fix }: Attention): { label: string; href: string } | undefined {
  const place = places[about]
  if (place === undefined) return undefined
  const hrefOf = { Outbox: hrefs.email, Issue: hrefs.issue }[about]
  return { label: fix ?? place.label, href: id && hrefOf ? hrefOf(id) : place.href }
}
