import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from 'commander'
import { readMbox } from '../src/features/newsletter/reports/read-mbox.ts'
import { readReports } from '../src/features/newsletter/reports/read-reports.ts'
import { type ReportFinding, type ReportOutcome, takeReport } from '../src/features/newsletter/reports/take-report.ts'
import { fileFailure } from './file-failure.ts'
import { withDesk } from './open-desk.ts'
import { example, studioCommand } from './studio-command.ts'
import { harmless, putJson, putTable, say } from './terminal/terminal.ts'

type Options = { trust?: boolean; dryRun?: boolean; json?: boolean }

/** A report holds a letter at most, of some 100 kB; what is larger has an attachment, and is none. */
const maxBytes = 10_000_000

const help = `Reads mailboxes (mbox), Maildir folders and single messages, in which other mail may stand: reports of mail servers that a
mail could not be delivered (RFC 3464, and Exim's own form) and complaints that a letter was unwanted (RFC 5965). Whose
mailbox does not exist, and who complains, gets no more letters until they sign up and confirm anew. A full mailbox, a
refusal for another reason and a delay are told, and change nothing. The same file can be read again.

Anybody who knows your address can send you a report, about anybody. So it is believed only when it shows what nobody but
the reader and the mail servers on the way can have: the signed key of a link in your mail, or your mail's Message-ID. A
server that sends none of it back is told as “no proof”; --trust believes it all the same.`

const done: Record<ReportOutcome, string> = {
  bounced: 'bounced: gets no more letters',
  complained: 'complained: gets no more letters',
  passing: 'nothing: it may pass',
  already: 'nothing: no reader (any more)',
  older: 'nothing: signed up or confirmed since',
  lead: 'nothing: a mail about a request',
  unproven: 'nothing: no proof (see --help)',
  stranger: 'nothing: no reader of yours',
}

type Told = ReportFinding & { file: string }

type Tally = { messages: number; noReport: number; tooLarge: number; unreadable: number; filesNotRead: number }

export function addBounce(studio: Command): void {
  studio
    .command('bounce')
    .description('read reports of mails that came back or were called unwanted')
    .argument('[file...]', 'mailboxes, folders or messages; - or nothing reads standard input')
    .option('--trust', 'believe reports that show no proof')
    .option('--dry-run', 'only say what would be done')
    .option('--json', 'as JSON')
    .addHelpText('after', example('bounce /var/mail/hello', help))
    .action(async (paths: string[], options: Options, command: Command) => {
      if (paths.length === 0 && process.stdin.isTTY) command.help({ error: true })
      await takeAll(paths.length === 0 ? ['-'] : paths, options)
    })
}

async function takeAll(paths: readonly string[], { trust = false, dryRun = false, json = false }: Options) {
  const tally: Tally = { messages: 0, noReport: 0, tooLarge: 0, unreadable: 0, filesNotRead: 0 }
  const told: Told[] = []
  await withDesk(async (desk) => {
    const deps = { ...desk, links: desk }
    for (const path of paths) {
      for await (const report of reportsIn(path, tally)) {
        const findings = await takeReport(deps, report, { trust, isTrial: dryRun })
        told.push(...findings.map((finding) => ({ file: path, ...finding })))
      }
    }
  })
  if (json) putJson({ ...tally, dryRun, reports: told })
  else if (told.length > 0) putTable(['Address', 'Report', dryRun ? 'Would be done' : 'Done', 'Said'], told.map(cells))
  say(summary(tally, told, dryRun))
  process.exitCode = tally.filesNotRead > 0 ? 1 : 0
}

/** All reports of a mailbox, one message in memory at a time. What cannot be read is told and counted. */
async function* reportsIn(path: string, tally: Tally) {
  const files = await filesAt(path).catch((error: unknown) => notRead(path, error, tally))
  for (const file of files) {
    try {
      const bytes: AsyncIterable<Buffer> =
        file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1 << 20 })
      for await (const message of readMbox(bytes, maxBytes)) {
        tally.messages++
        if (message === undefined) tally.tooLarge++
        else yield* await reportsOf(message, tally)
      }
    } catch (error) {
      notRead(file, error, tally)
    }
  }
}

function notRead(path: string, error: unknown, tally: Tally): [] {
  if (!(error instanceof Error && 'syscall' in error)) throw error
  tally.filesNotRead++
  say(`${harmless(path)} cannot be read: ${fileFailure(error)}.`)
  return []
}

async function reportsOf(message: Buffer, tally: Tally) {
  try {
    const reports = await readReports(message)
    if (reports.length === 0) tally.noReport++
    return reports
  } catch {
    // Endless headers or nesting: no mail server writes such a report.
    tally.unreadable++
    return []
  }
}

/** A Maildir's messages, or those of a folder of single ones. */
async function filesAt(path: string): Promise<string[]> {
  if (path === '-' || !(await stat(path)).isDirectory()) return [path]
  const entries = await readdir(path, { withFileTypes: true })
  const maildir = entries.filter((entry) => entry.isDirectory() && ['cur', 'new'].includes(entry.name))
  if (maildir.length > 0) return (await Promise.all(maildir.map(({ name }) => filesAt(join(path, name))))).flat()
  return entries.filter((entry) => entry.isFile()).map(({ name }) => join(path, name))
}

function cells({ address, reader, what, outcome, leadReference, said }: Told): string[] {
  const meant = reader === undefined ? '' : ` (reader: ${reader})`
  const lead = leadReference === undefined ? '' : ` (leads show ${leadReference})`
  return [(address || '?') + meant, what, done[outcome] + lead, said]
}

function summary(tally: Tally, told: readonly Told[], dryRun: boolean): string {
  const count = (outcome: ReportOutcome) => told.filter((each) => each.outcome === outcome).length
  const parts = [
    `messages ${tally.messages}`,
    `no report ${tally.noReport}`,
    `bounced ${count('bounced')}`,
    `complained ${count('complained')}`,
    `without effect ${told.length - count('bounced') - count('complained')}`,
  ]
  if (tally.tooLarge > 0) parts.push(`larger than ${maxBytes / 1_000_000} MB and skipped ${tally.tooLarge}`)
  if (tally.unreadable > 0) parts.push(`not to be taken apart ${tally.unreadable}`)
  const hint = count('unproven') > 0 ? ` Some show no proof: ${studioCommand('bounce --help')}` : ''
  return `${dryRun ? 'This would be done' : 'Read'}: ${parts.join(', ')}.${hint}`
}
