import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { IssueRow, IssueState, Tables } from '../../migrations/tables.ts'
import { type Hint, Refusal } from '../../platform/actions.ts'
import type { Article } from '../../platform/content/articles.ts'
import { type Database, Rollback } from '../../platform/db/database.ts'
import { type EmailAddress, emailKey } from '../../platform/email/email-address.ts'
import type { Mailer } from '../../platform/email/mailer.ts'
import { readPause } from '../../platform/email/pause.ts'
import { counted } from '../../platform/text/amounts.ts'
import { minuteOf } from '../../platform/text/time-text.ts'
import { issueEmail, type UnsubscribeSettings, unsubscribeLink } from './emails.ts'
import { type IssueSite, type RenderedIssue, renderIssue } from './issue-email.ts'
import {
  countEmails,
  countRetryable,
  deleteIssue,
  dropQueuedEmails,
  findIssue,
  findKnownSender,
  findLastIssue,
  hasEmailUnderWay,
  insertIssue,
  queueEmails,
  requeueEmails,
  updateIssue,
} from './issue-store.ts'
import { countSubscribers, findSubscriber } from './store.ts'

/**
 * What has to be so before an article goes out.
 * @returns how many readers it would go to. @throws Refusal
 */
export async function requireSendable(deps: IssueDeps, slug: string, isMeant: boolean): Promise<number> {
  const { db } = deps.database
  const known = await findIssue(db, slug)
  if (known !== undefined) throw sentBefore(known)
  const objection = await findObjection(deps, isMeant)
  if (objection !== undefined) {
    const meant = { label: 'If you mean it', command: `issue send ${slug} --from-here` }
    throw new Refusal(objection.why, objection.isToBeMeant ? meant : objection.fix)
  }
  const readers = (await countSubscribers(db)).confirmed ?? 0
  if (readers === 0) throw new Refusal(noSubscribers)
  return readers
}

const noSubscribers = 'There are no confirmed subscribers: nothing was sent.'

/**
 * To all confirmed readers, where the owner knows how many that are; the serving process does it.
 * @returns how many. @throws Refusal
 */
export async function sendArticle(deps: IssueDeps, article: Article, confirm: number): Promise<number> {
  const issue = renderIssue(article, deps.site)
  const result = await sendIssue(deps, { slug: article.slug, issue, confirm })
  if (result.outcome === 'begun') return result.readers
  if (result.outcome === 'known') throw sentBefore(result.issue)
  if (result.readers === 0) throw new Refusal(noSubscribers)
  const has = counted(result.readers, 'confirmed subscriber')
  throw new Refusal(`The list has ${has}, not ${confirm.toLocaleString('en')}: nothing was sent.`, {
    label: 'If that is right',
    command: `issue send ${article.slug} --confirm ${result.readers}`,
  })
}

function sentBefore({ slug, state, created_at, finished_at, paused_because }: IssueRow): Refusal {
  const became = {
    sending: 'it is going out',
    paused: `it waits for you: ${paused_because ?? ''}`,
    done: `it was done at ${minuteOf(finished_at ?? created_at)}`,
    cancelled: 'you canceled it when some readers had it',
  }[state]
  const why = `${slug} was sent at ${minuteOf(created_at)}, and ${became}. No article goes out twice.`
  return new Refusal(why, { label: 'What became of it', command: `issue status ${slug}` })
}

/** @param isMeant though the sender, or the database, is another one than before */
export async function findObjection(deps: IssueDeps, isMeant: boolean): Promise<Objection | undefined> {
  const { smtpUrl, from, site } = deps
  const { siteUrl, studio } = site
  const pause = await findPause(deps)
  if (pause !== undefined) return pause
  if (smtpUrl !== undefined && !isLocal(smtpUrl)) {
    if (isLocal(siteUrl))
      return { why: `SITE_URL is ${siteUrl}: every link in the issue would lead nowhere. Set the public address.` }
    const sample = [from.address, studio.email].find((address) => address.endsWith('.example'))
    if (sample !== undefined)
      return {
        why: `The issue would come from ${sample}, an address of the sample content: put yours into content/studio.yaml, email (and MAIL_FROM, where it is set).`,
      }
  }
  if (studio.postalAddress === undefined)
    return {
      why: 'The issue has no postal address, which the law asks for (CAN-SPAM in the US, most of the EU): put yours into content/studio.yaml, postalAddress.',
    }
  const change = isMeant ? undefined : await changeSince(deps)
  return change === undefined ? undefined : { why: change, isToBeMeant: true }
}

