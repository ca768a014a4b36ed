import { z } from 'zod'
import type { Db } from '../../migrations/tables.ts'
import { Refusal, read } from '../../platform/actions.ts'
import { tryRead } from '../../platform/content/read-content.ts'
import { siteTexts } from '../../platform/content/site-texts.ts'
import { dayOf } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { listIssues } from '../newsletter/issue-store.ts'
import { uncountedPath } from './counter.ts'
import { dayAfter, daysIn, readReport, uncountedText, weekLines } from './report.ts'
import { stepNames } from './steps.ts'

const defaultDays = 28
const maxDays = 1_100
const maxRows = 10

const day = z.iso.date('must be a day like 2026-11-01').optional()

export const visitActions = {
  'visits.report': read({
    summary: 'Show how many visitors came, from where, and how far they got',
    command: 'report',
    input: z.object({
      from: day.meta({ description: `first day; by default the last ${defaultDays} days`, example: '2026-11-01' }),
      to: day.meta({ description: 'last day; by default today' }),
    }),
    run: async ({ database: { db }, environment, now }: Context, { from, to = dayOf(new Date(now())) }) => {
      const span = { from: from ?? dayAfter(to, 1 - defaultDays), to }
      const days = daysIn(span)
      if (days < 1 || days > maxDays) throw new Refusal(`The period must be 1 to ${maxDays} days.`)
      const report = await readReport(db, span)
      const events = [...publishedArticles(), ...(await sentIssues(db))]
      return {
        ...report,
        events: events.filter(({ day }) => day >= span.from && day <= span.to).toSorted(byDay),
        excludeUrl: `${environment.siteUrl}${uncountedPath}`,
        uncountedText: uncountedText(report),
        names: stepNames,
      }
    },
    json: ({ excludeUrl: _, uncountedText: __, names: ___, ...report }) => report,
    print: (report) => [
      weekLines(report),
      ...report.funnels.map(({ name, steps }) => ({
        title: stepNames.funnels[name],
        rows: steps.map(({ step, visitors, share }) => ({
          step: stepNames.steps[step],
          visitors,
          share: share === null ? '' : `${share}%`,
        })),
      })),
      { title: 'Pages', rows: report.pages.slice(0, maxRows), columns: ['page', 'visitors', 'entries', 'leads'] },
    ],
    message: ({ from, to }) => `From ${from} to ${to} (UTC), compared with the same number of days before.`,
  }),
}

type Event = { day: string; kind: 'article' | 'issue'; title: string }

function byDay(one: Event, other: Event): number {
  return one.day.localeCompare(other.day)
}

/** Invalid content mustn't hide the numbers. */
function publishedArticles(): Event[] {
  const articles = tryRead(siteTexts)?.articles ?? []
  return articles.map(({ title, date }) => ({ day: date, kind: 'article', title }))
}

async function sentIssues(db: Db): Promise<Event[]> {
  const issues = (await listIssues(db)).filter(({ state }) => state !== 'scheduled')
  return issues.map(({ subject, created_at }) => ({ day: dayOf(new Date(created_at)), kind: 'issue', title: subject }))
}
