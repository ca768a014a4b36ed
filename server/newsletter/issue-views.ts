import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { exports, read, text } from '../../platform/actions.ts'
import type { Article } from '../../platform/content/articles.ts'
import { composeEmail } from '../../platform/email/message.ts'
import { counted } from '../../platform/text/amounts.ts'
import { type Context, leadDeps } from '../context.ts'
import { readArticlesNow, requireArticle } from './articles-now.ts'
import {
  allEmails,
  type IssueSummary,
  logFields,
  readStatus,
  stateWords,
  summarizeIssues,
  timeFor,
} from './issue-status.ts'
import { findIssue } from './issue-store.ts'
import { findObjection, type IssueDeps, issueHints, requireIssue } from './issues.ts'
import { issueEmail, unsubscribePath, withUnsubscribeLink } from './links.ts'
import { countSubscribers } from './store.ts'

export const slug = text(200, { description: 'the article’s folder', example: 'saas-mvp-cost-guide' })

export const issueReads = {
  'issue.list': read({
    summary: 'List articles and sent issues, newest first',
    input: z.object({}),
    run: async ({ database: { db } }: Context) => {
      const { articles, problems } = readArticlesNow()
      const sent = await summarizeIssues(db, 0)
      const unsent = articles.filter((article) => !sent.some((issue) => issue.slug === article.slug))
      const rows = [...sent.map(sentRow), ...unsent.map(unsentRow)]
      return { problems, issues: rows.toSorted((one, other) => other.at - one.at) }
    },
    print: ({ issues }) => [{ rows: issues, columns: ['slug', 'at', 'words', 'subscribers', 'sent', 'wrong'] }],
    message: ({ problems }) => problems,
  }),

  'issue.status': read({
    summary: 'Show an issue’s progress, or a preview of sending it',
    input: z.object({ slug }),
    run: async (context: Context, { slug }) => {
      const now = readArticlesNow()
      const row = await findIssue(context.database.db, slug)
      const article = now.articles.find((each) => each.slug === slug)
      if (row === undefined && article === undefined) requireArticle(now, slug)
      return {
        slug,
        title: row?.subject ?? article?.title ?? slug,
        article: article ? cardOf(article, context) : null,
        status: row ? await readStatus(context, row) : null,
        outlook: row || article === undefined ? null : await outlookOf(context, article),
        testTo: now.site?.studio.email ?? '',
      }
    },
    print: ({ title, status, outlook }) => {
      if (status === null)
        return [{ title, state: outlook?.isOut ? 'not sent' : 'draft', wouldGoTo: outlook?.subscribers }]
      const { words, created_at, subscribers, emails, left, wrong } = status
      return [{ title, state: words, created_at, subscribers, ...emails, left }, ...(wrong.length > 0 ? [wrong] : [])]
    },
    message: ({ status, outlook }) => [status?.hints, outlook?.hints, outlook?.objection?.why],
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
      if (preview && out !== undefined) await writePreview(out, preview.letter)
      const { subject, text, html } = sent ?? (await previewOf(context, slug)).letter
      return { subject, text, html, hints: preview?.hints ?? [], kilobytes: Math.ceil(encodedBytes(html) / 1_000) }
    },
    print: ({ subject, text }) => [{ subject }, text],
    message: ({ kilobytes, hints }, { out }) => [
      `The HTML is ${kilobytes} kB.`,
      out !== undefined && `Written to ${out}.`,
      hints,
    ],
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

function cardOf({ written, description, path }: Article, { environment }: Context) {
  return { day: written.date, description, href: environment.siteUrl + path }
}

function sentRow({ slug, subject: title, state, subscribers, created_at: at, emails }: IssueSummary) {
  const { sent = 0, failed = 0, unknown = 0 } = emails
  return { slug, title, at, state, words: stateWords[state], subscribers, sent, wrong: failed + unknown }
}

function unsentRow({ slug, title, date, notOut }: Article) {
  const words = notOut ?? 'not sent'
  return { slug, title, at: Date.parse(date), state: null, words, subscribers: 0, sent: 0, wrong: 0 }
}

async function outlookOf(context: Context, { slug, notOut }: Article) {
  const { deps, article } = articleFor(context, slug)
  const subscribers = (await countSubscribers(context.database.db)).confirmed ?? 0
  const objection = await findObjection(deps, false)
  return {
    subscribers,
    takes: timeFor(subscribers),
    from: deps.from,
    mailer: context.mailer.description,
    isOut: notOut === undefined,
    hints: issueHints(article, deps.site),
    objection: objection ? { why: objection.why, isConfirmable: objection.isConfirmable === true } : null,
  }
}

async function previewOf(context: Context, slug: string) {
  const { renderIssue } = await import('./issue-email.tsx')
  const { deps, article } = articleFor(context, slug)
  const { site, from } = deps
  const recipient = { id: 'preview', from, to: from, link: previewLink(site.siteUrl), createdAt: deps.now() }
  return { letter: issueEmail(renderIssue(article, site), recipient, site.studio), hints: issueHints(article, site) }
}

/** An unsubscribe link that belongs to nobody. */
function previewLink(siteUrl: string): string {
  return `${siteUrl}${unsubscribePath}?key=preview`
}

async function writePreview(folder: string, letter: ReturnType<typeof issueEmail>): Promise<void> {
  const { bytes } = await composeEmail(letter)
  await mkdir(folder, { recursive: true })
  const files = { 'letter.html': letter.html, 'letter.txt': letter.text, 'letter.eml': bytes }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
}

export function articleFor(context: Context, slug: string): { article: Article; deps: IssueDeps } {
  const { site, article } = requireArticle(readArticlesNow(), slug)
  const { environment, database, mailer, now, linkKey } = context
  const { siteUrl, smtpUrl } = environment
  const { from } = leadDeps(context, site.studio).emailSettings
  const links = { siteUrl, linkKey }
  return { article, deps: { database, mailer, now, smtpUrl, links, from, site: { ...site, siteUrl } } }
}