function isLocal(url: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)
}

async function changeSince({ database, from }: IssueDeps): Promise<string | undefined> {
  const last = await findLastIssue(database.db)
  if (last !== undefined && last.database_id !== database.identity) {
    return 'This database is not the one that the last issue went out from, but a copy, restored or moved: readers who left there since may be on its list.'
  }
  const known = await findKnownSender(database.db)
  if (known === undefined || (known.name === from.name && known.address === from.address)) return undefined
  return `The readers know the newsletter of ${senderText(known)}; this one would come from ${senderText(from)}.`
}

function senderText({ name, address }: EmailAddress): string {
  return `“${name}” (${address})`
}

export type IssueDeps = {
  database: Database
  mailer: Mailer
  now: () => number
  smtpUrl: string | undefined
  links: UnsubscribeSettings
  from: EmailAddress
  site: IssueSite
}

/** Why an issue can't go out. `isToBeMeant`: unless the owner means it. */
export type Objection = { why: string; fix?: Hint['fix']; isToBeMeant?: true }

export function issueHints({ notOut }: Article, { siteUrl, studio }: IssueSite): string[] {
  const hints = [
    notOut !== undefined && 'The article is not out yet: links to it lead nowhere until it is.',
    !siteUrl.startsWith('https:') &&
      `SITE_URL is ${siteUrl}: mail programs offer to unsubscribe at https addresses only.`,
    studio.postalAddress === undefined &&
      'content/studio.yaml has no postalAddress: the law asks for one, and no issue goes out without it.',
  ]
  return hints.filter((hint) => hint !== false)
}

/** @returns why nothing goes out at all, where that is so */
async function findPause({ database }: Pick<IssueDeps, 'database'>): Promise<Objection | undefined> {
  const pause = await readPause(database.db)
  return pause && { why: `The outbox is paused: ${pause.because}.`, fix: { label: 'First', command: 'outbox resume' } }
}

/**
 * Past the outbox, as a reader would get it. Its link to leave has a genuine key that belongs to nobody.
 * @returns the mail server's answer. @throws Refusal
 */
export async function sendTest(deps: IssueDeps, article: Article, address: string): Promise<string> {
  const { site, from, links, mailer, now } = deps
  const pause = await findPause(deps)
  if (pause) throw new Refusal(pause.why, pause.fix)
  const id = randomUUID()
  const link = unsubscribeLink(links, id)
  const to = { name: '', address }
  const email = issueEmail(renderIssue(article, site), { id, from, to, link, createdAt: now() }, site.studio)
  const delivery = await mailer.send(email, AbortSignal.timeout(timeoutMs))
  if (delivery.outcome === 'sent') return delivery.answer
  throw new Refusal(`${failed[delivery.outcome]} It said: ${delivery.answer}`)
}

const timeoutMs = 60_000

const failed = {
  refused: 'The mail server does not take the issue.',
  deferred: 'The mail server did not take the issue now.',
  unknown: 'The connection ended while the issue was on its way: it may have arrived, or not.',
}

export type SendResult =
  | { outcome: 'begun'; readers: number }
  | { outcome: 'miscounted'; readers: number }
  | { outcome: 'known'; issue: IssueRow }

class Miscounted extends Rollback {}

/** Queues one mail for each confirmed reader; the serving process sends them. @throws StorageError */
export async function sendIssue(
  { database, now, from }: { database: Database; now: () => number; from: EmailAddress },
  { slug, issue, confirm }: { slug: string; issue: RenderedIssue; confirm: number },
): Promise<SendResult> {
  let readers = 0
  const write = database.write(async (tx): Promise<SendResult> => {
    const inserted = await insertIssue(tx, {
      slug,
      ...issue,
      from_name: from.name,
      from_address: from.address,
      readers: confirm,
      created_at: now(),
      ...goingOn(database, now()),
    })
    const known = inserted ? undefined : await findIssue(tx, slug)
    if (known !== undefined) return { outcome: 'known', issue: known }
    // Whatever suppresses an address also ends its `confirmed`.
    readers = await queueEmails(tx, slug)
    if (readers !== confirm || readers === 0) throw new Miscounted()
    // Queuing many takes a while, which must not count as a delay.
    await updateIssue(tx, slug, { next_at: now() })
    return { outcome: 'begun', readers }
  })
  return await write.catch((error: unknown) => {
    if (error instanceof Miscounted) return { outcome: 'miscounted', readers } as const
    throw error
  })
}

