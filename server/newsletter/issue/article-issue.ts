import { randomUUID } from 'node:crypto'
import type { Article } from '../../../platform/content/articles.ts'
import type { Database } from '../../../platform/db/database.ts'
import type { MailAddress } from '../../../platform/email/mail-address.ts'
import type { Mailer } from '../../../platform/email/mailer.ts'
import { readMute } from '../../../platform/email/mute.ts'
import type { IssueSite } from '../letter/letter.ts'
import { renderIssue } from '../letter/render-issue.ts'
import { type UnsubscribeSettings, unsubscribeLink, unsubscribePath } from '../newsletter-links.ts'
import { issueMail } from './issue-mail.ts'

export type IssueDeps = {
  database: Database
  mailer: Mailer
  now: () => number
  smtpUrl: string | undefined
  links: UnsubscribeSettings
  from: MailAddress
  site: IssueSite
}

type Remedy = 'unmute' | 'mean it' | 'recount' | 'look'

/** In words for the owner, with what would help. `readers`: how many the list has, where another number was said. */
export type Objection = { why: string; remedy?: Remedy; readers?: number }

export class NotSent extends Error {
  override name = 'NotSent'
  readonly objection: Objection

  constructor(objection: Objection) {
    super(objection.why)
    this.objection = objection
  }
}

/** Leads to the page of those who leave, and belongs to nobody. */
export function previewLink(siteUrl: string): string {
  return `${siteUrl}${unsubscribePath}?key=preview`
}

/** The letter to look at. @throws LetterTooLarge */
export function previewLetter(article: Article, { site, from, now }: Pick<IssueDeps, 'site' | 'from' | 'now'>) {
  const link = previewLink(site.siteUrl)
  return issueMail(renderIssue(article, site), { id: 'preview', from, to: from, link, createdAt: now() }, site.studio)
}

export function letterNotes({ notOut }: Article, { siteUrl, studio }: IssueSite): string[] {
  const notes = [
    notOut !== undefined && 'The article is not out yet: links to it lead nowhere until it is.',
    !siteUrl.startsWith('https:') &&
      `SITE_URL is ${siteUrl}: mail programs offer to unsubscribe at https addresses only.`,
    studio.postalAddress === undefined &&
      'content/studio.yaml has no postalAddress: the law asks for one, and no issue goes out without it.',
  ]
  return notes.filter((note) => note !== false)
}

/** @returns why nothing goes out at all, where that is so */
export async function findMute({ database }: Pick<IssueDeps, 'database'>): Promise<Objection | undefined> {
  const muted = await readMute(database.db)
  return muted && { why: `This database sends nothing: ${muted.because}.`, remedy: 'unmute' }
}

/**
 * Past the outbox, as a reader would get it. Its link to leave has a genuine key that belongs to nobody.
 * @returns the mail server's answer. @throws NotSent, LetterTooLarge
 */
export async function sendTest(deps: IssueDeps, article: Article, address: string): Promise<string> {
  const { site, from, links, mailer, now } = deps
  const muted = await findMute(deps)
  if (muted) throw new NotSent(muted)
  const id = randomUUID()
  const link = unsubscribeLink(links, id)
  const to = { name: '', address }
  const mail = issueMail(renderIssue(article, site), { id, from, to, link, createdAt: now() }, site.studio)
  const delivery = await mailer.send(mail, AbortSignal.timeout(timeoutMs))
  if (delivery.outcome === 'sent') return delivery.answer
  throw new NotSent({ why: `${failed[delivery.outcome]} It said: ${delivery.answer}` })
}

const timeoutMs = 60_000

const failed = {
  refused: 'The mail server does not take the issue.',
  deferred: 'The mail server did not take the issue now.',
  unknown: 'The connection ended while the issue was on its way: it may have arrived, or not.',
}
