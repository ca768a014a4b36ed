import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { findArticle } from '../cli/issue/article-letter.ts'
import { siteContent } from '../src/content/site-content.ts'
import { renderIssue } from '../src/features/newsletter/letter/render-issue.ts'
import { openDatabase } from '../src/server/db/database.ts'
import { createSilentLog } from '../src/server/log.ts'
import { putOwnContent } from '../tests/support/content.ts'
import type { Place } from '../tests/support/databases.ts'
import { addSubscribers, readerAddress } from '../tests/support/made-readers.ts'
import { type MailNoter, startMailNoter } from '../tests/support/mail-noter.ts'
import { spawnStudio } from '../tests/support/run-studio.ts'
import { createPostgresDatabase, startPostgres } from '../tests/support/start-postgres.ts'
import { type RunningSite, startSite } from '../tests/support/start-site.ts'
import { processorMs, quantile, residentMegabytes, type Table } from './figures.ts'
import { changeDesk, fillDesk } from './filled-desk.ts'
import { watchSite } from './watch-site.ts'

const slug = 'saas-mvp-cost-guide'
const few = 1_000
const many = 100_000
const leads = 10_000
const windowMs = 10_000
/** So many are left for the window near the end. */
const rest = 10_000
const connections = 4

type Row = string[]

/** How quickly issues go out, what that takes of the site, and what the owner's commands do with a long list. */
export async function measureIssues(): Promise<Table> {
  const folder = putOwnContent(mkdtempSync(join(tmpdir(), 'kitewright-issues-')))
  const server = await startMailNoter(folder)
  const rows: Row[] = [
    ['mails a minute, nodemailer alone, the letter written down nowhere', await bareRate(server), '', ''],
  ]
  const place = (name: string): Place => ({ dataDir: join(folder, name), databaseUrl: undefined })
  rows.push(...(await sendFew(server, `SQLite, ${few} readers`, place('few'))))
  const postgres = startPostgres()
  if (postgres !== undefined) {
    const databaseUrl = await createPostgresDatabase(postgres.folder)
    rows.push(...(await sendFew(server, `PostgreSQL, ${few} readers`, { ...place('postgres'), databaseUrl })))
    postgres.stop()
  }
  rows.push(...(await sendMany(server, place('many'), folder)))
  await server.kill()
  rmSync(folder, { recursive: true })
  return {
    title: `Issues, with ${many} readers and ${leads} requests where nothing else is said`,
    head: ['', 'found', 'a request waits', 'a page waits'],
    rows,
  }
}

