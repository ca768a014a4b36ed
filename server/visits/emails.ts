import type { Database } from '../../platform/db/database.ts'
import type { EmailAddress } from '../../platform/email/email-address.ts'
import { type Brand, noticeEmail, part } from '../../platform/email/layout.ts'
import { enqueue, type NewEmail } from '../../platform/email/outbox-store.ts'
import { countUse } from '../../platform/limits/count-use.ts'
import type { Log } from '../../platform/log.ts'
import { repeat } from '../../platform/repeat.ts'
import { counted } from '../../platform/text/amounts.ts'
import { dayOf } from '../../platform/text/time-text.ts'
import type { Totals } from './day-numbers.ts'
import { dayAfter, type Report, readReport } from './report.ts'

type WeekNeeds = {
  database: Database
  now: () => number
  log: Log
  emailSettings: WeekEmailNeeds
  notifyOutbox: () => void
  /** The time zone of Monday morning (IANA). */
  zone: string
}
type WeekEmailNeeds = { from: EmailAddress; to: EmailAddress; brand: Brand }

const lookMs = 10 * 60_000
const earliestHour = 7

/** Emails the owner a report of the week on Monday morning, once for all processes. */
export function createWeekEmails({ database, now, log, emailSettings, notifyOutbox, zone }: WeekNeeds) {
  async function sendIfDue(): Promise<void> {
    if (!isMondayMorning(now(), zone)) return
    const monday = dayOf(new Date(now()))
    const report = await readReport(database.db, { from: dayAfter(monday, -7), to: dayAfter(monday, -1) })
    if (report.totals.visits + (report.previous.totals?.visits ?? 0) === 0) return
    const isFirst = await database.write(async (tx) => {
      const limit = { key: `week-mail:${report.from}`, max: 1, windowMs: 7 * 24 * 3_600_000 }
      if ((await countUse(tx, limit, now())) !== undefined) return false
      await enqueue(tx, weekEmail(report, emailSettings), now())
      return true
    })
    if (isFirst) notifyOutbox()
  }

  const onError = (err: unknown) => log.error({ err }, 'the weekly email could not be queued')
  return repeat(sendIfDue, { firstMs: lookMs / 10, everyMs: lookMs, onError })
}

function isMondayMorning(now: number, zone: string): boolean {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return part('weekday') === 'Mon' && Number(part('hour')) >= earliestHour
}

/** Only the owner reads it, so the text isn't in content/. */
export function weekEmail(report: Report, settings: WeekEmailNeeds): NewEmail {
  const lines = weekLines(report)
  const { visits, leads } = report.totals
  return noticeEmail('week', {
    ...settings,
    subject: `The week from ${report.from}: ${counted(visits, 'visit')}, ${counted(leads, 'lead')}`,
    preview: lines.map(([label, text]) => `${label}: ${text}`).join('. '),
    head: part.heading(`The week from ${report.from} to ${report.to}`),
    parts: [
      // Visitors can make up the name of a campaign.
      part.quote('Summary', '', { facts: lines }),
      part.command('For charts and details:', 'npm run studio -- desk'),
    ],
    foot: ['To turn this email off, set weeklyMail: off in content/studio.yaml.'],
  })
}

/** A report in five lines, and a sixth if some events weren't counted. */
export function weekLines(report: Report): [label: string, text: string][] {
  const { totals, sources, pages, funnels } = report
  const dropped = droppedText(report)
  const countSent = (way: string) => funnels.find(({ name }) => name === way)?.steps.at(-1)?.visitors ?? 0
  const byWay = `form ${countSent('form')}, chat ${countSent('chat')}, calls ${countSent('call')}`
  return [
    ['Visits', `${formatted(totals.visits)}${changeText(report, 'visits')}`],
    ['From', topThree(sources.map(({ source, visits }) => [source, visits]))],
    ['Most viewed', topThree(pages.map(({ page, visitors }) => [page, visitors]))],
    ['Leads', `${formatted(totals.leads)} (${byWay})${changeText(report, 'leads')}`],
    [
      'Newsletter',
      `${formatted(totals.signUps)} signed up, ${formatted(countSent('newsletter'))} of them confirmed the same day`,
    ],
    ...(dropped === undefined ? [] : [['Not counted', dropped] satisfies [string, string]]),
  ]
}

const maxDays = 7

/** @returns undefined if everything is counted */
export function droppedText({ days }: Pick<Report, 'days'>): string | undefined {
  const full = days.filter(({ dropped }) => dropped > 0)
  if (full.length === 0) return undefined
  const all = full.reduce((sum, { dropped }) => sum + dropped, 0)
  const last = full.slice(-maxDays).map(({ day, dropped }) => `${formatted(dropped)} on ${day}`)
  return `${formatted(all)} views and actions over the limits per address, network, minute, or day (${last.join(', ')})`
}

function formatted(number: number): string {
  return number.toLocaleString('en')
}

function topThree(all: readonly (readonly [string, number])[]): string {
  const first = all.slice(0, 3).map(([name, number]) => `${name} ${formatted(number)}`)
  return first.length === 0 ? 'nothing' : first.join(', ')
}

function changeText({ changes, previous }: Report, what: keyof Totals): string {
  if (previous.totals === null) return ''
  const previousText = `${formatted(previous.totals[what])} before`
  const share = changes[what]
  return share === null ? `, ${previousText}` : `, ${share > 0 ? '+' : ''}${share} % (${previousText})`
}
