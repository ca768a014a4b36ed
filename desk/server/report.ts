import { z } from 'zod'
import { readGrowth } from '../../server/newsletter/store.ts'
import { readSiteReport } from '../../server/site-report.ts'
import { droppedText } from '../../server/visits/emails.ts'
import { spanProblem } from '../../server/visits/report.ts'
import { stepNames } from '../../server/visits/steps.ts'
import { uncountedPath } from '../../server/visits/uncounted.ts'
import { action, Refusal } from './action.ts'

const day = z.string().max(40)

export const readReport = action(z.object({ from: day, to: day }), async (desk, span) => {
  const problem = spanProblem(span)
  if (problem !== undefined) throw new Refusal(problem)
  const uncounted = `${desk.environment.siteUrl}${uncountedPath}`
  const report = await readSiteReport(desk, span)
  return { ...report, uncounted, notCounted: droppedText(report), names: stepNames }
})

/** How many readers there were at the end of each day that changed it. */
export const readReadersGrowth = action(z.object({}), async ({ database: { db } }) => await readGrowth(db))
