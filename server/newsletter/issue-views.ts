import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Db, IssueRow } from '../../migrations/tables.ts'
import { exports, noSuch, Refusal, read, text } from '../../platform/actions.ts'
import { type Article, readArticles } from '../../platform/content/articles.ts'
import { emailAddresses } from '../../platform/content/email-sender.ts'
import { contentVersion, tryRead } from '../../platform/content/read-content.ts'
import { readSiteContent, type SiteContent } from '../../platform/content/site-content.ts'
import type { Email } from '../../platform/email/smtp/message.ts'
import { composeEmail } from '../../platform/email/smtp/message.ts'
import { counted } from '../../platform/text/amounts.ts'
import { dayOf } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { checkIssue } from './issue-checks.ts'
import type { IssueSource } from './issue-email.tsx'
import {
  allEmails,
  type IssueSummary,
  logFields,
  readStatus,
  sendingMs,
  stateWords,
  summarizeIssues,
} from './issue-status.ts'
import { countConfirmed, countQueuedIssueEmails, findDraft, findIssue } from './issue-store.ts'
import { requireIssue } from './issues.ts'
import { type RenderedIssue, unsubscribePath, withUnsubscribeLink } from './links.ts'

export const slug = text(200, { description: 'the article’s folder', example: 'saas-mvp-cost-guide' })

export const issueReads = {
  'issue.list': read({
    summary: 'List articles and sent issues, newest first',
    input: z.object({}),
    run: async ({ database: { db } }: Context) => {
      const { articles, problems } = readArticlesNow()
      const issues = await summarizeIssues(db, 0)
      const unsent = articles.filter((article) => !issues.some((issue) => issue.slug === article.slug))
      const rows = [...issues.map(issueRow), ...unsent.map(draftRow)]
      return { problems, issues: rows.toSorted((one, other) => other.at - one.at) }
    },
    print: ({ issues }) => [{ rows: issues, columns: ['slug', 'at', 'words', 'subscribers', 'sent', 'wrong'] }],
    message: ({ problems }) => problems,
  }),

  'issue.status': read({
    summary: 'Show an issue’s progress, or what sending it does',
    input: z.object({ slug }),
    run: async (context: Context, { slug }) => {
      const { db } = context.database
      const current = readArticlesNow()
      const row = await findIssue(db, slug)
      const article = current.articles.find((other) => other.slug === slug)
      if (row === undefined && article === undefined) requireArticle(current, slug)
      const source = article && (await issueSource(context, slug))
      const draft = await findDraft(db, slug)
      const isSent = row !== undefined && row.state !== 'scheduled'
      return {
        slug,
        title: article?.title ?? row?.subject ?? slug,
        from: row ? { name: row.from_name, address: row.from_address } : source?.from,
        subject: (isSent ? row.subject : source?.header.subject) ?? slug,
        preview: (isSent ? draft.preview : source?.header.preview) ?? '',
        own: { subject: draft.subject ?? '', preview: draft.preview ?? '' },
        article: article
          ? {
              minutes: article.minutes,
              href: context.environment.siteUrl + article.path,
              isPublished: article.unpublished === undefined,
            }
          : null,
        status: row ? await readStatus(context, row) : null,
        outlook: isSent || source === undefined ? null : await outlookOf(context, source, row, draft.tested_at),
        testTo: current.site?.studio.email ?? '',
      }
    },
    print: ({ subject, preview, status, outlook, article }) => {
      if (status === null) {
        const state = article?.isPublished ? 'draft' : 'not published'
        return [{ subject, preview, state, wouldGoTo: outlook?.subscribers }, { rows: outlook?.checks ?? [] }]
      }
      const { words, created_at, subscribers, emails, left, wrong } = status
      return [{ subject, state: words, created_at, subscribers, ...emails, left }, ...(wrong.length > 0 ? [wrong] : [])]
    },
    message: ({ status }) => status?.hints,
  }),

  'issue.preview': read({
    summary: 'Show an article’s email, as it was or would be sent',
    input: z.object({
      slug,
      out: text(1_000, { path: true, description: 'folder for letter.html, .txt, and .eml' }).optional(),
    }),
    run: async (context: Context, { slug, out }) => {
      const { encodedBytes } = await import('./issue-email.tsx')
      const row = await findIssue(context.database.db, slug)
      const sent = row && withUnsubscribeLink(row, previewLink(context.environment.siteUrl))
      const preview = sent === undefined || out !== undefined ? await previewOf(context, slug) : undefined
      if (preview && out !== undefined) await writePreview(out, preview)
      const { subject, text, html } = sent ?? (await previewOf(context, slug))
      return { subject, text, html, kilobytes: Math.ceil(encodedBytes(html) / 1_000) }
    },
    print: ({ subject, text }) => [{ subject }, text],
    message: ({ kilobytes }, { out }) => [`The HTML is ${kilobytes} kB.`, out !== undefined && `Written to ${out}.`],
  }),

  'issue.log': exports({
    summary: 'Export who got an issue and who didn’t',
    input: z.object({ slug }),
    run: async (context: Context, { slug }) => ({
      rows: allEmails(context.database.db, slug),
      json: logFields(await requireIssue(context.database.db, slug)),
      message: (count) => counted(count, 'email'),
    }),
  }),
}

