import type { Command } from 'commander'
import { addIssueCancel, addIssuePause, addIssueResume } from './hold-issue.ts'
import { addIssueLog } from './issue-log.ts'
import { addIssueStatus } from './issue-status.ts'
import { addIssuePreview } from './preview-issue.ts'
import { addIssueRetry } from './retry-issue.ts'
import { addIssueSend } from './send-issue.ts'
import { addIssueTest } from './test-issue.ts'

export function addIssue(studio: Command): void {
  const issue = studio.command('issue').description('send an article to the readers, and see who got it')
  addIssuePreview(issue)
  addIssueTest(issue)
  addIssueSend(issue)
  addIssueStatus(issue)
  addIssueLog(issue)
  addIssuePause(issue)
  addIssueResume(issue)
  addIssueCancel(issue)
  addIssueRetry(issue)
}
