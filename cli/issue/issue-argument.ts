import type { Desk } from '../../src/desk.ts'
import { findIssue, type IssueHead, listIssues } from '../../src/features/newsletter/issue/issue.repository.ts'
import { CommandFailure } from '../command-failure.ts'
import { harmless } from '../terminal/terminal.ts'

/** @throws CommandFailure that lists what was sent, where there is no such issue */
export async function requireIssue({ database }: Pick<Desk, 'database'>, slug: string): Promise<IssueHead> {
  const issue = await findIssue(database.db, slug)
  if (issue !== undefined) return issue
  const issues = await listIssues(database.db)
  const list =
    issues.length === 0 ? 'Nothing was sent yet.' : `There are:\n${issues.map((each) => `  ${each.slug}`).join('\n')}`
  throw new CommandFailure(`No article ${harmless(slug)} was sent. ${list}`)
}
