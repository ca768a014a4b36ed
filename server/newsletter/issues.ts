import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Db, IssueRow } from '../../migrations/tables.ts'
import { type Hint, noSuch, Refusal } from '../../platform/actions.ts'
import { builtPath } from '../../platform/content/read-content.ts'
import type { Database } from '../../platform/db/database.ts'
import type { EmailAddress } from '../../platform/email/address.ts'
import { readPause } from '../../platform/email/outbox/pause.ts'
import { isLocal } from '../../platform/environment-hints.ts'
import { readManifest } from '../../platform/http/built-files.ts'
import { counted } from '../../platform/text/amounts.ts'
import { minuteOf } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import type { IssueSource } from './issue-email.tsx'
import {
  countConfirmed,
  deleteScheduled,
  findFirstSender,
  findIssue,
  insertIssue,
  listIssues,
  queueEmails,
  updateIssue,
} from './issue-store.ts'
import type { RenderedIssue } from './links.ts'

/** @returns how many subscribers the article would go to @throws Refusal if it can't be sent */
export async function requireSendable(context: Context, source: IssueSource, isConfirmed: boolean): Promise<number> {
  const { db } = context.database
  const { slug } = source.article
  await requireUnsent(db, slug)
  const [objection] = (await findObjections(context, source)).filter((each) => !(isConfirmed && each.isConfirmable))
  if (objection !== undefined) {
    const confirmation = { label: 'If you mean it', command: `issue send ${slug} --from-here` }
    throw new Refusal(objection.why, objection.isConfirmable ? confirmation : objection.fix)
  }
  return await countConfirmed(db)
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
  throw new Refusal(`${slug} was sent at ${minuteOf(sent.created_at)}, and ${outcome}. No article goes out twice.`, {
    label: 'To see what happened',
    command: `issue status ${slug}`,
  })
}

/** Why the issue can't go out. Objections the owner can confirm come last. */
export async function findObjections(
  { environment: { smtpUrl }, database }: Context,
  { article: { slug, path, unpublished }, from, site: { siteUrl, studio } }: IssueSource,
): Promise<Objection[]> {
  const pause = await findPause(database.db)
  const isReal = smtpUrl !== undefined && !isLocal(smtpUrl)
  const sample = [from.address, studio.email].find((address) => address.endsWith('.example'))
  const problems = [
    unpublished !== undefined && `${slug} isn’t published: ${unpublished}.`,
    isReal &&
      isLocal(siteUrl) &&
      `SITE_URL is ${siteUrl}, so links in the issue wouldn’t work. Set it to your public URL.`,
    isReal &&
      sample !== undefined &&
      `The issue would come from ${sample}, an address from the sample content. Set email in content/studio.yaml to yours (and MAIL_FROM, if it’s set).`,
    studio.postalAddress === undefined &&
      'The issue has no postal address, which the law requires (CAN-SPAM in the US, and most of the EU). Set postalAddress in content/studio.yaml.',
    unpublished === undefined &&
      isInBuild(path) === false &&
      'The article isn’t in the last build, so links to it don’t work. Run npm run build, then restart the site.',
    (await countConfirmed(database.db)) === 0 && 'There are no active subscribers yet.',
  ]
  const change = await senderChange(database, from)
  return [
    ...(pause ? [pause] : []),
    ...problems.flatMap((why) => (why === false ? [] : { why })),
    ...(change === undefined ? [] : [{ why: change, isConfirmable: true } as const]),
  ]
}

/** The build refuses dead links, so a built page's own links work. @returns undefined without a build, as in tests */
function isInBuild(path: string): boolean | undefined {
  const build = builtPath('')
  return existsSync(join(build, 'static.json'))
    ? readManifest(build).files.some((file) => file.path === path)
    : undefined
}

async function senderChange({ db, identity }: Database, from: EmailAddress): Promise<string | undefined> {
  const issues = (await listIssues(db)).filter(({ state }) => state !== 'scheduled')
  if (issues[0] !== undefined && issues[0].database_id !== identity) {
    return 'The last issue was sent from another database: this one is a copy, or was restored or moved. People who have unsubscribed there since may still be on this list.'
  }
  const known = issues.find(({ state }) => state !== 'cancelled') ?? (await findFirstSender(db))
  if (known === undefined || (known.name === from.name && known.address === from.address)) return undefined
  return `Subscribers know the newsletter from ${senderText(known)}; this one would come from ${senderText(from)}.`
}

function senderText({ name, address }: EmailAddress): string {
  return `“${name}” (${address})`
}

/** Why an issue can't go out. `isConfirmable`: the owner may send it anyway. */
export type Objection = { why: string; fix?: Hint['fix']; isConfirmable?: true }

export async function findPause(db: Db): Promise<Objection | undefined> {
  const pause = await readPause(db)
  return pause && { why: `The outbox is paused: ${pause.because}.`, fix: { label: 'First', command: 'outbox resume' } }
}

/**
 * Queues an email for each confirmed subscriber, or schedules the issue. The running site sends them.
 * @param confirm how many subscribers the owner expects @param at when to send it; by default, now
 * @throws Refusal, StorageError
 */
export async function sendIssue(
  { database, now, from }: Pick<Context, 'database' | 'now'> & { from: EmailAddress },
  slug: string,
  issue: RenderedIssue,
  confirm: number,
  at?: number,
): Promise<number> {
  return await database.write(async (tx) => {
    const sender = { from_name: from.name, from_address: from.address }
    const counts = { subscribers: confirm, created_at: now() }
    const start = {
      ...sendingState({ database, now }),
      ...(at !== undefined && { state: 'scheduled' as const, next_at: at }),
    }
    const row = { slug, ...issue, ...sender, ...counts, ...start }
    await deleteScheduled(tx, slug)
    if (!(await insertIssue(tx, row))) await requireUnsent(tx, slug)
    // Whatever suppresses an address also changes its `confirmed` state.
    const subscribers = at === undefined ? await queueEmails(tx, slug, row.created_at) : await countConfirmed(tx)
    if (subscribers !== confirm) {
      const has = counted(subscribers, 'active subscriber')
      throw new Refusal(`The list has ${has}, not ${confirm.toLocaleString('en')}: nothing was sent.`, {
        label: 'If that is right',
        command: `issue send ${slug} --confirm ${subscribers}`,
      })
    }
    // Queuing takes a while, which must not count as a delay.
    if (at === undefined) await updateIssue(tx, slug, { next_at: now() })
    return subscribers
  })
}

export async function requireIssue(db: Db, slug: string, find = findIssue): Promise<IssueRow> {
  const issue = await find(db, slug)
  if (issue !== undefined) return issue
  const sent = await listIssues(db)
  const known = sent.map((other) => other.slug)
  throw noSuch('sent issue', [slug], known)
}

/** The columns of an issue that starts, is resumed, or sends emails again. */
export function sendingState({ database, now }: Pick<Context, 'database' | 'now'>) {
  const progress = { paused_because: null, refusals: 0, deferrals: 0, next_at: now(), finished_at: null }
  return { ...progress, state: 'sending', database_id: database.identity } as const
}
