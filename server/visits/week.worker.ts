import type { Database } from '../../platform/db/database.ts'
import { type Brand, noteWords } from '../../platform/email/layout.ts'
import type { MailAddress } from '../../platform/email/mail-address.ts'
import { enqueue, type NewMail } from '../../platform/email/outbox-store.ts'
import { countUse } from '../../platform/limits/count-use.ts'
import type { Log } from '../../platform/log.ts'
import { repeat } from '../../platform/repeat.ts'
import { counted } from '../../platform/text/amounts.ts'
import { dayOf } from '../../platform/text/time-text.ts'
import { dayAfter, readReport } from './read-report.ts'
import type { Report } from './report.ts'
import { weekLines } from './week-lines.ts'

type WeekNeeds = {
  database: Database
  now: () => number
  log: Log
  mail: WeekMailNeeds
  notifyOutbox: () => void
  /** By whose clock it is Monday morning (IANA). */
  zone: string
}

const lookMs = 10 * 60_000
const earliestHour = 7

/** Tells the owner on Monday mornings how the week before was; in one mail, however many processes there are. */
export function createWeekMails({ database, now, log, mail, notifyOutbox, zone }: WeekNeeds) {
  async function tellIfDue(): Promise<void> {
    if (!isMondayMorning(now(), zone)) return
    const monday = dayOf(new Date(now()))
    const report = await readReport(database.db, { from: dayAfter(monday, -7), to: dayAfter(monday, -1) })
    if (report.totals.visits + (report.before.totals?.visits ?? 0) === 0) return
    const isTold = await database.write(async (tx) => {
      const limit = { key: `week-mail:${report.from}`, max: 1, windowMs: 7 * 24 * 3_600_000 }
      if ((await countUse(tx, limit, now())) !== undefined) return false
      await enqueue(tx, weekMail(report, mail), now())
      return true
    })
    if (isTold) notifyOutbox()
  }

  const onError = (err: unknown) => log.error({ err }, 'the week could not be told')
  return repeat(tellIfDue, { firstMs: lookMs / 10, everyMs: lookMs, onError })
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

type WeekMailNeeds = { from: MailAddress; to: MailAddress; brand: Brand }

/** To the owner, who alone reads it; so its words are here and not in content/. */
export function weekMail(report: Report, { from, to, brand }: WeekMailNeeds): NewMail {
  const lines = weekLines(report)
  const subject = `The week from ${report.from}: ${counted(report.totals.visits, 'visit')}, ${counted(report.totals.requests, 'request')}`
  return {
    kind: 'week',
    about: undefined,
    from,
    to,
    ...noteWords({
      subject,
      preview: lines.map(([label, text]) => `${label}: ${text}`).join('. '),
      brand,
      parts: [
        { kind: 'heading', text: `The week from ${report.from} to ${report.to}` },
        // What a link calls its campaign is a stranger's word.
        { kind: 'quote', label: 'In five lines', facts: lines, text: '' },
        { kind: 'command', label: 'All of it, in pictures:', text: 'npm run studio -- desk' },
      ],
      foot: ['Off with weeklyMail: off in content/studio.yaml.'],
    }),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
