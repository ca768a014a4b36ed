import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { IssueRow, IssueState, Tables } from '../../migrations/tables.ts'
import { type Hint, Refusal, Unconfirmed } from '../../platform/actions.ts'
import type { Article } from '../../platform/content/articles.ts'
import type { Database } from '../../platform/db/database.ts'
import { type EmailAddress, emailKey } from '../../platform/email/email-address.ts'
import type { Mailer } from '../../platform/email/mailer.ts'
import { readPause } from '../../platform/email/pause.ts'
import { counted } from '../../platform/text/amounts.ts'
import { minuteOf } from '../../platform/text/time-text.ts'
import { issueEmail, type UnsubscribeSettings, unsubscribeLink } from './emails.ts'
import { type IssueSite, type RenderedIssue, renderIssue } from './issue-email.ts'
import { stateWords } from './issue-status.ts'
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
 * Checks whether an article can go out.
 * @returns how many subscribers it would go to. @throws Refusal
 */
export async function requireSendable(deps: IssueDeps, slug: string, isMeant: boolean): Promise<number> {
  const { db } = deps.database
  await requireUnsent(db, slug)
  const objection = await findObjection(deps, isMeant)
  if (objection !== undefined) {
    const meant = { label: 'If you mean it', command: `issue send ${slug} --from-here` }
    throw new Refusal(objection.why, objection.isToBeMeant ? meant : objection.fix)
  }
  const subscribers = (await countSubscribers(db)).confirmed ?? 0
  if (subscribers === 0) throw new Refusal(noSubscribers)
  return subscribers
}

const noSubscribers = 'There are no confirmed subscribers: nothing was sent.'

/** No article goes out twice. @throws Refusal */
async function requireUnsent(db: Database['db'], slug: string): Promise<void> {
  const sent = await findIssue(db, slug)
  if (sent === undefined) return
  const became = {
    sending: 'it is going out',
    paused: `it’s paused: ${sent.paused_because ?? ''}`,
    done: `it finished at ${minuteOf(sent.finished_at ?? sent.created_at)}`,
    cancelled: 'you canceled it after some subscribers got it',
  }[sent.state]
  throw new Refusal(`${slug} was sent at ${minuteOf(sent.created_at)}, and ${became}. No article goes out twice.`, {
    label: 'To see what happened',
    command: `issue status ${slug}`,
  })
}

/** @param isMeant the owner knows that the sender or the database has changed */
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
        why: `The issue would come from ${sample}, an address of the sample content. Put yours in content/studio.yaml, email (and MAIL_FROM, if it’s set).`,
      }
  }
  if (studio.postalAddress === undefined)
    return {
      why: 'The issue has no postal address, which the law requires (CAN-SPAM in the US, and most of the EU). Put yours in content/studio.yaml, postalAddress.',
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
    return 'This database isn’t the one that sent the last issue, but a copy, restored or moved. People who left there since may still be on its list.'
  }
  const known = await findKnownSender(database.db)
  if (known === undefined || (known.name === from.name && known.address === from.address)) return undefined
  return `Subscribers know the newsletter from ${senderText(known)}; this one would come from ${senderText(from)}.`
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

/** Why an issue can't go out. `isToBeMeant`: the owner may send it anyway. */
export type Objection = { why: string; fix?: Hint['fix']; isToBeMeant?: true }

export function issueHints({ notOut }: Article, { siteUrl, studio }: IssueSite): string[] {
  const hints = [
    notOut !== undefined && 'The article isn’t published yet, so links to it don’t work.',
    !siteUrl.startsWith('https:') &&
      `SITE_URL is ${siteUrl}: mail programs only offer to unsubscribe at https addresses.`,
    studio.postalAddress === undefined &&
      'content/studio.yaml has no postalAddress. The law requires one, and no issue goes out without it.',
  ]
  return hints.filter((hint) => hint !== false)
}

async function findPause({ database }: Pick<IssueDeps, 'database'>): Promise<Objection | undefined> {
  const pause = await readPause(database.db)
  return pause && { why: `The outbox is paused: ${pause.because}.`, fix: { label: 'First', command: 'outbox resume' } }
}

/**
 * Bypasses the outbox. The email is what a subscriber gets, with a genuine unsubscribe key that belongs to nobody.
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
  refused: 'The mail server doesn’t accept the issue.',
  deferred: 'The mail server doesn’t accept the issue right now.',
  unknown: 'The connection ended while the issue was being sent. It may have arrived.',
}

/**
 * Queues an email for each confirmed subscriber; the serving process sends them.
 * @param confirm how many subscribers the owner expects @throws Refusal, StorageError
 */
export async function sendIssue(
  { database, now, from }: Pick<IssueDeps, 'database' | 'now' | 'from'>,
  slug: string,
  issue: RenderedIssue,
  confirm: number,
): Promise<number> {
  return await database.write(async (tx) => {
    const sender = { from_name: from.name, from_address: from.address }
    const row = { slug, ...issue, ...sender, subscribers: confirm, created_at: now(), ...goingOn(database, now()) }
    if (!(await insertIssue(tx, row))) await requireUnsent(tx, slug)
    // Whatever suppresses an address also changes its `confirmed` state.
    const subscribers = await queueEmails(tx, slug)
    if (subscribers === 0) throw new Refusal(noSubscribers)
    if (subscribers !== confirm) {
      const has = counted(subscribers, 'confirmed subscriber')
      throw new Refusal(`The list has ${has}, not ${confirm.toLocaleString('en')}: nothing was sent.`, {
        label: 'If that is right',
        command: `issue send ${slug} --confirm ${subscribers}`,
      })
    }
    // Queuing takes a while, which must not count as a delay.
    await updateIssue(tx, slug, { next_at: now() })
    return subscribers
  })
}

