import type { Command } from 'commander'
import { addIssuePreview } from './preview-issue.ts'
import { addIssueTest } from './test-issue.ts'

export function addIssue(studio: Command): void {
  const issue = studio.command('issue').description('send an article to the readers, and see who got it')
  addIssuePreview(issue)
  addIssueTest(issue)
}
