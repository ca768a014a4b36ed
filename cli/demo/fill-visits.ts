import { sql } from 'kysely'
import { dayMs, dayOf } from '../../platform/text/time-text.ts'
import { addDay, type DayNumbers, dayNumbers, noActions, noDays } from '../../server/visits/day-numbers.ts'
import { bucketOf, metrics } from '../../server/visits/speed.ts'
import { insertDay, writeOpenDay } from '../../server/visits/store.ts'
import type { Demo } from './fill-demo.ts'
import month from './month.json' with { type: 'json' }

const periodDays = 28
const periods = 13

/** A year of visits in periods of 28 days, each with fewer than the one after it. */
export async function fillVisits({ app, studio, now, random }: Demo): Promise<void> {
  const total = monthNumbers()
  const today = Date.parse(dayOf(new Date(now)))
  const days = Array.from({ length: periods }, (_, period) => {
    const scale = (studio.visits / month.done.visit.all) * Math.max(0.2, 0.696 ** period)
    const weights = Array.from({ length: periodDays }, (_, i) => {
      const at = today - (period * periodDays + i) * dayMs
      const isToday = period + i === 0
      const isIssueDay = studio.issues.some(
        ({ daysAgo }) => dayOf(new Date(now - daysAgo * dayMs)) === dayOf(new Date(at)),
      )
      const weekday = new Date(at).getUTCDay() % 6 === 0 ? 0.6 : 1
      return (
        weekday *
        (0.8 + 0.4 * random()) *
        (isIssueDay ? 1.8 : 1) *
        (isToday ? Math.max(0.05, (now - today) / dayMs) : 1)
      )
    })
    const sum = weights.reduce((all, weight) => all + weight, 0)
    let before = 0
    return weights.map((weight, i) => {
      const after = before + weight / sum
      const share = (count: number) => Math.round(count * scale * after) - Math.round(count * scale * start)
      const start = before
      before = after
      return { day: dayOf(new Date(today - (period * periodDays + i) * dayMs)), numbers: mapCounts(total, share) }
    })
  }).flat()
  await app.database.write(async (tx) => {
    for (const { day, numbers } of days.slice(1)) await insertDay(tx, day, numbers)
    const [open] = days
    if (open === undefined) return
    await writeOpenDay(tx, { day: open.day, key: 'demo', aliveAt: now, running: {}, gaps: [] })
    for (const kind of ['done', 'devices', 'speed'] as const)
      for (const [name, value] of Object.entries(open.numbers[kind]))
        await sql`insert into visit_sums (kind, name, value) values (${kind}, ${name}, ${JSON.stringify(value)})`.execute(
          tx,
        )
  })
}

function monthNumbers(): DayNumbers {
  const done = Object.entries(month.done).map(([what, counts]) => {
    return [what, { ...noActions(), ...(typeof counts === 'number' ? { all: counts } : counts) }]
  })
  const sum: DayNumbers = { ...noDays(), done: Object.fromEntries(done), devices: month.devices }
  for (const { page, device, views, ...values } of month.speed) {
    const buckets = metrics.map((metric) => [metric, { [bucketOf(metric, values[metric])]: views }])
    addDay(sum, { ...noDays(), speed: { [page]: { [device]: Object.fromEntries(buckets) } } })
  }
  return sum
}

/** Changes every count, and leaves out those that become 0. */
function mapCounts(numbers: DayNumbers, share: (count: number) => number): DayNumbers {
  const text = JSON.stringify(numbers, (key, value: unknown) => {
    if (typeof value !== 'number' || key === 'version') return value
    return share(value) || (/^\d$/.test(key) ? 0 : undefined)
  })
  const parsed: Record<string, object> = JSON.parse(text)
  const done = Object.entries(parsed['done'] ?? {}).filter(([, { all }]) => all !== undefined)
  return dayNumbers.parse({ ...parsed, done: Object.fromEntries(done) })
}
