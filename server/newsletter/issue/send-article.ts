import type { IssueRow } from '../../../migrations/tables.ts'
import type { Article } from '../../../platform/content/articles.ts'
import type { MailAddress } from '../../../platform/email/mail-address.ts'
import { counted } from '../../../platform/text/amounts.ts'
import { minuteOf } from '../../../platform/text/time-text.ts'
import { renderIssue } from '../letter/render-issue.ts'
import { countSubscribers } from '../subscriber.repository.ts'
import { findMute, type IssueDeps, NotSent, type Objection } from './article-issue.ts'
import { findIssue, findKnownSender, findLastIssue } from './issue.repository.ts'
import { sendIssue } from './issue.service.ts'

/**
 * What has to be so before an article goes out.
 * @returns how many readers it would go to. @throws NotSent
 */
export async function requireSendable(deps: IssueDeps, slug: string, isMeant: boolean): Promise<number> {
  const { db } = deps.database
  const known = await findIssue(db, slug)
  if (known !== undefined) throw sentBefore(known)
  const objection = await findObjection(deps, isMeant)
  if (objection !== undefined) throw new NotSent(objection)
  const readers = (await countSubscribers(db)).confirmed ?? 0
  if (readers === 0) throw new NotSent(noReaders)
  return readers
}

const noReaders = { why: 'There are no confirmed readers: nothing was sent.' }

/**
 * To all confirmed readers, where the owner knows how many that are; the serving process does it.
 * @returns how many. @throws NotSent, LetterTooLarge
 */
export async function sendArticle(deps: IssueDeps, article: Article, confirm: number): Promise<number> {
  const issue = renderIssue(article, deps.site)
  const result = await sendIssue(deps, { slug: article.slug, issue, confirm })
  if (result.outcome === 'begun') return result.readers
  if (result.outcome === 'known') throw sentBefore(result.issue)
  if (result.readers === 0) throw new NotSent(noReaders)
  const has = counted(result.readers, 'confirmed reader')
  const why = `The list has ${has}, not ${confirm.toLocaleString('en')}: nothing was sent.`
  throw new NotSent({ why, remedy: 'recount', readers: result.readers })
}

function sentBefore({ slug, state, created_at, finished_at, paused_because }: IssueRow): NotSent {
  const became = {
    sending: 'it is going out',
    paused: `it waits for you: ${paused_because ?? ''}`,
    done: `it was done at ${minuteOf(finished_at ?? created_at)}`,
    cancelled: 'you canceled it when some readers had it',
  }[state]
  const why = `${slug} was sent at ${minuteOf(created_at)}, and ${became}. No article goes out twice.`
  return new NotSent({ why, remedy: 'look' })
}

/** @param isMeant though the sender, or the database, is another one than before */
export async function findObjection(deps: IssueDeps, isMeant: boolean): Promise<Objection | undefined> {
  const { smtpUrl, from, site } = deps
  const { siteUrl, studio } = site
  const muted = await findMute(deps)
  if (muted !== undefined) return muted
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
  return change === undefined ? undefined : { why: change, remedy: 'mean it' }
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
  return `The readers know the newsletter of ${told(known)}; this one would come from ${told(from)}.`
}

function told({ name, address }: MailAddress): string {
  return `“${name}” (${address})`
}
