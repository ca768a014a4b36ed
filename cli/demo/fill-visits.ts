import { sql } from 'kysely'
import { studioZone } from '../../platform/content/site-content.ts'
import { dayMs } from '../../platform/text/time-text.ts'
import { dayIn, startOfDay } from '../../platform/text/zones.ts'
import { addDay, type DayNumbers, dayNumbers, noActions, noDays } from '../../server/visits/day-numbers.ts'
import { bucketOf, metrics } from '../../server/visits/speed.ts'
import { insertDay, writeOpenDay } from '../../server/visits/store.ts'
import type { Demo } from './fill-demo.ts'
import month from './month.json' with { type: 'json' }

const periodDays = 28
const periods = 13

/** A year of visits in periods of 28 days, each with fewer than the one after it. */
export async function fillVisits({ app, studio, now, random }: Demo): Promise<void> {
  const zone = studioZone()
  const total = { ...monthNumbers(), zone }
  const issueDays = new Set(studio.issues.map(({ daysAgo }) => dayIn(zone, now - daysAgo * dayMs)))
  const weightOf = (daysAgo: number) => {
    const day = dayIn(zone, now - daysAgo * dayMs)
    const isWeekend = new Date(day).getUTCDay() % 6 === 0
    const elapsed = daysAgo === 0 ? Math.max(0.05, (now - startOfDay(zone, day)) / dayMs) : 1
    return (isWeekend ? 0.6 : 1) * (issueDays.has(day) ? 1.8 : 1) * elapsed * (0.8 + 0.4 * random())
  }
  const days = Array.from({ length: periods }, (_, period) => {
    const scale = (studio.visits / month.done.visit.all) * Math.max(0.2, 0.696 ** period)
    const weights = Array.from({ length: periodDays }, (_, i) => weightOf(period * periodDays + i))
    const sum = weights.reduce((all, weight) => all + weight, 0)
    let until = 0
    return weights.map((weight, i) => {
      const from = until
      until += weight / sum
      const share = (count: number) => Math.round(count * scale * until) - Math.round(count * scale * from)
      return { day: dayIn(zone, now - (period * periodDays + i) * dayMs), numbers: mapCounts(total, share) }
    })
  }).flat()
  await app.database.write(async (tx) => {
    for (const { day, numbers } of days.slice(1)) await insertDay(tx, day, numbers)
    const [today] = days
    if (today === undefined) return
    const keySince = new Date(now).toISOString()
    await writeOpenDay(tx, { day: today.day, zone, key: 'demo', keySince, aliveAt: now, running: {}, gaps: [] })
    for (const kind of ['done', 'devices', 'speed'] as const)
      for (const [name, value] of Object.entries(today.numbers[kind]))
        await sql`insert into visit_sums (kind, name, value)
          values (${kind}, ${name}, ${JSON.stringify(value)})`.execute(tx)
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
