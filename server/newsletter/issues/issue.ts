import type { Db, IssueRow } from '../../../migrations/tables.ts'
import { noSuch, Refusal } from '../../../platform/actions.ts'
import type { Article } from '../../../platform/content/articles.ts'
import { emailAddresses } from '../../../platform/content/email-sender.ts'
import type { SiteContent } from '../../../platform/content/site-content.ts'
import type { EmailAddress } from '../../../platform/email/address.ts'
import { counted } from '../../../platform/text/amounts.ts'
import { formatMinute } from '../../../platform/text/time-text.ts'
import type { Context } from '../../context.ts'
import type { RenderedIssue } from '../links.ts'
import { readArticlesNow, requireArticle } from './current-articles.ts'
import {
  countConfirmed,
  deleteScheduled,
  findDraft,
  findIssue,
  insertIssue,
  listIssues,
  queueEmails,
  updateIssue,
} from './store.ts'

/** An issue's subject and preview text. By default, the article's title and description. */
export type IssueHeader = { subject: string; preview: string }
export type IssueSite = SiteContent & { siteUrl: string }
export type IssueSource = { article: Article; site: IssueSite; from: EmailAddress; header: IssueHeader }

/** Reads the article and content for an issue. @throws Refusal if the article doesn't exist, or content/ is invalid */
export async function issueSource(context: Context, slug: string, db = context.database.db): Promise<IssueSource> {
  const { environment } = context
  const { site, article } = requireArticle(readArticlesNow(), slug)
  const { from } = emailAddresses(environment, site.studio)
  const { subject, preview } = await findDraft(db, slug)
  const header = { subject: subject ?? article.title, preview: preview ?? article.description }
  return { article, from, header, site: { ...site, siteUrl: environment.siteUrl } }
}

/** @throws Refusal if the article has already been sent or scheduled */
export async function requireUnsent(db: Db, slug: string): Promise<void> {
  const sent = await findIssue(db, slug)
  if (sent === undefined || sent.state === 'scheduled') return
  const outcome = {
    sending: 'it’s going out',
    paused: `it’s paused: ${sent.paused_because ?? ''}`,
    done: `it finished at ${formatMinute(sent.finished_at ?? sent.created_at)}`,
    cancelled: 'you canceled it after some subscribers got it',
  }[sent.state]
  const sentAt = formatMinute(sent.created_at)
  throw new Refusal(`${slug} was sent at ${sentAt}, and ${outcome}. You can send an article only once.`, {
    label: 'To see what happened',
    command: `issue status ${slug}`,
  })
}

/** Counts the subscribers an issue would go to. @throws Refusal if there are none */
export async function requireSubscribers(db: Db): Promise<number> {
  const subscribers = await countConfirmed(db)
  if (subscribers === 0) throw new Refusal(noSubscribers)
  return subscribers
}

export const noSubscribers = 'There are no active subscribers yet.'

/** `confirm`: the number of subscribers the owner expects (default: any). `at`: the time to send it (default: now). */
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
    const issue: IssueRow = {
      slug,
      ...rendered,
      from_name: from.name,
      from_address: from.address,
      ...sendingState(context),
      subscribers: 0,
      created_at,
    }
    if (at !== undefined) {
      issue.state = 'scheduled'
      issue.next_at = at
    }
    await deleteScheduled(tx, slug)
    const isNew = await insertIssue(tx, issue)
    if (!isNew) await requireUnsent(tx, slug)
    // Suppressing an address also changes its state, so checking for `confirmed` is enough.
    const subscribers = at === undefined ? await queueEmails(tx, slug, created_at) : await countConfirmed(tx)
    if (subscribers === 0) throw new Refusal(noSubscribers)
    if (confirm !== undefined && subscribers !== confirm) {
      const found = counted(subscribers, 'active subscriber')
      throw new Refusal(`The list now has ${found}, not ${confirm.toLocaleString('en')}. Nothing was sent.`, {
        label: 'If that is right',
        command: `issue send ${slug} --confirm ${subscribers}`,
      })
    }
    // Start the pace after queuing, which can be slow.
    await updateIssue(tx, slug, at === undefined ? { subscribers, next_at: now() } : { subscribers })
    return subscribers
  })
}

/** Finds an issue. @param find `lockIssue` to lock it @throws Refusal if the article hasn't been sent or scheduled */
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
