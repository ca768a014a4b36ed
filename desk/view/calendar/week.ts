import { minuteMs } from '../../../platform/text/time-text.ts'
import type { ResultOf } from '../client.ts'
import { type Clock, createClock } from '../times.ts'

export type Week = ResultOf<'calls.week'>
export type Entry = Week['calls'][number]

/** Part of a day, in minutes since midnight on the studio’s clock. */
export type Span = { from: number; to: number }

/** The part of an entry on one day. `start` and `end` (epoch ms) span all of it. Overlapping entries get lanes. */
export type Slot = Span & {
  key: string
  kind: 'booked' | 'reserved' | 'blocked' | 'busy' | 'free'
  start: number
  end: number
  title: string
  entry?: Entry
  lane: number
  lanes: number
}

type Day = {
  start: number
  isClosed: boolean
  /** Ordered by time, but with blocked times first, so everything else is drawn over them. */
  slots: Slot[]
  /** Parts of the opening hours without any slot, such as pauses. */
  gaps: readonly Span[]
}

/** The week’s layout. `bands` are the hours to show. Hours between bands are folded. */
export type Layout = { days: Day[]; bands: Span[] }

const dayMinutes = 24 * 60
const labelMinutes = 30
/** Length of a row. All hours, call lengths, and pauses in calls.yaml are multiples of this. */
export const rowMinutes = 5
/** The hours to show if the studio has none, and to suggest when the owner blocks a day. */
export const usualHours = { from: 9 * 60, to: 17 * 60 }

export function layOutWeek(week: Week): Layout {
  const entries = entriesOf(week)
  const minuteOf = minutesIn(week.zone)
  const hours = week.hours.map((day) => day.map(({ from, to }) => ({ from: minutesAt(from), to: minutesAt(to) })))
  const days = week.starts.slice(0, -1).map((start, i): Day => {
    const end = week.starts[i + 1] ?? start
    const slots = entries
      .filter((entry) => entry.start < end && entry.end > start)
      .map((entry) => {
        const first = Math.max(start, entry.start)
        const last = Math.min(end, entry.end)
        const from = first === start ? 0 : minuteOf(first)
        const to = last === end ? dayMinutes : minuteOf(last)
        // When clocks are set back, the end’s clock time can be before the start’s.
        const realEnd = Math.min(dayMinutes, from + (last - first) / minuteMs)
        return { ...entry, from, to: to > from ? to : realEnd }
      })
    const isClosed = week.hours[i]?.length === 0 && !slots.some(showsAnytime)
    const blocked = slots.filter(({ kind }) => kind === 'blocked').map((slot) => ({ ...slot, lane: 0, lanes: 1 }))
    const others = withLanes(slots.filter(({ kind }) => kind !== 'blocked'))
    return { start, isClosed, slots: [...blocked, ...others], gaps: subtractSpans(hours[i] ?? [], slots) }
  })
  return { days, bands: bandsOf([...hours.flat(), ...days.flatMap(({ slots }) => slots.filter(showsAnytime))]) }
}

function subtractSpans(spans: readonly Span[], subtracted: readonly Span[]): readonly Span[] {
  let remaining = spans
  for (const { from, to } of subtracted) {
    const parts = remaining.flatMap((span) => [
      { from: span.from, to: Math.min(span.to, from) },
      { from: Math.max(span.from, to), to: span.to },
    ])
    remaining = parts.filter((part) => part.from < part.to)
  }
  return remaining
}

/** Whether a slot is shown outside opening hours. Calls and free times are. Blocked and busy times aren’t. */
const showsAnytime = ({ kind }: Pick<Slot, 'kind'>) => kind !== 'blocked' && kind !== 'busy'

type Placed = Omit<Slot, 'lane' | 'lanes'>

function entriesOf({ calls, busy, free, minutes }: Week): Omit<Placed, keyof Span>[] {
  return [
    ...calls.map((entry) => {
      const { id, state, starts_at: start, ends_at: end, name, email, note } = entry
      const kind = state === 'booked' || state === 'blocked' ? state : ('reserved' as const)
      return { key: id, kind, start, end, entry, title: state === 'blocked' ? note || 'Blocked' : name || email }
    }),
    ...busy.map(({ from: start, to: end, title }, n) => {
      return { key: `busy-${n}`, kind: 'busy' as const, start, end, title: title || 'Busy' }
    }),
    ...free.map((start) => ({
      key: `${start}`,
      kind: 'free' as const,
      start,
      end: start + minutes * minuteMs,
      title: '',
    })),
  ]
}