type ControlNeeds = { database: Database; now: () => number }

export type Before = IssueState | 'unknown'

async function onIssue<T>(database: Database, slug: string, work: (tx: Kysely<Tables>, before: Before) => Promise<T>) {
  return await database.write(async (tx) => {
    const issue = await findIssue(tx, slug, database.engine)
    return await work(tx, issue?.state ?? 'unknown')
  })
}

export const pausedByOwner = 'you have paused it'

export async function pauseIssue({ database }: ControlNeeds, slug: string): Promise<Before> {
  return await onIssue(database, slug, async (tx, state) => {
    if (state === 'sending') await updateIssue(tx, slug, { state: 'paused', paused_because: pausedByOwner })
    return state
  })
}

export async function resumeIssue({ database, now }: ControlNeeds, slug: string): Promise<Before> {
  return await onIssue(database, slug, async (tx, state) => {
    if (state === 'paused') await updateIssue(tx, slug, goingOn(database, now()))
    return state
  })
}

/** Where nobody can have got it, the issue is erased, so that the article can be sent another time. */
export async function cancelIssue({ database, now }: ControlNeeds, slug: string) {
  return await onIssue(database, slug, async (tx, before) => {
    if (before !== 'sending' && before !== 'paused') return { before, dropped: 0, isErased: false }
    const dropped = await dropQueuedEmails(tx, slug)
    const isErased = (await countEmails(tx, slug)).all === 0
    const finished_at = (await hasEmailUnderWay(tx, slug)) ? null : now()
    if (isErased) await deleteIssue(tx, slug)
    else await updateIssue(tx, slug, { state: 'cancelled', paused_because: null, finished_at })
    return { before, dropped, isErased }
  })
}

export type RetryResult =
  | { outcome: 'queued'; count: number; before: Before }
  | { outcome: 'unknown' | 'cancelled' | 'nothing' }
  | { outcome: 'unconfirmed'; unknown: number }
  | { outcome: 'refused'; addresses: string[] }

type RetryChoice = {
  states: readonly ('failed' | 'unknown')[]
  addresses?: readonly string[]
  /** How many `unknown` ones the owner expects: they may arrive twice. */
  confirm: number | undefined
}

export async function retryIssue(
  { database, now }: ControlNeeds,
  slug: string,
  { states, addresses = [], confirm }: RetryChoice,
): Promise<RetryResult> {
  return await onIssue(database, slug, async (tx, before) => {
    if (before === 'unknown' || before === 'cancelled') return { outcome: before }
    const subscriberIds: string[] = []
    const refused: string[] = []
    for (const address of addresses) {
      const found = await findSubscriber(tx, { email_key: emailKey(address) })
      const counts = found && (await countRetryable(tx, slug, [found.id]))
      if (found !== undefined && states.some((state) => (counts?.[state] ?? 0) > 0)) subscriberIds.push(found.id)
      else refused.push(address)
    }
    if (refused.length > 0) return { outcome: 'refused', addresses: refused }
    const only = addresses.length === 0 ? undefined : subscriberIds
    const { unknown } = await countRetryable(tx, slug, only)
    if (states.includes('unknown') && unknown > 0 && confirm !== unknown) return { outcome: 'unconfirmed', unknown }
    const count = await requeueEmails(tx, slug, states, only)
    if (count === 0) return { outcome: 'nothing' }
    if (before === 'done') await updateIssue(tx, slug, goingOn(database, now()))
    return { outcome: 'queued', count, before }
  })
}

function goingOn({ identity }: Database, now: number) {
  const anew = { paused_because: null, refusals: 0, deferrals: 0, next_at: now, finished_at: null }
  return { ...anew, state: 'sending', database_id: identity } as const
}
