import type { Command } from 'commander'
import { example } from '../command.ts'
import { withDesk } from '../open-desk.ts'
import { addIssueCancel, addIssuePause, addIssueResume, addIssueRetry } from './control-issue.ts'
import { addIssueLog, addIssueStatus, showAll } from './issue-status.ts'
import { addIssuePreview, addIssueTest } from './preview-issue.ts'
import { addIssueSend } from './send-issue.ts'

export function addIssue(studio: Command): void {
  const issue = studio
    .command('issue')
    .description('list the issues; send an article to the readers')
    .option('--json', 'as JSON')
    .addHelpText('after', example('issue', 'A slug is the name of the article’s folder in content/articles/.'))
    .action(async ({ json }: { json?: true }) => await withDesk((app) => showAll(app, json === true)))
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
