import { setTimeout as pause } from 'node:timers/promises'
import { type App, openApp } from '../../src/app.ts'
import { readArticles } from '../../src/content/articles.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { findIssue } from '../../src/features/newsletter/issue/issue.repository.ts'
import { issueMessageId } from '../../src/features/newsletter/issue/issue-mail.ts'
import { sendArticle } from '../../src/features/newsletter/issue/send-article.ts'
import { issueDeps } from '../../src/issue-deps.ts'
import { seededRandom } from '../../src/lib/seeded-random.ts'
import { type Database, openDatabase } from '../../src/server/db/database.ts'
import { readEnvironment } from '../../src/server/environment.ts'
import { createSilentLog } from '../../src/server/log.ts'
import type { Place } from '../support/databases.ts'
import { type NotedMails, startMailNoter } from '../support/mail-noter.ts'
import { addSubscribers, reader } from '../support/readers.ts'
import { type Child, startChild } from '../support/run-studio.ts'

export type Kills = {
  readers: number
  /** Articles, each sent to all readers. */
  issues: number
  /** Of the sender, in each issue. */
  kills: number
  /** How many of these the mail server dies before, SIGKILL as well. */
  serverKills: number
  /** Whether a sender begins before the one before it dies, so that two send at once; with clocks that may differ. */
  overlap: boolean
  /** After its start, or its successor's, a sender lives for at most so long. */
  longestMs: number
  /** How long the mail server hesitates at most, three times a mail. */
  slowestMs: number
  seed: string
}

export type Outcome = {
  /** Kills that left a mail of which nobody knows. */
  hits: number
  /** One for each issue and reader. */
  mails: number
  sent: number
  /** The row says so. */
  unknown: number
  /** These came to the mail server all the same. */
  unknownArrived: number
  /** Came twice. */
  duplicates: number
  /** Neither came, nor is it called unknown. */
  missing: number
  /** Came, and the row says neither sent nor unknown. */
  denied: number
}

/** Longer than a claim. */
const claimsEndMs = 180_000
/** A sender sees the mail server's end for at most so long. */
const sightMs = 50
const lookEachMs = 50

/** Sends issues to many readers while the sending process is killed again and again; then compares the rows with what came. */
export async function killSends(place: Place, plan: Kills): Promise<Outcome> {
  const server = await startMailNoter(place.dataDir, plan.slowestMs)
  const variables = {
    DATA_DIR: place.dataDir,
    ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
    SMTP_URL: server.url,
  }
  const newSender = () => startChild(['tests/faults/send-issues.ts'], variables)
  const random = seededRandom(plan.seed)
  let sender = newSender()
  let older: Child | undefined
  let aheadMs = 0
  let hits = 0
  const articles = await withApp(variables, aheadMs, async ({ database, facts }) => {
    await addSubscribers(database, plan.readers)
    return readArticles(facts, new Date()).slice(0, plan.issues)
  })
  try {
    for (const article of articles) {
      await withApp(variables, aheadMs, (app) => sendArticle(issueDeps(app, siteContent()), article, plan.readers))
      for (let n = 0; n < plan.kills; n++) {
        const before = await withDatabase(place, countUnsettled)
        sender.tell(`${aheadMs}`)
        await sender.hear()
        const ending = plan.overlap ? older : sender
        older = plan.overlap ? sender : undefined
        const isServerKilled = n < plan.serverKills
        sender = newSender()
        await pause(random() * plan.longestMs)
        if (isServerKilled) {
          await server.kill()
          await pause(random() * sightMs)
        }
        await ending?.kill()
        if (isServerKilled) await server.restart()
        if ((await withDatabase(place, countUnsettled)) > before) hits++
        // Half of the next ones find claims that have ended, the others such as still stand. After trouble with the mail
        // server everything waits, which ends too.
        if (isServerKilled || random() < 0.5) aheadMs += claimsEndMs
      }
      await older?.kill()
      aheadMs += claimsEndMs
      sender.tell(`${aheadMs}`)
      await withDatabase(place, (database) => untilDone(database, article.slug))
      await sender.kill()
      if (article !== articles.at(-1)) sender = newSender()
    }
    const outcome = await withApp(variables, aheadMs, (app) => compare(app, articles, server.notes(), plan))
    return { hits, ...outcome }
  } finally {
    await Promise.all([sender.kill(), older?.kill(), server.kill()])
  }
}

async function withApp<T>(variables: Record<string, string>, aheadMs: number, use: (app: App) => Promise<T>) {
  const now = () => Date.now() + aheadMs
  const app = await openApp(readEnvironment(variables), createSilentLog(), { now })
  return await use(app).finally(() => app.close(0))
}

/** Closed again at once: a sender that starts after a kill has to recover it alone. */
async function withDatabase<T>(place: Place, use: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(place, createSilentLog())
  return await use(database).finally(() => database.close())
}

async function countUnsettled({ db }: Database): Promise<number> {
  const { count } = await db
    .selectFrom('issue_mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('state', 'in', ['sending', 'unknown'])
    .executeTakeFirstOrThrow()
  return count
}

async function untilDone({ db }: Database, slug: string): Promise<void> {
  for (;;) {
    const issue = await findIssue(db, slug)
    if (issue?.state === 'done') return
    if (issue?.state !== 'sending') throw new Error(`the issue waits: ${issue?.paused_because}`)
    await pause(lookEachMs)
  }
}

async function compare(
  { database, newsletter }: App,
  articles: { slug: string }[],
  { whole }: NotedMails,
  { readers }: Kills,
): Promise<Omit<Outcome, 'hits'>> {
  const rows = await database.db.selectFrom('issue_mails').select(['issue', 'subscriber_id', 'state']).execute()
  const from_address = newsletter.mail.from.address
  const idOf = (slug: string, id: string) => issueMessageId({ slug, from_address }, id)
  const states = new Map(rows.map(({ issue, subscriber_id, state }) => [idOf(issue, subscriber_id), state]))
  const wanted = articles.flatMap(({ slug }) => Array.from({ length: readers }, (_, n) => idOf(slug, reader(n).id)))
  const unknown = wanted.filter((id) => states.get(id) === 'unknown')
  return {
    mails: wanted.length,
    sent: wanted.filter((id) => states.get(id) === 'sent').length,
    unknown: unknown.length,
    unknownArrived: unknown.filter((id) => whole.has(id)).length,
    duplicates: [...whole.values()].filter((times) => times > 1).length,
    missing: wanted.filter((id) => !whole.has(id) && states.get(id) !== 'unknown').length,
    denied: [...whole.keys()].filter((id) => !['sent', 'unknown'].includes(states.get(id) ?? '')).length,
  }
}
