import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { type App, openApp } from '../../src/app.ts'
import { readArticles } from '../../src/content/articles.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { issueMessageId } from '../../src/features/newsletter/issue/issue-mail.ts'
import { sendArticle } from '../../src/features/newsletter/issue/send-article.ts'
import { issueDeps } from '../../src/issue-deps.ts'
import { seededRandom } from '../../src/lib/seeded-random.ts'
import { defaultLimits } from '../../src/limits.ts'
import type { Database } from '../../src/server/db/database.ts'
import { loadEnvironment, readEnvironment } from '../../src/server/environment.ts'
import { createSilentLog } from '../../src/server/log.ts'
import type { Place } from '../support/databases.ts'
import { startMailNoter } from '../support/open-smtp-server.ts'
import { addSubscribers } from '../support/readers.ts'
import { type Child, startChild } from '../support/run-studio.ts'

const readers = 800
const kills = 24
/** After its start, or its successor's, a sender lives for at most so long. */
const longestMs = 800
/** How long the mail server hesitates at most, three times an email. */
const slowestMs = 25

/** `missing`: neither came nor is called unknown. `denied`: came, and the row says neither sent nor unknown. */
type Outcome = { sent: number; unknown: number; duplicates: number; missing: number; denied: number }

/** Longer than a claim. */
const claimsEndMs = 180_000

if (import.meta.main) await sendIssues()

/**
 * Sends an issue to many subscribers while the sending process is killed again and again; then compares rows with emails.
 * @param overlap whether a sender begins before the one before it dies: two send at once, with clocks that may differ
 */
export async function killSends(place: Place, overlap: boolean): Promise<Outcome> {
  const server = await startMailNoter(place.dataDir, slowestMs)
  const database = place.databaseUrl === undefined ? {} : { DATABASE_URL: place.databaseUrl }
  const variables = { DATA_DIR: place.dataDir, SMTP_URL: server.url, ...database }
  const newSender = () => startChild(['tests/faults/kill-sends.ts'], variables)
  const random = seededRandom('issue-killed-long')
  let sender = newSender()
  let older: Child | undefined
  let aheadMs = 0
  try {
    await withApp(variables, aheadMs, async (app) => {
      await addSubscribers(app.database, readers)
      const [article] = readArticles(app.facts, new Date())
      if (article !== undefined) await sendArticle(issueDeps(app, siteContent()), article, readers)
    })
    for (let n = 0; n < kills; n++) {
      sender.tell(`${aheadMs}`)
      await sender.hear()
      const ending = overlap ? older : sender
      older = overlap ? sender : undefined
      sender = newSender()
      await pause(random() * longestMs)
      await ending?.kill()
      // Half of the next ones find claims that have ended, the others such as still stand.
      if (random() < 0.5) aheadMs += claimsEndMs
    }
    await older?.kill()
    sender.tell(`${aheadMs + claimsEndMs}`)
    return await withApp(variables, aheadMs + claimsEndMs, async (app) => {
      await untilDone(app.database)
      return await compare(app, server.notes().whole)
    })
  } finally {
    await Promise.all([sender.kill(), older?.kill(), server.kill()])
  }
}

async function withApp<T>(variables: Record<string, string>, aheadMs: number, use: (app: App) => Promise<T>) {
  const now = () => Date.now() + aheadMs
  const app = await openApp(readEnvironment(variables), createSilentLog(), { now })
  return await use(app).finally(() => app.close(0))
}

async function untilDone({ db }: Database): Promise<void> {
  for (;;) {
    const issue = await db.selectFrom('issues').selectAll().executeTakeFirstOrThrow()
    if (issue.state === 'done') return
    if (issue.state !== 'sending') throw new Error(`the issue waits: ${issue.paused_because}`)
    await pause(50)
  }
}

/** @param whole how often each email came whole, by its Message-ID */
async function compare({ database: { db }, newsletter }: App, whole: Map<string, number>): Promise<Outcome> {
  const from_address = newsletter.mail.from.address
  const rows = await db.selectFrom('issue_mails').select(['issue', 'subscriber_id', 'state']).execute()
  const states = new Map(
    rows.map((row) => [issueMessageId({ slug: row.issue, from_address }, row.subscriber_id), row.state]),
  )
  const stateIs =
    (...wanted: string[]) =>
    (id: string) =>
      wanted.includes(states.get(id) ?? '')
  const ids = [...states.keys()]
  return {
    sent: ids.filter(stateIs('sent')).length,
    unknown: ids.filter(stateIs('unknown')).length,
    duplicates: [...whole.values()].filter((times) => times > 1).length,
    missing: ids.filter((id) => !whole.has(id) && !stateIs('unknown')(id)).length,
    denied: [...whole.keys()].filter((id) => !stateIs('sent', 'unknown')(id)).length,
  }
}

/**
 * What the process that is killed does: it serves nobody, and sends. It gets itself ready while the one before still runs,
 * and begins when it hears by how many ms to put its clock forward, since no test waits for a dead process's claims to end.
 */
async function sendIssues(): Promise<void> {
  siteContent()
  for await (const aheadMs of createInterface({ input: process.stdin })) {
    const now = () => Date.now() + Number(aheadMs)
    const limits = { ...defaultLimits, mailsPerMinute: 1_000_000 }
    const app = await openApp(loadEnvironment(), createSilentLog(), { now, limits })
    app.issueSender.start()
    writeSync(1, 'started\n')
  }
  // Whoever started it is gone.
  process.exit()
}
