import { type Command, Option } from 'commander'
import type { IssueHead } from '../../src/features/newsletter/issue/issue.repository.ts'
import { issueMessageId } from '../../src/features/newsletter/issue/issue-mail.ts'
import { allMails, type IssueMail } from '../../src/features/newsletter/issue/issue-status.ts'
import { counted } from '../counted.ts'
import { isoTime } from '../iso-time.ts'
import { withDesk } from '../open-desk.ts'
import { example } from '../studio-command.ts'
import { say } from '../terminal/terminal.ts'
import { type RecordFormat, writeRecords } from '../write-records.ts'
import { requireIssue } from './issue-argument.ts'

export function addIssueLog(issue: Command): void {
  issue
    .command('log')
    .description('write who got an issue and who did not, with what the mail server said, to standard output')
    .argument('<slug>', 'of the article, for example saas-mvp-cost-guide')
    .addOption(new Option('--format <format>', 'the form of the data').choices(['csv', 'json']).default('csv'))
    .addHelpText('after', example('issue log saas-mvp-cost-guide > ~/who-got-it.csv'))
    .action(async (slug: string, { format }: { format: RecordFormat }) => {
      await withDesk(async (app) => {
        const head = await requireIssue(app, slug)
        const columns = ['email', 'state', 'at', 'attempts', 'answer', 'messageId'] as const
        const count = await writeRecords(format, records(app.database.db, head), columns, (value) =>
          String(value ?? ''),
        )
        say(counted(count, 'mail'))
      })
    })
}

async function* records(db: Parameters<typeof allMails>[0], issue: IssueHead) {
  for await (const mail of allMails(db, issue.slug)) yield mailRecord(mail, issue)
}

/** A mail of an issue as other programs get it. */
export function mailRecord({ email, state, at, attempts, answer, subscriberId }: IssueMail, issue: IssueHead) {
  return { email, state, at: isoTime(at), attempts, answer, messageId: issueMessageId(issue, subscriberId) }
}
