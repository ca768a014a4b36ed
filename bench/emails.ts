import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { siteContent } from '../platform/content/site-content.ts'
import { readArticlesNow, requireArticle } from '../server/newsletter/issues/current-articles.ts'
import { renderIssue } from '../server/newsletter/issues/render-issue.tsx'
import { putOwnContent } from '../tests/support/content.ts'
import { type EmailRecorder, startEmailRecorder } from '../tests/support/open-smtp-server.ts'
import { spawnStudio, startChild } from '../tests/support/run-studio.ts'
import { median, type Table } from './figures.ts'
import { fillDesk } from './filled-desk.ts'

const slug = 'saas-mvp-cost-guide'
const subscribers = 2_000
const rounds = 3
const connections = 4

/** Measures how fast an issue is sent, compared to bare nodemailer with the same email, server, and connections. */
export async function measureEmails(): Promise<Table> {
  const folder = putOwnContent(mkdtempSync(join(tmpdir(), 'kitewright-emails-')))
  const server = await startEmailRecorder(folder)
  const rates: { ours: number; bare: number }[] = []
  for (let round = 0; round < rounds; round += 1) {
    rates.push({ ours: await issueRate(server, folder, `${round}`), bare: await bareRate(server) })
  }
  await server.kill()
  rmSync(folder, { recursive: true })
  const [ours, bare] = [median(rates.map(({ ours }) => ours)), median(rates.map(({ bare }) => bare))]
  const row = (name: string, rate: number) => [name, Math.round(rate).toLocaleString('en'), (rate / bare).toFixed(2)]
  return {
    title: `An issue to ${subscribers.toLocaleString('en')} subscribers (SQLite; median of ${rounds} in turns)`,
    head: ['', 'emails per minute', '÷ bare nodemailer'],
    rows: [row('issue sender, which claims and settles each email', ours), row('bare nodemailer', bare)],
  }
}

/** Sends an issue as fast as possible, from its own process. @returns emails per minute */
async function issueRate(server: EmailRecorder, folder: string, name: string): Promise<number> {
  const place = { dataDir: join(folder, name), databaseUrl: undefined }
  await fillDesk(place.dataDir, { subscribers, leads: 1 })
  const sender = startChild(['tests/faults/send-issues.ts'], { DATA_DIR: place.dataDir, SMTP_URL: server.url })
  await sender.hear()
  const countBefore = acceptedBy(server)
  const args = ['issue', 'send', slug, '--confirm', `${subscribers}`]
  const { code, stderr } = await spawnStudio(place, args, {}, '', folder)
  if (code !== 0) throw new Error(stderr)
  while (acceptedBy(server) === countBefore) await pause(5)
  const [startedAt, firstCount] = [performance.now(), acceptedBy(server)]
  while (acceptedBy(server) < countBefore + subscribers) await pause(5)
  const rate = ((countBefore + subscribers - firstCount) / (performance.now() - startedAt)) * 60_000
  await sender.kill()
  return rate
}

/** How many emails of the issue the server has accepted so far, in all rounds. */
function acceptedBy(server: EmailRecorder): number {
  const ours = [...server.records().answered].filter(([id]) => id.startsWith(`<${slug}.`))
  return ours.reduce((sum, [, count]) => sum + count, 0)
}

async function bareRate({ url }: EmailRecorder): Promise<number> {
  const { subject, text, html } = renderIssue(requireArticle(readArticlesNow(), slug).article, {
    ...siteContent(),
    siteUrl: 'http://localhost:4321',
  })
  const pool = { pool: true, maxConnections: connections, maxMessages: Number.POSITIVE_INFINITY } as const
  const transport = createTransport({ url, ...pool })
  const startedAt = performance.now()
  const message = { from: 'a@kitewright.example', to: 'b@reader.example', subject, text, html }
  await Promise.all(Array.from({ length: subscribers }, () => transport.sendMail(message)))
  const rate = (subscribers / (performance.now() - startedAt)) * 60_000
  transport.close()
  return rate
}
