import type { Kysely } from 'kysely'
import type { CallRow, LeadRow, Tables } from '../../migrations/tables.ts'
import type { Calls } from '../../platform/content/calls.ts'
import type { MailTexts } from '../../platform/content/mail.ts'
import type { Brand } from '../../platform/email/layout.ts'
import type { MailAddress } from '../../platform/email/mail-address.ts'
import { enqueue, type MailComposer, type MailComposers } from '../../platform/email/outbox-store.ts'
import { readLead } from '../leads/lead.repository.ts'
import { type MailDeps, tellOwner, toOwner } from '../leads/lead-mails.ts'
import { callForOwner, callForVisitor } from './call.email.ts'
import { findCall } from './call.repository.ts'

const callNews = ['confirm', 'booked', 'moved', 'cancelled', 'reminder'] as const
export type CallNews = (typeof callNews)[number]

export type CallMailSettings = {
  calls: Calls
  texts: MailTexts
  ownerBrand: Brand
  mail: { from: MailAddress; leadsTo: MailAddress }
  siteUrl: string
  linkKey: string
}

/** @property call as it is told of: its mails are no older than its last change, whatever the clock says */
type Told = { call: Pick<CallRow, 'changed_at'>; lead: LeadRow; news: CallNews }

/** In the transaction that changes the call, and before a limit of its mailbox is counted: so everywhere. */
export async function notifyOwner(tx: Kysely<Tables>, deps: MailDeps, told: Told, now: number): Promise<void> {
  const { call, lead, news } = told
  const [kind, at] = [ownerKind(news), Math.max(now, call.changed_at)]
  if (news !== 'reminder') return await tellOwner(tx, deps, { lead, outcome: 'new' }, at, kind)
  // No flood of leads puts a reminder into a digest.
  await enqueue(tx, { kind, about: lead.reference, ...toOwner(deps) }, at, now)
}

export async function notifyVisitor(tx: Kysely<Tables>, deps: MailDeps, told: Told, now: number): Promise<void> {
  const { call, lead, news } = told
  const to = { name: '', address: lead.email }
  const mail = { ...toOwner(deps), kind: visitorKind(news), about: lead.reference, to }
  await enqueue(tx, mail, Math.max(now, call.changed_at), now)
}

function visitorKind(news: CallNews): string {
  return `call-${news}`
}

function ownerKind(news: CallNews): string {
  return `call-${news}-owner`
}

/** Each tells of the call as it is; one that a later change has overtaken is not sent any more. */
export function callMails(settings: () => CallMailSettings, now: () => number): MailComposers {
  const compose =
    (news: CallNews, words: typeof callForVisitor): MailComposer =>
    async (db, { about, created_at }) => {
      const [call, lead] = about === null ? [] : [await findCall(db, about), await readLead(db, about)]
      if (call === undefined || lead === undefined || created_at < call.changed_at) return undefined
      if (news === 'reminder' && (call.state !== 'booked' || call.starts_at <= now())) return undefined
      return words(news, { call, lead }, settings())
    }
  return Object.fromEntries(
    callNews.flatMap((news) => [
      [visitorKind(news), compose(news, callForVisitor)],
      [ownerKind(news), compose(news, callForOwner)],
    ]),
  )
}
