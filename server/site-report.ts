import { unlessWrong } from '../platform/content/read-content.ts'
import { siteTexts } from '../platform/content/site-texts.ts'
import { dayOf } from '../platform/text/time-text.ts'
import type { Desk } from './desk.ts'
import { listIssues } from './newsletter/issue-store.ts'
import { readReport } from './visits/report.ts'

/** The report, and what the studio did meanwhile: articles that came out, issues that went out. */
export async function readSiteReport({ database: { db } }: Pick<Desk, 'database'>, span: { from: string; to: string }) {
  // A text that is wrong hides no numbers.
  const texts = unlessWrong(siteTexts)
  const articles = (texts?.articles ?? []).map(({ title, date }) => ({ day: date, kind: 'article' as const, title }))
  const issues = (await listIssues(db)).map(({ subject, created_at }) => ({
    day: dayOf(new Date(created_at)),
    kind: 'issue' as const,
    title: subject,
  }))
  const events = [...articles, ...issues]
    .filter(({ day }) => day >= span.from && day <= span.to)
    .toSorted((one, other) => one.day.localeCompare(other.day))
  return { ...(await readReport(db, span)), events }
}
