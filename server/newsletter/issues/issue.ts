import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Db, IssueRow } from '../../../migrations/tables.ts'
import { type Hint, noSuch, Refusal } from '../../../platform/actions.ts'
import { type Article, readArticles } from '../../../platform/content/articles.ts'
import { emailAddresses } from '../../../platform/content/email-sender.ts'
import { builtPath, contentVersion, tryRead } from '../../../platform/content/read-content.ts'
import { readSiteContent, type SiteContent } from '../../../platform/content/site-content.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { EmailAddress } from '../../../platform/email/address.ts'
import { readPause } from '../../../platform/email/outbox/pause.ts'
import { isLocal } from '../../../platform/environment-hints.ts'
import { readManifest } from '../../../platform/http/built-files.ts'
import { counted } from '../../../platform/text/amounts.ts'
import { dayOf, minuteOf } from '../../../platform/text/time-text.ts'
import type { Context } from '../../context.ts'
import type { RenderedIssue } from '../links.ts'
import {
  countConfirmed,
  deleteScheduled,
  findDraft,
  findFirstSender,
  findIssue,
  insertIssue,
  listIssues,
  queueEmails,
  updateIssue,
} from './store.ts'

/** What an inbox shows. By default, the article's title and description. */
export type IssueHeader = { subject: string; preview: string }
export type IssueSite = SiteContent & { siteUrl: string }
export type IssueSource = { article: Article; site: IssueSite; from: EmailAddress; header: IssueHeader }

/** @throws Refusal if there is no such article, or content/ is invalid */
export async function issueSource(context: Context, slug: string, db = context.database.db): Promise<IssueSource> {
  const { environment } = context
  const { site, article } = requireArticle(readArticlesNow(), slug)
  const { from } = emailAddresses(environment, site.studio)
  const { subject, preview } = await findDraft(db, slug)
  const header = { subject: subject ?? article.title, preview: preview ?? article.description }
  return { article, from, header, site: { ...site, siteUrl: environment.siteUrl } }
}

type CurrentContent = { site: SiteContent | undefined; articles: Article[]; problems: string[] }

let cached: { version: string; content: CurrentContent } | undefined

/**
 * The site's content and all articles, including drafts. Cached until a file or the day changes: reading the sample takes
 * 120 ms, and many of the desk's views need it at each refresh.
 */
export function readArticlesNow(): CurrentContent {
  const today = new Date()
  const version = `${dayOf(today)} ${contentVersion()}`
  if (cached?.version !== version) cached = { version, content: readArticlesFromDisk(today) }
  return cached.content
}

function readArticlesFromDisk(today: Date): CurrentContent {
  const problems: string[] = []
  const addProblem = (problem: string) => problems.push(problem)
  const site = tryRead(readSiteContent, addProblem)
  if (site === undefined) return { site, articles: [], problems }
  const read = (includeDrafts: boolean) =>
    tryRead(() => readArticles(site.facts, today, () => includeDrafts), addProblem)
  // A broken draft doesn't hide the published articles.
  return { site, articles: read(true) ?? read(false) ?? [], problems }
}

/** Articles and drafts that haven't been sent or scheduled as an issue, newest first. */
export async function listUnsentArticles(db: Db): Promise<Article[]> {
  const issues = await db.selectFrom('issues').select('slug').execute()
  return readArticlesNow().articles.filter(({ slug }) => !issues.some((issue) => issue.slug === slug))
}

export function requireArticle({ site, articles, problems }: CurrentContent, slug: string) {
  const article = articles.find((each) => each.slug === slug)
  if (site && article) return { site, article }
  if (problems[0] !== undefined) throw new Refusal(problems[0])
  throw noSuch(
    'article',
    [slug],
    articles.map((each) => each.slug),
  )
}

/** `isConfirmed`: the owner accepts confirmable problems. @throws Refusal for any other problem */
export async function requireSendable(context: Context, source: IssueSource, isConfirmed: boolean): Promise<void> {
  const problems = await findSendProblems(context, source)
  const problem = problems.find(({ isConfirmable }) => !(isConfirmed && isConfirmable))
  if (problem === undefined) return
  const confirmation = { label: 'If you mean it', command: `issue send ${source.article.slug} --from-here` }
  throw new Refusal(problem.why, problem.isConfirmable ? confirmation : problem.fix)
}

/** Why an issue can't go out. `isConfirmable`: the owner can send it anyway. */
export type SendProblem = { why: string; fix?: Hint['fix']; isConfirmable?: true }

/** Why an issue can't go out, apart from its subscribers. Problems the owner can confirm come last. */
export async function findSendProblems(
  { environment: { smtpUrl }, database }: Context,
  { article: { slug, path, unpublished }, from, site: { siteUrl, studio } }: IssueSource,
): Promise<SendProblem[]> {
  const problems: SendProblem[] = []
  const pause = await findPause(database.db)
  if (pause !== undefined) problems.push(pause)
  if (unpublished !== undefined) problems.push({ why: `${slug} isn’t published: ${unpublished}.` })
  const isReal = smtpUrl !== undefined && !isLocal(smtpUrl)
  if (isReal && isLocal(siteUrl)) {
    const why = `SITE_URL is ${siteUrl}, so links in the issue wouldn’t work. Set it to your public URL.`
    problems.push({ why })
  }
  const sample = [from.address, studio.email].find((address) => address.endsWith('.example'))
  if (isReal && sample !== undefined) {
    const why = `The sender is ${sample}, which is from the sample content. Set email in content/studio.yaml to yours (and MAIL_FROM, if it’s set).`
    problems.push({ why })
  }
  if (studio.postalAddress === undefined) {
    const why =
      'The issue has no postal address, which the law requires (CAN-SPAM in the US, and most of the EU). Set postalAddress in content/studio.yaml.'
    problems.push({ why })
  }
  if (unpublished === undefined && isInBuild(path) === false) {
    const why =
      'The article isn’t in the last build, so links to it don’t work. Run npm run build, then restart the site.'
    problems.push({ why })
  }
  const change = await senderChange(database, from)
  if (change !== undefined) problems.push({ why: change, isConfirmable: true })
  return problems
}

