import { z } from 'zod'
import type { Db } from '../../migrations/tables.ts'
import { Refusal, read } from '../../platform/actions.ts'
import { articlesAndPages } from '../../platform/content/articles-and-pages.ts'
import { tryRead } from '../../platform/content/files/content-error.ts'
import { siteContent, studioZone } from '../../platform/content/site-content.ts'
import { readingText, shareText } from '../../platform/text/report-text.ts'
import { rateVital, vitalLimits, vitalText } from '../../platform/text/web-vitals.ts'
import { dayIn } from '../../platform/text/zones.ts'
import type { Context } from '../context.ts'
import { listIssues } from '../newsletter/issues/store.ts'
import { uncountedPath } from './counter.ts'
import { dayAfter, daysIn, readReport } from './report.ts'
import { reportLines, totalNames, uncountedText } from './report-lines.ts'
import { stepNames } from './steps.ts'
import { readOpenDay } from './store.ts'

/** The default length of a report. Whole weeks keep periods comparable. */
const defaultDays = 28
/** About three years. A report reads a row for each day. */
const maxDays = 1_100
/** Maximum number of pages to show in a terminal. */
const maxRows = 10

const day = z.iso.date('must be a day like 2026-11-01').optional()

export const visitActions = {
  'visits.report': read({
    summary: 'Show how many visitors came, from where, and how far they got',
    command: 'report',
    input: z.object({
      from: day.meta({ description: 'first day', example: '2026-11-01' }),
      to: day.meta({ description: 'last day (default: today)' }),
      days: z.coerce.number().int().default(defaultDays).meta({ description: 'without --from: how many days' }),
    }),
    run: async ({ database: { db }, environment, now }: Context, input) => {
      const zone = studioZone()
      const today = await currentDay(db, zone, now())
      const to = input.to ?? today
      const from = input.from ?? dayAfter(to, 1 - Math.min(input.days, maxDays + 1))
      const span = { from, to }
      const count = daysIn(span)
      if (count < 1 || count > maxDays) throw new Refusal(`The period must be 1 to ${maxDays} days.`)
      const report = await readReport(db, span, zone)
      const events = [...publishedArticles(), ...(await sentIssues(db, zone))]
      return {
        ...report,
        today,
        zone,
        events: events.filter(({ day }) => day >= span.from && day <= span.to).toSorted(byDay),
        excludeUrl: `${environment.siteUrl}${uncountedPath}`,
        uncountedText: uncountedText(report),
        names: { ...stepNames, totals: totalNames },
        titles: pageTitles(),
      }
    },
    json: ({ excludeUrl: _, uncountedText: __, names: ___, titles: ____, ...report }) => report,
    print: (report) => [
      reportLines(report),
      ...report.funnels.map(({ name, steps }) => ({
        title: stepNames.funnels[name],
        rows: steps.map(({ step, visitors, share }) => ({
          step: stepNames.steps[step],
          visitors,
          share: shareText(share),
        })),
      })),
      {
        title: 'Pages',
        rows: report.pages
          .slice(0, maxRows)
          .map(({ readMs, visitors, ...page }) => ({ ...page, views: visitors, reading: readingText(readMs) })),
        columns: ['page', 'views', 'reading', 'entries', 'leads'],
      },
      { title: 'Page speed', rows: report.vitals.flatMap(speedRow) },
    ],
    message: ({ from, to, previous, zone }) =>
      `From ${from} to ${to} (${zone}), compared with ${previous.from} to ${previous.to}.`,
  }),
}

/** Today, or the open day, which is a day ahead right after the studio moves west. */
async function currentDay(db: Db, zone: string, now: number): Promise<string> {
  const open = await readOpenDay(db)
  const today = dayIn(zone, now)
  return open !== undefined && open.day > today && Date.parse(open.keySince) <= now ? open.day : today
}

function speedRow({ metric, measured }: Awaited<ReturnType<typeof readReport>>['vitals'][number]) {
  if (measured === null) return []
  const { rating, target } = rateVital(metric, measured.value)
  return [{ about: vitalLimits[metric].name, value: vitalText(metric, measured.value), rating, target }]
}

type Event = { day: string; kind: 'article' | 'issue'; title: string }

function byDay(a: Event, b: Event): number {
  return a.day.localeCompare(b.day)
}

/** Lists published articles. Returns none if the content is invalid, so the report still works. */
function publishedArticles(): Event[] {
  const articles = tryRead(articlesAndPages)?.articles ?? []
  return articles.map(({ title, date }) => ({ day: date, kind: 'article', title }))
}

async function sentIssues(db: Db, zone: string): Promise<Event[]> {
  const issues = (await listIssues(db)).filter(({ state }) => state !== 'scheduled')
  return issues.map(({ subject, created_at }) => ({ day: dayIn(zone, created_at), kind: 'issue', title: subject }))
}

/** Titles of pages by path, if content/ has a title. */
function pageTitles(): Record<string, string> {
  const { articles = [], pages = [] } = tryRead(articlesAndPages) ?? {}
  const { sitemap, calls } = tryRead(siteContent) ?? {}
  const { main, legal, blog } = sitemap?.groups ?? {}
  const others = { '/blog': blog?.home ?? '/blog', '/call': calls?.page.heading ?? '/call' }
  const links = [...(main?.links ?? []), ...(legal?.links ?? [])]
  return Object.fromEntries([
    ...Object.entries(others),
    ...links.map(({ to, text }) => [to, text]),
    ...pages.map(({ path, title }) => [path, title]),
    ...articles.map(({ slug, title }) => [`/blog/${slug}`, title]),
  ])
}