type ControlNeeds = { database: Database; now: () => number }

async function onIssue<T>({ database }: ControlNeeds, slug: string, work: (tx: Kysely<Tables>, issue: IssueRow) => T) {
  return await database.write(async (tx) => {
    const issue = await findIssue(tx, slug, database.engine)
    if (issue === undefined) throw new Refusal(`${slug} was never sent.`)
    return await work(tx, issue)
  })
}

function requireOpen({ slug, state }: IssueRow): void {
  if (state !== 'sending' && state !== 'paused') {
    throw new Refusal(`${slug} is ${stateWords[state]}: nothing is going out.`)
  }
}

export const pausedByOwner = 'you have paused it'

/** @returns the state before. @throws Refusal */
export async function pauseIssue(needs: ControlNeeds, slug: string): Promise<IssueState> {
  return await onIssue(needs, slug, async (tx, issue) => {
    requireOpen(issue)
    if (issue.state === 'sending') await updateIssue(tx, slug, { state: 'paused', paused_because: pausedByOwner })
    return issue.state
  })
}

/** @returns the state before, and why it was paused. @throws Refusal */
export async function resumeIssue(needs: ControlNeeds, slug: string) {
  return await onIssue(needs, slug, async (tx, issue) => {
    requireOpen(issue)
    if (issue.state === 'paused') await updateIssue(tx, slug, goingOn(needs.database, needs.now()))
    return { before: issue.state, because: issue.paused_because }
  })
}

/** If nobody can have received it, the issue is deleted, and the article can be sent later. @throws Refusal */
export async function cancelIssue(needs: ControlNeeds, slug: string) {
  return await onIssue(needs, slug, async (tx, issue) => {
    requireOpen(issue)
    const dropped = await dropQueuedEmails(tx, slug)
    const isErased = (await countEmails(tx, slug)).all === 0
    const finished_at = (await hasEmailUnderWay(tx, slug)) ? null : needs.now()
    if (isErased) await deleteIssue(tx, slug)
    else await updateIssue(tx, slug, { state: 'cancelled', paused_because: null, finished_at })
    return { dropped, isErased }
  })
}

/** `confirm`: how many may arrive twice. */
type RetryChoice = { failed?: boolean; unknown?: boolean; addresses?: readonly string[]; confirm?: number | undefined }

/** Sends failed or unknown emails again, or only those to `addresses`. @throws Refusal, Unconfirmed */
export async function retryIssue(needs: ControlNeeds, slug: string, choice: RetryChoice) {
  const { failed = false, unknown = false, addresses = [], confirm } = choice
  const named = [...(failed ? ['failed' as const] : []), ...(unknown ? ['unknown' as const] : [])]
  const states = named.length > 0 ? named : (['failed', 'unknown'] as const)
  return await onIssue(needs, slug, async (tx, { state }) => {
    if (state === 'cancelled') throw new Refusal(`${slug} is canceled, so nothing more is sent.`)
    const only = addresses.length === 0 ? undefined : await requireRetryable(tx, slug, states, addresses)
    const uncertain = (await countRetryable(tx, slug, only)).unknown
    if (states.includes('unknown') && uncertain > 0 && confirm !== uncertain) {
      const words = [...addresses, ...named.map((each) => `--${each}`), '--confirm', uncertain].join(' ')
      const text = `${counted(uncertain, 'email')} may arrive twice${confirm === undefined ? '' : `, not ${confirm}`}: it isn’t known whether they did. Nothing was sent again.`
      throw new Unconfirmed(text, { label: 'To send them again', command: `issue retry ${slug} ${words}` })
    }
    const count = await requeueEmails(tx, slug, states, only)
    if (count === 0) throw new Refusal(`There is no such email of ${slug} to anyone who is still on the list.`)
    if (state === 'done') await updateIssue(tx, slug, goingOn(needs.database, needs.now()))
    return { count, isPaused: state === 'paused' }
  })
}

/** @returns the subscribers' ids. @throws Refusal if an address has no email in one of these states */
async function requireRetryable(
  tx: Kysely<Tables>,
  slug: string,
  states: readonly ('failed' | 'unknown')[],
  addresses: readonly string[],
): Promise<string[]> {
  const ids: string[] = []
  const refused: string[] = []
  for (const address of addresses) {
    const { id } = (await findSubscriber(tx, { email_key: emailKey(address) })) ?? {}
    const counts = id === undefined ? undefined : await countRetryable(tx, slug, [id])
    if (id !== undefined && states.some((state) => (counts?.[state] ?? 0) > 0)) ids.push(id)
    else refused.push(address)
  }
  if (refused.length === 0) return ids
  throw new Refusal(`Nothing is sent again: nothing to ${refused.join(', ')} failed or is unknown.`)
}

function goingOn({ identity }: Database, now: number) {
  const anew = { paused_because: null, refusals: 0, deferrals: 0, next_at: now, finished_at: null }
  return { ...anew, state: 'sending', database_id: identity } as const
}