export async function findPause(db: Db): Promise<SendProblem | undefined> {
  const pause = await readPause(db)
  return pause && { why: `The outbox is paused: ${pause.because}.`, fix: { label: 'First', command: 'outbox resume' } }
}

/** Whether the last build has a page. Its links work then: builds refuse dead links. @returns undefined without a build */
function isInBuild(path: string): boolean | undefined {
  const build = builtPath('')
  if (!existsSync(join(build, 'static.json'))) return undefined
  return readManifest(build).files.some((file) => file.path === path)
}

async function senderChange({ db, identity }: Database, from: EmailAddress): Promise<string | undefined> {
  const issues = (await listIssues(db)).filter(({ state }) => state !== 'scheduled')
  if (issues[0] !== undefined && issues[0].database_id !== identity) {
    return 'The last issue was sent from another database, so this is a copy, or was restored or moved. People who unsubscribed there since then might still be on this list.'
  }
  const known = issues.find(({ state }) => state !== 'cancelled') ?? (await findFirstSender(db))
  if (known === undefined || (known.name === from.name && known.address === from.address)) return undefined
  return `Subscribers know the newsletter from ${senderText(known)}. This issue would come from ${senderText(from)}.`
}

function senderText({ name, address }: EmailAddress): string {
  return `“${name}” (${address})`
}

/** @throws Refusal if the article was sent before */
export async function requireUnsent(db: Db, slug: string): Promise<void> {
  const sent = await findIssue(db, slug)
  if (sent === undefined || sent.state === 'scheduled') return
  const outcome = {
    sending: 'it’s going out',
    paused: `it’s paused: ${sent.paused_because ?? ''}`,
    done: `it finished at ${minuteOf(sent.finished_at ?? sent.created_at)}`,
    cancelled: 'you canceled it after some subscribers got it',
  }[sent.state]
  const sentAt = minuteOf(sent.created_at)
  throw new Refusal(`${slug} was sent at ${sentAt}, and ${outcome}. You can send an article only once.`, {
    label: 'To see what happened',
    command: `issue status ${slug}`,
  })
}

/** @returns how many subscribers an issue would go to. @throws Refusal if there are none */
export async function requireSubscribers(db: Db): Promise<number> {
  const subscribers = await countConfirmed(db)
  if (subscribers === 0) throw new Refusal(noSubscribers)
  return subscribers
}

export const noSubscribers = 'There are no active subscribers yet.'

/** `confirm`: the number of subscribers the owner expects; any number by default. `at`: when to send it; now by default. */
type NewIssue = {
  slug: string
  from: EmailAddress
  rendered: RenderedIssue
  confirm?: number | undefined
  at?: number | undefined
}

/**
 * Queues an email for each confirmed subscriber, or schedules the issue. The running site sends them.
 * @returns the number of subscribers. @throws Refusal, StorageError
 */
export async function sendIssue(context: Context, { slug, from, rendered, confirm, at }: NewIssue): Promise<number> {
  const { database, now } = context
  return await database.write(async (tx) => {
    const created_at = now()
    const scheduled = at === undefined ? {} : ({ state: 'scheduled', next_at: at } as const)
    const progress = { ...sendingState(context), subscribers: 0, created_at, ...scheduled }
    await deleteScheduled(tx, slug)
    const isNew = await insertIssue(tx, {
      slug,
      ...rendered,
      from_name: from.name,
      from_address: from.address,
      ...progress,
    })
    if (!isNew) await requireUnsent(tx, slug)
    // Whatever suppresses an address also changes its `confirmed` state.
    const subscribers = at === undefined ? await queueEmails(tx, slug, created_at) : await countConfirmed(tx)
    if (subscribers === 0) throw new Refusal(noSubscribers)
    if (confirm !== undefined && subscribers !== confirm) {
      const has = counted(subscribers, 'active subscriber')
      throw new Refusal(`The list now has ${has}, not ${confirm.toLocaleString('en')}. Nothing was sent.`, {
        label: 'If that is right',
        command: `issue send ${slug} --confirm ${subscribers}`,
      })
    }
    // Queuing can be slow. The pace starts after it.
    await updateIssue(tx, slug, at === undefined ? { subscribers, next_at: now() } : { subscribers })
    return subscribers
  })
}

export async function requireIssue(db: Db, slug: string, find = findIssue): Promise<IssueRow> {
  const issue = await find(db, slug)
  if (issue !== undefined) return issue
  const sent = await listIssues(db)
  throw noSuch(
    'sent issue',
    [slug],
    sent.map((each) => each.slug),
  )
}

/** State columns for an issue that starts, resumes, or resends emails. */
export function sendingState({ database, now }: Context) {
  const progress = { paused_because: null, refusals: 0, deferrals: 0, next_at: now(), finished_at: null }
  return { ...progress, state: 'sending', database_id: database.identity } as const
}
