import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { type App, openApp } from '../../src/app.ts'
import { readArticles } from '../../src/content/articles.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { findIssue } from '../../src/features/newsletter/issue/issue.repository.ts'
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
import { addSubscribers, reader } from '../support/readers.ts'
import { type Child, startChild } from '../support/run-studio.ts'

type Plan = {
  readers: number
  /** Articles, each sent to all subscribers. */
  issues: number
  /** Of the sender, in each issue. */
  kills: number
  /** Whether a sender begins before the one before it dies, so that two send at once, with clocks that may differ. */
  overlap: boolean
  /** After its start, or its successor's, a sender lives for at most so long. */
  longestMs: number
  /** How long the mail server hesitates at most, three times an email. */
  slowestMs: number
  seed: string
}

/** `missing`: neither came nor is called unknown. `denied`: came, and the row says neither sent nor unknown. */
type Outcome = { sent: number; unknown: number; duplicates: number; missing: number; denied: number }

/** Longer than a claim. */
const claimsEndMs = 180_000

if (import.meta.main) await sendIssues()

/** Sends issues to many subscribers while the sending process is killed again and again; then compares rows with emails. */
export async function killSends(place: Place, plan: Plan): Promise<Outcome> {
  const server = await startMailNoter(place.dataDir, plan.slowestMs)
  const variables = {
    DATA_DIR: place.dataDir,
    ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
    SMTP_URL: server.url,
  }
  const newSender = () => startChild(['tests/faults/kill-sends.ts'], variables)
  const random = seededRandom(plan.seed)
  let sender = newSender()
  let older: Child | undefined
  let aheadMs = 0
  const articles = await withApp(variables, aheadMs, async ({ database, facts }) => {
    await addSubscribers(database, plan.readers)
    return readArticles(facts, new Date()).slice(0, plan.issues)
  })
  try {
    for (const article of articles) {
      await withApp(variables, aheadMs, (app) => sendArticle(issueDeps(app, siteContent()), article, plan.readers))
      for (let n = 0; n < plan.kills; n++) {
        sender.tell(`${aheadMs}`)
        await sender.hear()
        const ending = plan.overlap ? older : sender
        older = plan.overlap ? sender : undefined
        sender = newSender()
        await pause(random() * plan.longestMs)
        await ending?.kill()
        // Half of the next ones find claims that have ended, the others such as still stand.
        if (random() < 0.5) aheadMs += claimsEndMs
      }
      await older?.kill()
      aheadMs += claimsEndMs
      sender.tell(`${aheadMs}`)
      await withApp(variables, aheadMs, ({ database }) => untilDone(database, article.slug))
      await sender.kill()
      if (article !== articles.at(-1)) sender = newSender()
    }
    const { whole } = server.notes()
    return await withApp(variables, aheadMs, (app) => compare(app, articles, whole, plan.readers))
  } finally {
    await Promise.all([sender.kill(), older?.kill(), server.kill()])
  }
}

async function withApp<T>(variables: Record<string, string>, aheadMs: number, use: (app: App) => Promise<T>) {
  const now = () => Date.now() + aheadMs
  const app = await openApp(readEnvironment(variables), createSilentLog(), { now })
  return await use(app).finally(() => app.close(0))
}

async function untilDone({ db }: Database, slug: string): Promise<void> {
  for (;;) {
    const issue = await findIssue(db, slug)
    if (issue?.state === 'done') return
    if (issue?.state !== 'sending') throw new Error(`the issue waits: ${issue?.paused_because}`)
    await pause(50)
  }
}

/** @param whole how often each email came whole, by its Message-ID */
async function compare(
  { database, newsletter }: App,
  articles: { slug: string }[],
  whole: Map<string, number>,
  readers: number,
): Promise<Outcome> {
  const rows = await database.db.selectFrom('issue_mails').select(['issue', 'subscriber_id', 'state']).execute()
  const from_address = newsletter.mail.from.address
  const idOf = (slug: string, id: string) => issueMessageId({ slug, from_address }, id)
  const states = new Map(rows.map(({ issue, subscriber_id, state }) => [idOf(issue, subscriber_id), state]))
  const wanted = articles.flatMap(({ slug }) => Array.from({ length: readers }, (_, n) => idOf(slug, reader(n).id)))
  return {
    sent: wanted.filter((id) => states.get(id) === 'sent').length,
    unknown: wanted.filter((id) => states.get(id) === 'unknown').length,
    duplicates: [...whole.values()].filter((times) => times > 1).length,
    missing: wanted.filter((id) => !whole.has(id) && states.get(id) !== 'unknown').length,
    denied: [...whole.keys()].filter((id) => !['sent', 'unknown'].includes(states.get(id) ?? '')).length,
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
