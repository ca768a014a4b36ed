import { counted } from '../../../platform/text/amounts.ts'
import { hourMs, minuteMs } from '../../../platform/text/time-text.ts'
import type { ResultOf } from '../client.ts'
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
  const hours = Math.floor(minutes / 60)
  const restMinutes = minutes % 60
  return [hours > 0 && counted(hours, 'hour'), restMinutes > 0 && counted(restMinutes, 'minute')]
    .filter(Boolean)
    .join(' ')
}

/** `Last backup 3:00 AM today.` */
export function backupText({ at }: { at: number }, { daysFromToday, time, moment }: Clock): string {
  return `Last backup ${daysFromToday(at) === 0 ? `${time(at)} today` : moment(at)}.`
}

/** Below this, changes are shown as differences. Percentages of small numbers would exaggerate. */
const minForPercent = 50

/** Describes a change: `+18% from 664`, `+2 from 9`, or `Same as before`. @param before null if unknown */
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

/** Sorts problems before notes. */
export function worstFirst(attention: readonly Attention[]): Attention[] {
  const order = ['wrong', 'note']
  const open = attention.filter(({ state }) => state !== 'ok')
  return open.toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
}

const places: Readonly<Record<string, { label: string; href: string }>> = {
  Calls: { label: 'Show calls', href: '/calendar' },
  Issue: { label: 'Show issue', href: '/issues' },
  Leads: { label: 'Check', href: '/inbox?view=suspicious' },
  Outbox: { label: 'Show outbox', href: '/outbox' },
}

/** A link to the view where the owner can fix this. */
export function fixOf({ about, id, fix }: Attention): { label: string; href: string } {
  const { label, href } = places[about] ?? { label: 'Show setup', href: '/setup' }
  return { label: fix ?? label, href: id === undefined ? href : `${href}/${id}` }
}