function withLanes(slots: readonly Placed[]): Slot[] {
  const groups: Placed[][] = []
  let end = 0
  for (const slot of slots.toSorted((a, b) => a.from - b.from)) {
    if (slot.from >= end) groups.push([])
    groups.at(-1)?.push(slot)
    end = Math.max(end, slot.to)
  }
  return groups.flatMap((group) => group.map((slot, lane) => ({ ...slot, lane, lanes: group.length })))
}

/** Rounds spans to half hours and merges them. Gaps of half an hour aren’t worth folding. */
function bandsOf(spans: readonly Span[]): Span[] {
  const bands: Span[] = []
  for (const span of (spans.length > 0 ? spans : [usualHours]).toSorted((a, b) => a.from - b.from)) {
    const from = Math.floor(span.from / labelMinutes) * labelMinutes
    const to = Math.ceil(span.to / labelMinutes) * labelMinutes
    const last = bands.at(-1)
    if (last && from - last.to <= labelMinutes) last.to = Math.max(last.to, to)
    else bands.push({ from, to })
  }
  return bands
}

export const rowsIn = ({ from, to }: Span) => (to - from) / rowMinutes

/** Finds a span’s grid lines, with start ≥ end if it’s hidden. Bands have a row per 5 minutes, folds a single row. */
export function linesFor({ from, to }: Span, bands: readonly Span[]): [start: number, end: number] {
  // Line 1 is above the day names, so the rows start at line 2.
  let line = 2
  let start = 0
  let end = 0
  for (const band of bands) {
    const rowsTo = (minute: number) => Math.min(rowsIn(band), Math.max(0, (minute - band.from) / rowMinutes))
    if (start === 0 && from < band.to) start = line + Math.floor(rowsTo(from))
    if (to > band.from) end = line + Math.ceil(rowsTo(to))
    line += rowsIn(band) + 1
  }
  return [start || line, end]
}

/** Formats minutes since midnight. It treats them as UTC to avoid any time zone. */
const minuteClock = createClock('UTC', 0)

/** Labels with the time of day, for the left edge. */
export function labelsFor(bands: readonly Span[]): { text: string; line: number }[] {
  return bands.flatMap((band) =>
    Array.from({ length: Math.ceil((band.to - band.from) / labelMinutes) }, (_, i) => {
      const minute = band.from + i * labelMinutes
      const text = minuteClock.time(minute * minuteMs)
      const hasPeriod = i === 0 || minute % (dayMinutes / 2) < labelMinutes
      return { text: hasPeriod ? text : text.slice(0, -3), line: linesFor({ from: minute, to: minute }, bands)[0] }
    }),
  )
}

/** `12:30–6:30 PM` */
export function spanText({ from, to }: Span): string {
  return minuteClock.timeRange(from * minuteMs, to * minuteMs)
}

/** `10–11 AM`, or `All day` if it includes midnight. */
export function timesOf({ start, end }: { start: number; end: number }, clock: Clock): string {
  const isOneDay = clock.isoDay(start) === clock.isoDay(end - 1) && end - start < dayMinutes * minuteMs
  return isOneDay ? clock.timeRange(start, end).replaceAll(':00', '') : 'All day'
}

/** Returns a function that converts epoch ms to minutes since midnight. */
export function minutesIn(timeZone: string): (ms: number) => number {
  const format = new Intl.DateTimeFormat('sv', { timeZone, timeStyle: 'short' })
  return (ms) => minutesAt(format.format(ms))
}

function minutesAt(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** `Nov 26 – Dec 2` */
export function weekTitle({ starts }: Pick<Week, 'starts'>, clock: Clock): string {
  const first = clock.date(starts[0] ?? 0)
  const last = clock.date((starts.at(-1) ?? 0) - 1)
  return first.slice(0, 3) === last.slice(0, 3) ? `${first} – ${last.slice(4)}` : `${first} – ${last}`
}

export function daysLater(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMinutes * minuteMs).toISOString().slice(0, 10)
}
