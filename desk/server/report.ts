import { z } from 'zod'
import { readGrowth } from '../../src/features/newsletter/subscriber.repository.ts'
import { uncountedPath } from '../../src/features/report/uncounted.ts'
import { readSiteReport } from '../../src/site-report.ts'
import { action, Refusal } from './action.ts'

const mostDays = 1_100
const dayMs = 86_400_000
const day = z.iso.date()

export const readReport = action(z.object({ from: day, to: day }), async (desk, span) => {
  const days = (Date.parse(span.to) - Date.parse(span.from)) / dayMs
  if (!(days >= 0 && days < mostDays)) throw new Refusal(`From the first day to the last, at most ${mostDays} days.`)
  const uncounted = `${desk.environment.siteUrl}${uncountedPath}`
  return { ...(await readSiteReport(desk, span)), uncounted }
})

/** How many readers there were at the end of each day that changed it. */
export const readReadersGrowth = action(z.object({}), async ({ database: { db } }) => await readGrowth(db))
