import { type Command, Option } from 'commander'
import type { Desk } from '../../src/desk.ts'
import { mailsPerMinute } from '../../src/features/limits.ts'
import { findIssue, type IssueHead, listIssues } from '../../src/features/newsletter/issue/issue.repository.ts'
import { issueMessageId } from '../../src/features/newsletter/issue/issue-mail.ts'
import {
  allMails,
  type IssueMail,
  type IssueStatus,
  mailsIn,
  readStatus,
} from '../../src/features/newsletter/issue/issue-status.ts'
import { minuteOf } from '../../src/lib/text/time-text.ts'
import { type Mute, readMute } from '../../src/server/mail/mute.ts'
import { CommandFailure, example, studioCommand } from '../command.ts'
import { withDesk } from '../open-desk.ts'
import { counted, isoTime, since } from '../terminal/amounts.ts'
import { type RecordFormat, writeRecords } from '../terminal/records.ts'
import { sanitize, writeErr, writeJson, writeOut, writeTable } from '../terminal/terminal.ts'
import { stateWords, statusLines, statusNotes } from './status-lines.ts'

const mostShown = 20

export function addIssueStatus(issue: Command): void {
  issue
    .command('status')
    .description('show how far the issues are, or one of them with what went wrong')
    .argument('[slug]', 'of the article, for example saas-mvp-cost-guide')
    // Does nothing any more: for scripts that still say it.
    .addOption(new Option('--no-follow').hideHelp())
    .option('--json', 'as JSON, with every mail that has failed or is unknown')
    .addHelpText('after', example('issue status saas-mvp-cost-guide'))
    .action(async (slug: string | undefined, _: unknown, command: Command) => {
      const { json }: { json?: true } = command.optsWithGlobals()
      await withDesk(async (app) => {
        if (slug === undefined) return await showAll(app, json === true)
        if (json) return writeJson(await statusRecord(app, slug))
        await showOne(app, slug)
      })
    })
}

async function statusOf(app: Desk, slug: string): Promise<{ status: IssueStatus; muted: Mute | undefined }> {
  const { db } = app.database
  const head = await requireIssue(app, slug)
  const status = await readStatus(db, head, app.now())
  return { status, muted: await readMute(db) }
}

export async function showAll({ database, now }: Desk, json: boolean): Promise<void> {
  const heads = await listIssues(database.db)
  const issues: IssueStatus[] = []
  for (const head of heads) issues.push(await readStatus(database.db, head, now()))
  if (json) return writeJson(issues.map(record))
  if (issues.length === 0)
    return writeErr(`Nothing was sent yet. To send an article: ${studioCommand('issue send SLUG')}`)
  const at = now()
  const isSeen = process.stdout.isTTY
  const counts = ['Readers', 'Got it', 'Waits', 'Failed', 'Unknown']
  writeTable(
    [{ title: 'Article', fixed: true }, { title: 'Age', fixed: true }, 'State', ...counts.map(right)],
    issues.map(({ slug, created_at, state, readers, mails }) => [
      slug,
      isSeen ? since(created_at, at) : minuteOf(created_at),
      stateWords[state],
      ...[readers, mails.sent, mails.queued + mails.sending, mails.failed, mails.unknown].map(String),
    ]),
  )
  const muted = await readMute(database.db)
  for (const status of issues.filter(({ finished_at }) => finished_at === null)) {
    for (const note of statusNotes(status, muted, now())) writeErr(`${status.slug}: ${note}`)
  }
}

function right(title: string) {
  return { title, right: true, fixed: true } as const
}

async function showOne(app: Desk, slug: string): Promise<void> {
  const { status, muted } = await statusOf(app, slug)
  writeOut(statusLines(status, app.now()))
  await showTrouble(app, status)
  for (const note of statusNotes(status, muted, app.now())) writeErr(note)
}

async function showTrouble({ database }: Desk, { slug, mails }: IssueStatus): Promise<void> {
  const found: IssueMail[] = []
  for (const state of ['unknown', 'failed'] as const)
    found.push(...(await mailsIn(database.db, slug, state, mostShown)))
  if (found.length === 0) return
  writeOut('\n')
  writeTable(
    ['State', 'Address', 'When', 'What was said'],
    found.map(({ state, email, at, answer }) => [
      { text: state, style: state === 'unknown' ? 'yellow' : 'red' },
      email ?? '(erased)',
      at === null ? '' : minuteOf(at),
      sanitize(answer ?? ''),
    ]),
  )
  if (mails.unknown > mostShown || mails.failed > mostShown)
    writeErr(`All of them: ${studioCommand(`issue log ${slug}`)}`)
}

async function statusRecord(app: Desk, slug: string) {
  const { status, muted } = await statusOf(app, slug)
  const { db } = app.database
  const all = async (state: 'failed' | 'unknown') =>
    (await mailsIn(db, slug, state, status.mails[state])).map((mail) => mailRecord(mail, status))
  return {
    ...record(status),
    muted: muted?.because ?? null,
    unknownMails: await all('unknown'),
    failedMails: await all('failed'),
  }
}

function record({ mails, ...status }: IssueStatus) {
  return {
    slug: status.slug,
    subject: status.subject,
    state: status.state,
    pausedBecause: status.paused_because,
    readers: status.readers,
    queued: mails.queued,
    sending: mails.sending,
    sent: mails.sent,
    failed: mails.failed,
    unknown: mails.unknown,
    left: status.left,
    mailsPerMinute,
    secondsToGo: status.msToGo === undefined ? null : Math.round(status.msToGo / 1_000),
    isSilent: status.isSilent,
    lastDeferral: status.lastDeferral,
    createdAt: isoTime(status.created_at),
    nextAt: status.state === 'sending' ? isoTime(status.next_at) : null,
    finishedAt: isoTime(status.finished_at),
  }
}

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
        writeErr(counted(count, 'mail'))
      })
    })
}

async function* records(db: Parameters<typeof allMails>[0], issue: IssueHead) {
  for await (const mail of allMails(db, issue.slug)) yield mailRecord(mail, issue)
}

function mailRecord({ email, state, at, attempts, answer, subscriberId }: IssueMail, issue: IssueHead) {
  return { email, state, at: isoTime(at), attempts, answer, messageId: issueMessageId(issue, subscriberId) }
}

export async function requireIssue({ database }: Pick<Desk, 'database'>, slug: string): Promise<IssueHead> {
  const issue = await findIssue(database.db, slug)
  if (issue !== undefined) return issue
  const issues = await listIssues(database.db)
  const list =
    issues.length === 0 ? 'Nothing was sent yet.' : `There are:\n${issues.map((each) => `  ${each.slug}`).join('\n')}`
  throw new CommandFailure(`No article ${sanitize(slug)} was sent. ${list}`)
}
