import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../migrations/tables.ts'
import { mapFields } from '../../platform/fields.ts'
import { counted } from '../../platform/text/amounts.ts'
import { dayMs, dayOf } from '../../platform/text/time-text.ts'
import { countLeadsByDay } from '../leads/find-leads.ts'
import {
  type ActionCounts,
  addDay,
  type Counts,
  type DayNumbers,
  devices,
  type Gap,
  noDays,
  type Totals,
  totalsOf,
} from './day-numbers.ts'
import { readOpenNumbers } from './open-day.ts'
import { bucketValue, type Metric, metrics } from './speed.ts'
import { type FunnelName, funnelNames, leadSteps, stepsOf, tookLimits } from './steps.ts'
import { readDay, readOpenDay } from './store.ts'

export type Report = Awaited<ReturnType<typeof readReport>>

/** Days (UTC), both inclusive. */
export type Span = { from: string; to: string }

/** Adds up the days of a span, including today so far. */
export async function readReport(db: Db, { from, to }: Span) {
  const previous = { from: dayAfter(from, -daysIn({ from, to })), to: dayAfter(from, -1) }
  const { sum, days, countedDays, leads } = await sumDays(db, { from, to })
  const before = await sumDays(db, previous)
  // null: not enough data to compare.
  const previousTotals = before.countedDays < countedDays ? null : totalsOf(before.sum, before.leads)
  const { done, devices: byDevice, speed } = sum
  const current = totalsOf(sum, leads)
  return {
    from,
    to,
    previous: { ...previous, totals: previousTotals },
    totals: current,
    /** Compared with the previous period, in percent. */
    changes: changesOf(current, previousTotals),
    days,
    /** Leads by kind, whether their visits were counted or not, but without spam and suspicious leads. */
    leads: { form: leads.contact, chat: leads.consultation, calls: leads.call },
    /** Page views by bots, which aren't visits. */
    botViews: done['bots']?.all ?? 0,
    funnels: funnelNames.map((name) => funnelOf(name, done)),
    pages: pagesOf(done),
    sources: sourcesOf(done),
    devices: devices.map((device) => ({ device, visits: byDevice[device] ?? 0 })).filter(({ visits }) => visits > 0),
    /** Answers of the chat, by their ids. */
    chatAnswers: withPrefix(done, 'answer:').map(([answer, { all }]) => ({ answer, visitors: all })),
    speed: speedOf(speed),
  }
}

function changesOf(current: Totals, previous: Totals | null) {
  return mapFields(current, (name, count) => previous && shareOf(count - previous[name], previous[name]))
}

async function sumDays(db: Db, span: Span) {
  const sum = noDays()
  /** `visits` is null on a day without data. */
  const days: { day: string; visits: number | null; leads: number; dropped: number; gaps: Gap[] }[] = []
  const leads = { contact: 0, consultation: 0, call: 0 }
  const leadsByDay = Map.groupBy(await countLeadsByDay(db, span), ({ day }) => day)
  const open = await readOpenDay(db)
  // One day at a time, because a year takes about 200 MB.
  for (let n = 0; n < daysIn(span); n++) {
    // Gives the process time to serve requests.
    await setImmediate()
    const day = dayAfter(span.from, n)
    const numbers = day === open?.day ? await readOpenNumbers(db, open) : await readDay(db, day)
    if (numbers) addDay(sum, numbers)
    const { visit, dropped } = numbers?.done ?? {}
    const ofDay = leadsByDay.get(day) ?? []
    for (const { kind, count } of ofDay) leads[kind] += count
    days.push({
      day,
      visits: numbers ? (visit?.all ?? 0) : null,
      leads: ofDay.reduce((total, { count }) => total + count, 0),
      dropped: dropped?.all ?? 0,
      gaps: numbers?.gaps ?? [],
    })
  }
  return { sum, days, leads, countedDays: days.filter(({ visits }) => visits !== null).length }
}

export function daysIn({ from, to }: Span): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

export function dayAfter(day: string, count: number): string {
  return dayOf(new Date(Date.parse(day) + count * dayMs))
}

/** A share of fewer visitors means little. */
const minForShare = 10

/** In percent; null if `whole` is too small to mean much. */
function shareOf(part: number, whole: number): number | null {
  return whole < minForShare ? null : Math.round((part / whole) * 100)
}

type Done = DayNumbers['done']

function funnelOf(name: FunnelName, done: Done) {
  const steps = stepsOf(name)
  const [first, last] = [done[steps[0] ?? ''], done[steps.at(-1) ?? '']]
  // How many visitors reached each step, by source or landing page.
  const originsOf = (by: 'source' | 'entry') =>
    ranked(first?.[by] ?? {})
      .slice(0, maxOrigins)
      .map(([name]) => ({
        name,
        visits: done['visit']?.[by][name] ?? 0,
        visitors: steps.map((step) => done[step]?.[by][name] ?? 0),
      }))
  return {
    name,
    /** @property share of the first step's, in percent */
    steps: steps.map((step) => {
      const visitors = done[step]?.all ?? 0
      return { step, visitors, share: shareOf(visitors, first?.all ?? 0) }
    }),
    /** Median minutes from the first page to the last step; null if nobody got there. */
    medianMinutes: tookLimits[quantileIndex(last?.took ?? [], 1 / 2)] ?? null,
    bySource: originsOf('source'),
    byEntry: originsOf('entry'),
  }
}

const maxOrigins = 20

