import { setTimeout as delay } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import type { Command } from 'commander'
import type { Desk } from '../../src/desk.ts'
import { listIssues } from '../../src/features/newsletter/issue/issue.repository.ts'
import {
  type IssueMail,
  type IssueStatus,
  mailsIn,
  readStatus,
} from '../../src/features/newsletter/issue/issue-status.ts'
import { minuteOf } from '../../src/lib/text/time-text.ts'
import { type Mute, readMute } from '../../src/server/mail/mute.ts'
import { isoTime } from '../iso-time.ts'
import { withDesk } from '../open-desk.ts'
import { since } from '../since.ts'
import { example, studioCommand } from '../studio-command.ts'
import { harmless, paint, put, putJson, putTable, say, terminalWidth } from '../terminal/terminal.ts'
import { textWidth } from '../terminal/text-width.ts'
import { requireIssue } from './issue-argument.ts'
import { mailRecord } from './issue-log.ts'
import { drawStatus, stateWords, statusNotes } from './status-lines.ts'

const mostShown = 20
const redrawMs = 1_000

export function addIssueStatus(issue: Command): void {
  issue
    .command('status')
    .description(
      'show how far the issues are, or one of them with what went wrong; a terminal follows it until it stops',
    )
    .argument('[slug]', 'of the article, for example saas-mvp-cost-guide')
    .option('--no-follow', 'show it once')
    .option('--json', 'as JSON, with every mail that has failed or is unknown')
    .addHelpText('after', example('issue status saas-mvp-cost-guide'))
    .action(async (slug: string | undefined, _: unknown, command: Command) => {
      const { follow, json }: { follow: boolean; json?: true } = command.optsWithGlobals()
      await withDesk(async (app) => {
        if (slug === undefined) return await showAll(app, json === true)
        if (json) return putJson(await statusRecord(app, slug))
        if (follow && process.stdout.isTTY) await followOne(app, slug)
        else await showOne(app, slug)
      })
    })
}

async function look(app: Desk, slug: string): Promise<{ status: IssueStatus; muted: Mute | undefined }> {
  const { db } = app.database
  const head = await requireIssue(app, slug)
  const { mailsPerMinute } = app.environment
  const status = await readStatus(db, head, { mailsPerMinute, now: app.now() })
  return { status, muted: await readMute(db) }
}

export async function showAll({ database, environment, now }: Desk, json: boolean): Promise<void> {
  const { mailsPerMinute } = environment
  const heads = await listIssues(database.db)
  const issues: IssueStatus[] = []
  for (const head of heads) issues.push(await readStatus(database.db, head, { mailsPerMinute, now: now() }))
  if (json) return putJson(issues.map((status) => record(status, mailsPerMinute)))
  if (issues.length === 0) return say(`Nothing was sent yet. To send an article: ${studioCommand('issue send SLUG')}`)
  const at = now()
  const isSeen = process.stdout.isTTY
  const counts = ['Readers', 'Got it', 'Waits', 'Failed', 'Unknown']
  putTable(
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
    for (const note of statusNotes(status, muted, now())) say(`${status.slug}: ${note}`)
  }
}

function right(title: string) {
  return { title, right: true, fixed: true } as const
}

async function showOne(app: Desk, slug: string): Promise<void> {
  const { status, muted } = await look(app, slug)
  put(drawStatus(status, app.environment.mailsPerMinute, app.now()))
  await showTrouble(app, status)
  for (const note of statusNotes(status, muted, app.now())) say(note)
}

/** Draws over what it has drawn, until nothing moves any more or the owner has seen enough. */
async function followOne(app: Desk, slug: string): Promise<void> {
  const enough = new AbortController()
  process.once('SIGINT', () => enough.abort())
  let drawn = 0
  while (!enough.signal.aborted) {
    const { status, muted } = await look(app, slug)
    if (drawn > 0) put(`\x1b[${drawn}A\x1b[J`)
    if (status.state !== 'sending') break
    const notes = statusNotes(status, muted, app.now()).map((note) => `${paint('yellow', note)}\n`)
    const text = drawStatus(status, app.environment.mailsPerMinute, app.now()) + notes.join('')
    put(text)
    drawn = rowsOf(text)
    await delay(redrawMs, undefined, { signal: enough.signal }).catch(() => {})
  }
  if (!enough.signal.aborted) await showOne(app, slug)
}

/** A long line takes several rows of the terminal. */
function rowsOf(text: string): number {
  const lines = stripVTControlCharacters(text).split('\n').slice(0, -1)
  return lines.reduce((rows, line) => rows + Math.max(1, Math.ceil(textWidth(line) / terminalWidth())), 0)
}

async function showTrouble({ database }: Desk, { slug, mails }: IssueStatus): Promise<void> {
  const found: IssueMail[] = []
  for (const state of ['unknown', 'failed'] as const)
    found.push(...(await mailsIn(database.db, slug, state, mostShown)))
  if (found.length === 0) return
  put('\n')
  putTable(
    ['State', 'Address', 'When', 'What was said'],
    found.map(({ state, email, at, answer }) => [
      { text: state, style: state === 'unknown' ? 'yellow' : 'red' },
      email ?? '(erased)',
      at === null ? '' : minuteOf(at),
      harmless(answer ?? ''),
    ]),
  )
  if (mails.unknown > mostShown || mails.failed > mostShown) say(`All of them: ${studioCommand(`issue log ${slug}`)}`)
}

async function statusRecord(app: Desk, slug: string) {
  const { status, muted } = await look(app, slug)
  const { db } = app.database
  const all = async (state: 'failed' | 'unknown') =>
    (await mailsIn(db, slug, state, status.mails[state])).map((mail) => mailRecord(mail, status))
  return {
    ...record(status, app.environment.mailsPerMinute),
    muted: muted?.because ?? null,
    unknownMails: await all('unknown'),
    failedMails: await all('failed'),
  }
}

function record({ mails, ...status }: IssueStatus, mailsPerMinute: number) {
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
