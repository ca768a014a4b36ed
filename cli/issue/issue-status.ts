import type { IssueRow } from '../../migrations/tables.ts'
import { readMute } from '../../platform/email/mute.ts'
import { defaultLimits } from '../../platform/limits/limits.ts'
import { counted, until } from '../../platform/text/amounts.ts'
import { recordOf } from '../../platform/text/csv.ts'
import { dayOf, isoTime, minuteOf } from '../../platform/text/time-text.ts'
import type { Desk } from '../../server/desk.ts'
import {
  allMails,
  type IssueStatus,
  logFields,
  mailsIn,
  readStatus,
  type StatusNote,
  stateText,
  stateWords,
  statusNotes,
} from '../../server/newsletter/issue-status.ts'
import { findIssue, listIssues } from '../../server/newsletter/issue-store.ts'
import { CommandFailure, example, studioCommand } from '../command.ts'
import type { StudioCommand } from '../open-desk.ts'
import { formatOption, type RecordFormat, writeRecords } from '../terminal/records.ts'
import { sanitize, style, writeErr, writeJson, writeOut, writeTable } from '../terminal/terminal.ts'

const mostShown = 20

export function addIssueStatus(issue: StudioCommand): void {
  issue
    .command('status')
    .description('show how far an issue is, and what went wrong')
    .argument('[slug]', 'of the article, for example saas-mvp-cost-guide')
    .option('--json', 'as JSON, with every mail that has failed or is unknown')
    .addHelpText('after', example('issue status saas-mvp-cost-guide'))
    .onDesk(async (app, slug: string | undefined, { json }: { json?: true }) => {
      await (slug === undefined ? showAll(app, json === true) : showOne(app, slug, json === true))
    })
  issue
    .command('log')
    .description('write who got an issue and who did not')
    .argument('<slug>', 'of the article, for example saas-mvp-cost-guide')
    .addOption(formatOption)
    .addHelpText('after', example('issue log saas-mvp-cost-guide > ~/who-got-it.csv'))
    .onDesk(async (app, slug: string, { format }: { format: RecordFormat }) => {
      const head = await requireIssue(app, slug)
      const count = await writeRecords(format, logFields(head), allMails(app.database.db, slug))
      writeErr(counted(count, 'mail'))
    })
}

export async function showAll({ database, now }: Desk, json: boolean): Promise<void> {
  const heads = await listIssues(database.db)
  const issues: IssueStatus[] = []
  for (const head of heads) issues.push(await readStatus(database.db, head, now()))
  if (json) return writeJson(issues.map(record))
  if (issues.length === 0)
    return writeErr(`Nothing was sent yet. To send an article: ${studioCommand('issue send SLUG')}`)
  writeTable(
    [
      { title: 'Article', fixed: true },
      { title: 'Sent off', fixed: true },
      'State',
      ...['Readers', 'Got it', 'Wrong'].map((title) => ({ title, right: true, fixed: true }) as const),
    ],
    issues.map(({ slug, created_at, state, readers, mails }) => [
      slug,
      dayOf(new Date(created_at)),
      stateWords[state],
      ...[readers, mails.sent, mails.failed + mails.unknown].map(String),
    ]),
  )
  const muted = await readMute(database.db)
  for (const status of issues.filter(({ finished_at }) => finished_at === null)) {
    for (const note of statusNotes(status, muted, now())) writeErr(`${status.slug}: ${noteLine(note)}`)
  }
}

async function showOne(app: Desk, slug: string, json: boolean): Promise<void> {
  const { db } = app.database
  const status = await readStatus(db, await requireIssue(app, slug), app.now())
  const muted = await readMute(db)
  const most = json ? status.mails.all : mostShown
  const unknown = await mailsIn(db, slug, 'unknown', most)
  const failed = await mailsIn(db, slug, 'failed', most)
  if (json) {
    const [unknownMails, failedMails] = [unknown, failed].map((mails) =>
      mails.map((mail) => recordOf(logFields(status), mail)),
    )
    return writeJson({ ...record(status), muted: muted?.because ?? null, unknownMails, failedMails })
  }
  writeOut(statusLines(status, app.now()))
  if (unknown.length + failed.length > 0) {
    writeOut('\n')
    writeTable(
      ['State', 'Address', 'When', 'What was said'],
      [...unknown, ...failed].map(({ state, email, at, answer }) => [
        { text: state, style: state === 'unknown' ? 'yellow' : 'red' },
        email ?? '(erased)',
        at === null ? '' : minuteOf(at),
        sanitize(answer ?? ''),
      ]),
    )
  }
  if (status.mails.unknown > mostShown || status.mails.failed > mostShown)
    writeErr(`All of them: ${studioCommand(`issue log ${slug}`)}`)
  for (const note of statusNotes(status, muted, app.now())) writeErr(noteLine(note))
}

function record({ mails: { all: _, ...counts }, ...status }: IssueStatus) {
  const { slug, subject, state, readers, left, msToGo, isSilent, lastDeferral } = status
  return {
    slug,
    subject,
    state,
    pausedBecause: status.paused_because,
    readers,
    ...counts,
    left,
    mailsPerMinute: defaultLimits.mailsPerMinute,
    secondsToGo: msToGo === undefined ? null : Math.round(msToGo / 1_000),
    isSilent,
    lastDeferral,
    createdAt: isoTime(status.created_at),
    nextAt: state === 'sending' ? isoTime(status.next_at) : null,
    finishedAt: isoTime(status.finished_at),
  }
}

export async function requireIssue({ database }: Desk, slug: string): Promise<IssueRow> {
  const issue = await findIssue(database.db, slug)
  if (issue !== undefined) return issue
  const issues = await listIssues(database.db)
  const list =
    issues.length === 0 ? 'Nothing was sent yet.' : `There are:\n${issues.map((each) => `  ${each.slug}`).join('\n')}`
  throw new CommandFailure(`No article ${sanitize(slug)} was sent. ${list}`)
}

export function statusLines(status: IssueStatus, now: number): string {
  const { mails, readers, left } = status
  const waiting = mails.queued + mails.sending
  const count = (number: number) => number.toLocaleString('en')
  const rest = status.state === 'cancelled' ? 'Left out' : 'Left the list'
  const facts: [string, string | false][] = [
    ['Subject', sanitize(status.subject)],
    ['Sent off', minuteOf(status.created_at)],
    ['State', `${stateText(status)}${status.finished_at === null ? '' : ` at ${minuteOf(status.finished_at)}`}`],
    ['Readers', count(readers)],
    ['Got it', `${count(mails.sent)}${readers > 0 ? ` (${Math.floor((mails.sent / readers) * 100)} %)` : ''}`],
    ['Waiting', waiting > 0 && `${count(mails.queued)}, and ${count(mails.sending)} under way`],
    ['Failed', count(mails.failed)],
    ['Unknown', count(mails.unknown)],
    [rest, count(left)],
    ['Next mail', status.state === 'sending' && status.next_at > now + 1_000 && until(status.next_at, now)],
  ]
  const shown = facts.filter(([, value]) => value !== false)
  if (!process.stdout.isTTY) return shown.map(([label, value]) => `${label}\t${value}\n`).join('')
  const width = Math.max(...shown.map(([label]) => label.length))
  return shown.map(([label, value]) => `${style('dim', label.padEnd(width))}  ${value}\n`).join('')
}

export function noteLine({ text, fix }: StatusNote): string {
  return `${sanitize(text)}${fix ? ` ${fix.label}: ${studioCommand(fix.command)}` : ''}`
}
