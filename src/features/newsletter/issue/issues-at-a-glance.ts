import type { Kysely } from 'kysely'
import type { IssueMailState, IssueRow, Tables } from '../../../../migrations/tables.ts'

export type IssueAtAGlance = Pick<
  IssueRow,
  'slug' | 'subject' | 'readers' | 'state' | 'paused_because' | 'created_at' | 'finished_at'
> & { mails: Partial<Record<IssueMailState, number>> }

/** The issues under way, and those that were done since then; the newest first. */
export async function issuesAtAGlance(db: Kysely<Tables>, doneSince: number): Promise<IssueAtAGlance[]> {
  const issues = await db
    .selectFrom('issues')
    .select(['slug', 'subject', 'readers', 'state', 'paused_because', 'created_at', 'finished_at'])
    .where((eb) => eb.or([eb('finished_at', 'is', null), eb('finished_at', '>=', doneSince)]))
    .orderBy('created_at', 'desc')
    .orderBy('slug')
    .execute()
  if (issues.length === 0) return []
  const counts = await db
    .selectFrom('issue_mails')
    .select(({ fn }) => ['issue', 'state', fn.countAll<number>().as('count')])
    .where(
      'issue',
      'in',
      issues.map(({ slug }) => slug),
    )
    .groupBy(['issue', 'state'])
    .execute()
  const byIssue = Map.groupBy(counts, ({ issue }) => issue)
  return issues.map((issue) => ({
    ...issue,
    mails: Object.fromEntries((byIssue.get(issue.slug) ?? []).map(({ state, count }) => [state, count])),
  }))
}