/** A process beside the site that sends as fast as it can; the site itself keeps to its pace. */
async function startSender(variables: Record<string, string>): Promise<ChildProcess> {
  const sender = spawn(process.execPath, ['tests/faults/send-issues.ts'], {
    env: { ...process.env, ...variables },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  sender.stdin.write('0\n')
  await once(sender.stdout, 'data')
  return sender
}

/** The same letter to the same server over as many connections, and nothing written down. */
async function bareRate({ url }: MailNoter): Promise<string> {
  const { subject, text, html } = renderIssue(findArticle(slug), { ...siteContent(), siteUrl: 'http://localhost:4321' })
  const pool = { pool: true, maxConnections: connections, maxMessages: Number.POSITIVE_INFINITY } as const
  const transport = createTransport({ url, ...pool })
  const endsAt = performance.now() + windowMs / 2
  let count = 0
  const lane = async () => {
    while (performance.now() < endsAt) {
      await transport.sendMail({ from: 'a@kitewright.example', to: 'b@reader.example', subject, text, html })
      count++
    }
  }
  await Promise.all(Array.from({ length: connections }, lane))
  transport.close()
  return perMinute(count, windowMs / 2)
}

async function sendFew(server: MailNoter, name: string, place: Place): Promise<Row[]> {
  const database = await openDatabase(place, createSilentLog())
  await addSubscribers(database, few)
  await database.close()
  const sender = await startSender(variablesOf(server, place))
  const before = residentMegabytes(sender.pid)
  const arrived = letters(server)
  await studio(place, ['issue', 'send', slug, '--confirm', `${few}`])
  const { perMinute, memory } = await sending(server, sender, arrived, few)
  sender.kill('SIGKILL')
  return [
    [`mails a minute, ${name}`, perMinute, '', ''],
    [`memory before and at most meanwhile, ${name}`, `${before} MB, ${memory} MB`, '', ''],
  ]
}

async function sendMany(server: MailNoter, place: Place, folder: string): Promise<Row[]> {
  await fillDesk(place.dataDir, { readers: many, leads })
  const variables = variablesOf(server, place)
  let site = await startSite(variables)
  let sender = await startSender(variables)
  const rows: Row[] = [await watched(site, 'nothing else, for 10 s', () => pause(windowMs), 0.99)]
  const before = residentMegabytes(sender.pid)
  const arrived = letters(server)
  rows.push(await watched(site, '`issue send`', () => studio(place, ['issue', 'send', slug, '--confirm', `${many}`])))
  const start = await sending(server, sender, arrived)
  rows.push(await watched(site, 'while it goes out, for 10 s', () => pause(windowMs), 0.99))
  rows.push(await watched(site, '`issue status`', () => studio(place, ['issue', 'status', slug])))
  rows.push(await watched(site, '`studio`, the day at a glance', () => studio(place, [])))
  sender.kill('SIGKILL')
  await site.end()
  changeDesk(place.dataDir, (database) => {
    const { left } = database
      .prepare<[], { left: number }>("select count(*) as left from issue_mails where state = 'queued'")
      .get() ?? { left: 0 }
    const sent = "update issue_mails set state = 'sent', sent_at = 1 where rowid in"
    database.exec(`${sent} (select rowid from issue_mails where state = 'queued' limit ${left - rest})`)
    database.exec(`update issues set next_at = ${Date.now()}`)
  })
  const later = letters(server)
  site = await startSite(variables)
  sender = await startSender(variables)
  const end = await sending(server, sender, later)
  sender.kill('SIGKILL')
  await studio(place, ['issue', 'pause', slug])
  rows.unshift(
    [`mails a minute, SQLite, the first of ${many}`, start.perMinute, '', ''],
    [`mails a minute, SQLite, the last of ${many}`, end.perMinute, '', ''],
    [
      `memory before and at most meanwhile, ${many} readers`,
      `${before} MB, ${start.memory} MB, near the end ${end.memory} MB`,
      '',
      '',
    ],
  )
  rows.push(...(await ownersWork(site, place, folder)))
  await site.stop()
  return rows
}

async function ownersWork(site: RunningSite, place: Place, folder: string): Promise<Row[]> {
  const list = join(folder, 'list')
  writeFileSync(list, listOfReaders(many, many))
  const consent = ['--consent', 'Yes', '--consent-at', '2026-01-01']
  let backup = ''
  return [
    await watched(site, '`backup`', async () => {
      backup = await studio(place, ['backup', join(folder, 'backups')])
    }),
    await watched(site, '`restore`, to a new folder', () =>
      studio(place, ['restore', backup.trim(), join(folder, 'restored')]),
    ),
    await watched(site, '`forget`, one person', () => studio(place, ['forget', 'load77@example.com'])),
    await watched(site, `\`subscribers import\`, ${many} more`, () =>
      studio(place, ['subscribers', 'import', list, ...consent]),
    ),
  ]
}

/** @param share of the visitors who waited less; 1 tells the longest wait */
async function watched(site: RunningSite, name: string, work: () => Promise<unknown>, share = 1): Promise<Row> {
  const startedAt = performance.now()
  let tookMs = 0
  const waits = await watchSite(site.url, async () => {
    await work()
    tookMs = performance.now() - startedAt
  })
  const told = (values: number[]) => `${quantile(values, share).toFixed(0)} ms${share === 1 ? ' at worst' : ' (p99)'}`
  return [name, share === 1 ? `${(tookMs / 1_000).toFixed(1)} s` : '', told(waits.lead), told(waits.page)]
}

/** From the first letter on, for a while or to the end. @param arrived before */
async function sending(server: MailNoter, { pid }: ChildProcess, arrived: number, all = Number.POSITIVE_INFINITY) {
  const sent = () => letters(server) - arrived
  while (sent() === 0) await pause(20)
  const [startedAt, first, spentMs] = [performance.now(), sent(), processorMs(pid)]
  let memory = 0
  while (performance.now() - startedAt < windowMs && sent() < all) {
    memory = Math.max(memory, residentMegabytes(pid))
    await pause(200)
  }
  const count = sent() - first
  const eachMs = ((processorMs(pid) - spentMs) / count).toFixed(1)
  const rate = perMinute(count, performance.now() - startedAt)
  return { perMinute: `${rate}, ${eachMs} ms of the processor each`, memory }
}

/** The site's other mails go to the same server, and readers of another database have the same Message-IDs. */
function letters(server: MailNoter): number {
  const ours = [...server.notes().answered].filter(([id]) => id.startsWith(`<${slug}.`))
  return ours.reduce((sum, [, count]) => sum + count, 0)
}

function variablesOf({ url }: MailNoter, { dataDir, databaseUrl }: Place): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    SMTP_URL: url,
    TRUSTED_PROXIES: '1',
  }
}

/** Runs a command beside the content that all places share. @returns its standard output. @throws where a command does not do what it should */
async function studio(place: Place, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await spawnStudio(place, args, {}, '', dirname(place.dataDir))
  if (code !== 0) throw new Error(`studio ${args.join(' ')} ended with ${code}: ${stderr}`)
  return stdout
}

function perMinute(count: number, ms: number): string {
  return Math.round((count / ms) * 60_000).toLocaleString('en')
}

/** A list to import, of readers after those that are there. */
function listOfReaders(from: number, count: number): string {
  return Array.from({ length: count }, (_, n) => `${readerAddress(from + n)}\n`).join('')
}
