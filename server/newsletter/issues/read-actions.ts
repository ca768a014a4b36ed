import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { exports, read, text } from '../../../platform/actions.ts'
import type { Article } from '../../../platform/content/articles.ts'
import type { Email } from '../../../platform/email/smtp/message.ts'
import { composeEmail } from '../../../platform/email/smtp/message.ts'
import { counted } from '../../../platform/text/amounts.ts'
import type { Context } from '../../context.ts'
import { type RenderedIssue, unsubscribePage, withUnsubscribeLink } from '../links.ts'
import { readArticlesNow, requireArticle } from './current-articles.ts'
import { readDryRun } from './dry-run.ts'
import { issueSource, requireIssue } from './issue.ts'
import { allEmails, logFields } from './issue-log.ts'
import { type IssueSummary, issueStateLabels, readStatus, summarizeIssues } from './status.ts'
import { findDraft, findIssue } from './store.ts'

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
      return { problems, issues: rows.toSorted((a, b) => b.at - a.at) }
    },
    print: ({ issues }) => [{ rows: issues, columns: ['slug', 'at', 'status', 'subscribers', 'sent', 'failed'] }],
    message: ({ problems }) => problems,
  }),

  'issue.status': read({
    summary: 'Show an issue’s progress, or what sending it does',
    input: z.object({ slug }),
    run: async (context: Context, { slug }) => {
      const { db } = context.database
      const content = readArticlesNow()
      const row = await findIssue(db, slug)
      const article = content.articles.find((each) => each.slug === slug)
      if (row === undefined && article === undefined) requireArticle(content, slug)
      const source = article && (await issueSource(context, slug))
      const draft = await findDraft(db, slug)
      const isSent = row !== undefined && row.state !== 'scheduled'
      const dryRun = isSent || source === undefined ? null : await readDryRun(context, source, row)
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
        dryRun: dryRun && { ...dryRun, testedAt: draft.tested_at },
        testTo: content.site?.studio.email ?? '',
      }
    },
    print: ({ subject, preview, status, dryRun, article }) => {
      if (status === null) {
        const state = article?.isPublished ? 'draft' : 'not published'
        return [{ subject, preview, state, wouldGoTo: dryRun?.subscribers }, { rows: dryRun?.checks ?? [] }]
      }
      const { summary, created_at, subscribers, emails, skipped, undelivered } = status
      const facts = { subject, state: summary, created_at, subscribers, ...emails, skipped }
      return undelivered.length > 0 ? [facts, undelivered] : [facts]
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
      const { encodedBytes } = await import('./render-issue.tsx')
      const row = await findIssue(context.database.db, slug)
      const sent = row && withUnsubscribeLink(row, previewLink(context.environment.siteUrl))
      if (out !== undefined) await writePreview(out, await previewOf(context, slug))
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
  const { sent, failed, unknown } = emails
  const at = state === 'scheduled' ? next_at : created_at
  return { slug, title, at, state, status: issueStateLabels[state], subscribers, sent, failed: failed + unknown }
}

/** A row for a draft. `at`: the article's date. */
function draftRow({ slug, title, date, unpublished }: Article) {
  const status = unpublished === undefined ? 'draft' : 'not published'
  return { slug, title, at: Date.parse(date), state: 'draft' as const, status, subscribers: 0, sent: 0, failed: 0 }
}

async function previewOf(context: Context, slug: string) {
  const { issueEmail } = await import('./render-issue.tsx')
  const source = await issueSource(context, slug)
  const link = previewLink(source.site.siteUrl)
  return issueEmail(source, { id: 'preview', to: source.from, link, createdAt: context.now() })
}

/** An unsubscribe link for previews, which doesn't belong to any subscriber. */
function previewLink(siteUrl: string): string {
  return `${siteUrl}${unsubscribePage}?key=preview`
}

async function writePreview(folder: string, email: Email & RenderedIssue): Promise<void> {
  const { bytes } = await composeEmail(email)
  await mkdir(folder, { recursive: true })
  const files = { 'letter.html': email.html, 'letter.txt': email.text, 'letter.eml': bytes }
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
}