/** Index of the quantile; -1 if all counts are 0. */
function quantileIndex(counts: readonly (number | undefined)[], share: number): number {
  const total = counts.reduce<number>((sum, count = 0) => sum + count, 0)
  let sum = 0
  return counts.findIndex((count = 0) => {
    sum += count
    return total > 0 && sum >= total * share
  })
}

/** `entries`: visits that started here; `leads`: visitors who saw it and became a lead. */
function pagesOf(done: Done) {
  return withPrefix(done, 'page:').map(([page, { all }]) => ({
    page,
    visitors: all,
    entries: done['visit']?.entry[page] ?? 0,
    leads: done[`led:${page}`]?.all ?? 0,
  }))
}

/** Entries with this prefix, without it, largest first. */
function withPrefix(done: Done, prefix: string): [name: string, counts: ActionCounts][] {
  return Object.entries(done)
    .filter(([what]) => what.startsWith(prefix))
    .map(([what, counts]): [string, ActionCounts] => [what.slice(prefix.length), counts])
    .toSorted(([, one], [, other]) => other.all - one.all)
}

function sourcesOf(done: Done) {
  return ranked(done['visit']?.source ?? {}).map(([source, visits]) => ({
    source,
    visits,
    leads: leadSteps.reduce((sum, step) => sum + (done[step]?.source[source] ?? 0), 0),
  }))
}

function ranked(counts: Counts): [name: string, count: number][] {
  return Object.entries(counts).toSorted(([one, many], [other, more]) => more - many || one.localeCompare(other))
}

/** Most viewed first; pages with too few views are left out. */
function speedOf(speed: DayNumbers['speed']) {
  const pages = Object.entries(speed).flatMap(([page, byDevice]) =>
    devices.map((device) => {
      const measured = (metric: Metric) => percentileOf(metric, byDevice[device]?.[metric] ?? {})
      return { page, device, lcp: measured('lcp'), inp: measured('inp'), cls: measured('cls') }
    }),
  )
  const viewsOf = ({ lcp, cls }: (typeof pages)[number]) => lcp?.views ?? cls?.views ?? 0
  return pages
    .filter((page) => metrics.some((metric) => page[metric] !== null))
    .toSorted((one, other) => viewsOf(other) - viewsOf(one))
}

/** With fewer views, a single slow phone decides the result. */
const minViews = 10

/** The 75th percentile (https://web.dev/articles/vitals). */
function percentileOf(metric: Metric, counts: Counts): { value: number; views: number } | null {
  const buckets = Object.entries(counts)
    .map(([bucket, count]) => [Number(bucket), count] as const)
    .toSorted(([one], [other]) => one - other)
  const views = buckets.reduce((sum, [, count]) => sum + count, 0)
  const viewCounts = buckets.map(([, count]) => count)
  const [bucket] = buckets[quantileIndex(viewCounts, 3 / 4)] ?? []
  return views < minViews || bucket === undefined ? null : { value: bucketValue(metric, bucket), views }
}

/** A report in five lines, and a sixth if something wasn't counted. */
export function weekLines(report: Report): [label: string, text: string][] {
  const { totals, sources, pages, funnels } = report
  const uncounted = uncountedText(report)
  const countSent = (funnel: FunnelName) => funnels.find(({ name }) => name === funnel)?.steps.at(-1)?.visitors ?? 0
  const byKind = Object.entries(report.leads).map(([kind, count]) => `${kind} ${formatted(count)}`)
  const confirmed = formatted(countSent('newsletter'))
  return [
    ['Visits', `${formatted(totals.visits)}${changeText(report, 'visits')}`],
    ['From', topThree(sources.map(({ source, visits }) => [source, visits]))],
    ['Most viewed', topThree(pages.map(({ page, visitors }) => [page, visitors]))],
    [
      'Leads',
      `${formatted(totals.leads)} (${byKind.join(', ')}; without spam and suspicious leads)${changeText(report, 'leads')}`,
    ],
    [
      'Newsletter',
      `${formatted(totals.signUps)} of the counted visitors signed up, ${confirmed} of them confirmed the same day`,
    ],
    ...(uncounted === '' ? [] : [['Not counted', uncounted] satisfies [string, string]]),
  ]
}

const maxDaysListed = 7

/** What wasn't counted as visits; '' if everything was. */
export function uncountedText({ days, botViews }: Pick<Report, 'days' | 'botViews'>): string {
  const byBots = botViews === 0 ? [] : [counted(botViews, 'page view by a bot', 'page views by bots')]
  const full = days.filter(({ dropped }) => dropped > 0)
  if (full.length === 0) return byBots.join()
  const total = full.reduce((sum, { dropped }) => sum + dropped, 0)
  const byDay = full.slice(-maxDaysListed).map(({ day, dropped }) => `${formatted(dropped)} on ${day}`)
  const views = counted(total, 'view or action', 'views and actions')
  const overLimits = `${views} over the limits per address, network, minute, or day (${byDay.join(', ')})`
  return [...byBots, overLimits].join(', ')
}

function formatted(number: number): string {
  return number.toLocaleString('en')
}

function topThree(counts: readonly (readonly [string, number])[]): string {
  const first = counts.slice(0, 3).map(([name, number]) => `${name} ${formatted(number)}`)
  return first.length === 0 ? 'nothing' : first.join(', ')
}

function changeText({ changes, previous }: Report, name: keyof Totals): string {
  if (previous.totals === null) return ''
  const previousText = `${formatted(previous.totals[name])} before`
  const share = changes[name]
  return share === null ? `, ${previousText}` : `, ${share > 0 ? '+' : ''}${share}% (${previousText})`
}
