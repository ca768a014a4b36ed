import { dayOf } from '../../../lib/text/time-text.ts'
import type { Database } from '../../../server/db/database.ts'
import { countUse } from '../../../server/limits/count-use.ts'
import type { Log } from '../../../server/log.ts'
import { enqueue } from '../../../server/mail/outbox.repository.ts'
import { repeat } from '../../../server/repeat.ts'
import { dayAfter, readReport } from '../reading/read-report.ts'
import { type WeekMailNeeds, weekMail } from './week.email.ts'

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

export function isMondayMorning(now: number, zone: string): boolean {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone: zone,
    weekday: 'short',
    hour: 'numeric',
    hourCycle: 'h23',
  }).formatToParts(now)
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? ''
  return part('weekday') === 'Mon' && Number(part('hour')) >= earliestHour
}
