import { sql } from 'kysely'
import { studioZone } from '../../platform/content/site-content.ts'
import { dayMs } from '../../platform/text/time-text.ts'
import { dayIn } from '../../platform/text/zones.ts'
import { insertDay, writeOpenDay } from '../../server/visits/store.ts'
import month from './month.json' with { type: 'json' }
import type { Filling } from './studio.ts'

const periodDays = 28
const periods = 13
/** Ratio of a day's visits to the next day's. */
const growth = 0.976
/** Relative number of visits, from Sunday to Saturday. */
const weekdayWeights = [0.6, 1.1, 1.2, 1, 1, 0.9, 0.6]

/** Adds a year of visits in 28-day periods, with more visits in each later period. */
export async function fillVisits({ app, studio, now }: Filling): Promise<void> {
  const zone = studioZone()
  const text = JSON.stringify({ ...month, zone })
  const days = Array.from({ length: periods * periodDays }, (_, n) => {
    const scale = (studio.visits / month.done.visit.all) * Math.max(0.2, 0.696 ** Math.floor(n / periodDays))
    const [from, to] = [shareBefore(n % periodDays, now), shareBefore((n % periodDays) + 1, now)]
    // Rounds running totals so a period's days add up to its total.
    const share = (count: number) => Math.round(count * scale * to) - Math.round(count * scale * from)
    const numbers = JSON.parse(text, (_key, value) => (typeof value === 'number' ? share(value) : value))
    return { day: dayIn(zone, now - n * dayMs), numbers }
  })
  await app.database.write(async (tx) => {
    for (const { day, numbers } of days.slice(1)) await insertDay(tx, day, numbers)
    const [today] = days
    if (today === undefined) return
    const keySince = new Date(now).toISOString()
    await writeOpenDay(tx, { day: today.day, zone, key: 'demo', keySince, aliveAt: now, running: {}, gaps: [] })
    for (const kind of ['done', 'devices', 'speed'])
      for (const [name, value] of Object.entries(today.numbers[kind]))
        await sql`insert into visit_sums (kind, name, value)
          values (${kind}, ${name}, ${JSON.stringify(value)})`.execute(tx)
  })
}

/** The fraction of a period's visits that fall on its last `days` days. Today has half a day's visits. */
function shareBefore(days: number, now: number): number {
  const weights = Array.from({ length: periodDays }, (_, n) => {
    const weight = weekdayWeights[new Date(now - n * dayMs).getUTCDay()] ?? 1
    return weight * (n === 0 ? 0.5 : 1) * (1 + Math.sin(n * n) / 6) * growth ** n
  })
  const sum = (list: readonly number[]) => list.reduce((all, weight) => all + weight, 0)
  return sum(weights.slice(0, days)) / sum(weights)
}
