import { z } from 'zod'
import type { Article } from '../../platform/content/articles.ts'
import { readMute } from '../../platform/email/mute.ts'
import { csvTable } from '../../platform/text/csv.ts'
import type { Desk } from '../../server/desk.ts'
import { issueDeps } from '../../server/issue-deps.ts'
import { previewLetter, previewLink, withUnsubscribeLink } from '../../server/newsletter/issue-email.ts'
import {
  allMails,
  type IssueAtAGlance,
  issuesAtAGlance,
  logFields,
  mailsIn,
  readStatus,
  stateText,
  stateWords,
  statusNotes,
  timeFor,
} from '../../server/newsletter/issue-status.ts'
import { findIssue } from '../../server/newsletter/issue-store.ts'
import { findObjection, letterNotes, pausedByOwner } from '../../server/newsletter/issues.ts'
import { countSubscribers } from '../../server/newsletter/store.ts'
import { action, Refusal } from './action.ts'
import { inWords } from './change-issues.ts'
import { readWritten, requireArticle, type Written } from './written.ts'

const slug = z.string().max(200)
/** Of the mails that went wrong; the table has all of them. */
const mostTold = 500

/** Articles, and what was sent: one of which the article is gone, too. The newest first. */
export const readIssues = action(z.object({}), async ({ database: { db } }) => {
  const { articles, problems } = readWritten()
  const sent = await issuesAtAGlance(db, 0)
  const unsent = articles.filter((article) => !sent.some((issue) => issue.slug === article.slug))
  const rows = [...sent.map(sentRow), ...unsent.map(unsentRow)]
  return { problems, issues: rows.toSorted((one, other) => other.at - one.at) }
})

function sentRow({ slug, subject, state, readers, created_at, mails }: IssueAtAGlance) {
  return { slug, title: subject, at: created_at, state, words: stateWords[state], readers, sent: mails.sent ?? 0 }
}

function unsentRow({ slug, title, date, notOut }: Article) {
  const words = notOut ?? 'not sent'
  return { slug, title, at: Date.parse(date), state: null, words, readers: 0, sent: 0 }
}

/** One article: how far its issue is, or what sending it would mean. */
export const readIssue = action(z.object({ slug }), async (desk, { slug }) => {
  const written = readWritten()
  const row = await findIssue(desk.database.db, slug)
  const article = written.articles.find((each) => each.slug === slug)
  if (row === undefined && article === undefined) requireArticle(written, slug)
  return {
    title: row?.subject ?? article?.title ?? slug,
    article: article
      ? { day: article.written.date, description: article.description, href: desk.environment.siteUrl + article.path }
      : null,
    status: row ? await statusOf(desk, row) : null,
    outlook: row || article === undefined ? null : await outlookOf(desk, written, article),
    testTo: written.site?.studio.email ?? '',
  }
})

async function statusOf({ database: { db }, now }: Desk, row: Parameters<typeof readStatus>[1]) {
  const status = await readStatus(db, row, now())
  const { state, paused_because, created_at, finished_at, readers, mails, left, retryable } = status
  const wrong = [
    ...(await mailsIn(db, row.slug, 'unknown', mostTold)),
    ...(await mailsIn(db, row.slug, 'failed', mostTold)),
  ]
  return {
    state,
    words: stateText(status),
    /** What has stopped it was not the owner: going on is to be thought over. */
    stoppedBecause: state === 'paused' && paused_because !== pausedByOwner ? paused_because : null,
    created_at,
    finished_at,
    readers,
    mails,
    left,
    retryable,
    notes: statusNotes(status, await readMute(db), now()).map(({ text }) => text),
    wrong: wrong.map(({ email, state, answer }) => ({ email, state, answer })),
  }
}

async function outlookOf(desk: Desk, written: Written, { slug, notOut }: Article) {
  const { site, article } = requireArticle(written, slug)
  const deps = issueDeps(desk, site)
  const readers = (await countSubscribers(desk.database.db)).confirmed ?? 0
  const objection = await findObjection(deps, false)
  return {
    readers,
    takes: timeFor(readers),
    from: deps.from,
    mailer: desk.mailer.description,
    isOut: notOut === undefined,
    notes: letterNotes(article, deps.site),
    objection: objection ? { why: objection.why, isToBeMeant: objection.remedy === 'mean it' } : null,
  }
}

/** As it went out; before that, as the article is now. */
export const readLetter = action(z.object({ slug }), async (desk, { slug }) => {
  const row = await findIssue(desk.database.db, slug)
  const { subject, text, html } =
    row === undefined
      ? await inWords(async () => previewOf(desk, slug))
      : withUnsubscribeLink(row, previewLink(desk.environment.siteUrl))
  return { subject, text, html }
})

function previewOf(desk: Desk, slug: string) {
  const { site, article } = requireArticle(readWritten(), slug)
  return previewLetter(article, issueDeps(desk, site))
}

/** For spreadsheets: who got it and who did not, as `issue log` writes it. */
export const exportIssue = action(z.object({ slug }), async ({ database: { db } }, { slug }) => {
  const row = await findIssue(db, slug)
  if (row === undefined) throw new Refusal(`${slug} was never sent.`)
  return { csv: await csvTable(logFields(row), allMails(db, slug)) }
})