function issueRow({ slug, subject: title, state, subscribers, created_at, next_at, emails }: IssueSummary) {
  const { sent = 0, failed = 0, unknown = 0 } = emails
  const at = state === 'scheduled' ? next_at : created_at
  return { slug, title, at, state, words: stateWords[state], subscribers, sent, wrong: failed + unknown }
}

/** `at` is the article's day. */
function draftRow({ slug, title, date, unpublished }: Article) {
  const words = unpublished === undefined ? 'draft' : 'not published'
  return { slug, title, at: Date.parse(date), state: 'draft' as const, words, subscribers: 0, sent: 0, wrong: 0 }
}

async function outlookOf(
  context: Context,
  source: IssueSource,
  scheduled: IssueRow | undefined,
  testedAt: number | null,
) {
  const { db } = context.database
  const subscribers = await countConfirmed(db)
  return {
    subscribers,
    takesMs: sendingMs(subscribers),
    /** Time until all issues being sent are out. They share one rate limit. */
    waitsMs: sendingMs(await countQueuedIssueEmails(db)),
    testedAt,
    checks: await checkIssue(context, source, scheduled),
  }
}

async function previewOf(context: Context, slug: string) {
  const { issueEmail } = await import('./issue-email.tsx')
  const source = await issueSource(context, slug)
  const link = previewLink(source.site.siteUrl)
  return issueEmail(source, { id: 'preview', to: source.from, link, createdAt: context.now() })
}

/** An unsubscribe link that belongs to nobody. */
function previewLink(siteUrl: string): string {
  return `${siteUrl}${unsubscribePath}?key=preview`
}

async function writePreview(folder: string, email: Email & RenderedIssue): Promise<void> {
  const { bytes } = await composeEmail(email)
  await mkdir(folder, { recursive: true })
  const files = { 'letter.html': email.html, 'letter.txt': email.text, 'letter.eml': bytes }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
}

/** @throws Refusal if there is no such article, or content/ is invalid */
export async function issueSource(
  { environment, database }: Pick<Context, 'environment'> & { database: { db: Db } },
  slug: string,
): Promise<IssueSource> {
  const { site, article } = requireArticle(readArticlesNow(), slug)
  const { from } = emailAddresses(environment, site.studio)
  const { subject, preview } = await findDraft(database.db, slug)
  const header = { subject: subject ?? article.title, preview: preview ?? article.description }
  return { article, from, header, site: { ...site, siteUrl: environment.siteUrl } }
}

type CurrentArticles = { site: SiteContent | undefined; articles: Article[]; problems: string[] }

let cached: { version: string; current: CurrentArticles } | undefined

/** The site's texts and all articles, including drafts. Cached until a file or the day changes. */
export function readArticlesNow(): CurrentArticles {
  const today = new Date()
  const version = `${dayOf(today)} ${contentVersion()}`
  if (cached?.version !== version) cached = { version, current: readCurrent(today) }
  return cached.current
}

function readCurrent(today: Date): CurrentArticles {
  const problems: string[] = []
  const addProblem = (problem: string) => problems.push(problem)
  const site = tryRead(readSiteContent, addProblem)
  if (site === undefined) return { site, articles: [], problems }
  const read = (includeDrafts: boolean) =>
    tryRead(() => readArticles(site.facts, today, () => includeDrafts), addProblem)
  // A broken draft doesn't hide the published articles.
  return { site, articles: read(true) ?? read(false) ?? [], problems }
}

export function requireArticle({ site, articles, problems }: CurrentArticles, slug: string) {
  const article = articles.find((other) => other.slug === slug)
  if (site && article) return { site, article }
  if (problems[0] !== undefined) throw new Refusal(problems[0])
  const known = articles.map((other) => other.slug)
  throw noSuch('article', [slug], known)
}
