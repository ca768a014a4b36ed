import type { Db, LeadRow } from '../../migrations/tables.ts'
import { Refusal } from '../../platform/actions.ts'
import { tryRead } from '../../platform/content/files/content-error.ts'
import { fillReply } from '../../platform/content/replies.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import type { EmailAddress } from '../../platform/email/address.ts'
import { deleteUntried, enqueue } from '../../platform/email/outbox/store.ts'
import { oneLine } from '../../platform/text/clean-text.ts'
import { dedupeWindowMs } from './accept-lead.ts'
import { lockLead, updateLead } from './store.ts'
import { hasFailedReply, isLead } from './waiting.ts'

/** How long a reply waits in the outbox, so the owner can undo it. */
export const undoMs = 10_000

export const maxReplyLength = 20_000

type Reply = { reference: string; text: string; from: EmailAddress }

/**
 * Queues a reply and marks the lead as answered. Ignores the same text within an hour, unless the first reply failed.
 * @returns undefined for an unknown lead @throws Refusal for spam
 */
export async function queueReply(tx: Db, { reference, text, from }: Reply, now: number) {
  const lead = await lockLead(tx, reference)
  if (lead === undefined) return undefined
  const known = await findReply(tx, { reference, text, since: now - dedupeWindowMs })
  if (known !== undefined) return { id: known.id, to: lead.email }
  if (lead.status === 'spam')
    throw new Refusal(`${reference} is marked as spam. Mark it as not spam before you reply.`, {
      label: 'To do that',
      command: `leads mark ${reference} ham`,
    })
  const to = { name: '', address: lead.email }
  const id = await enqueue(tx, { kind: 'reply', about: reference, from, to, subject: '', text }, now, now + undoMs)
  const isFirst = lead.answered_at === null || (await isLead(tx, reference, hasFailedReply))
  if (isFirst) await updateLead(tx, reference, { answered_at: now })
  return { id, to: lead.email }
}

async function findReply(tx: Db, { reference, text, since }: { reference: string; text: string; since: number }) {
  const replies = tx.selectFrom('outbox').select('id').where('about', '=', reference).where('kind', '=', 'reply')
  const same = replies.where('text', '=', text).where('state', '!=', 'failed').where('created_at', '>', since)
  return await same.executeTakeFirst()
}

/** Deletes an untried reply. @param answered_at the lead's previous value @throws Refusal if it was tried */
export async function undoReply(
  tx: Db,
  { id, reference, answered_at }: Pick<LeadRow, 'reference' | 'answered_at'> & { id: string },
): Promise<void> {
  await lockLead(tx, reference)
  if (!(await deleteUntried(tx, { id, kind: 'reply', about: reference })))
    throw new Refusal('Too late to undo. The reply has already left.')
  await updateLead(tx, reference, { answered_at })
}

/** Returns data for writing a reply: a greeting, templates, and the calls page's URL. */
export function replyHelp(fullName: string, siteUrl: string) {
  const { replies, calls } = tryRead(siteContent) ?? {}
  const name = firstNameOf(fullName)
  const values = { name: name ?? '', callPage: `${siteUrl}/call` }
  if (replies === undefined) return { greeting: '', templates: [], callLink: null }
  return {
    greeting: fillReply(name === undefined ? replies.greetingWithoutName : replies.greeting, values),
    templates: replies.templates.map(({ title, text }) => ({ title, text: fillReply(text, values) })),
    callLink: calls === undefined ? null : values.callPage,
  }
}

const title = /^(?:mrs?|ms|miss|mx|dr|prof|sir|herr|frau)\.?$/i
const nameWord = /^[\p{L}\p{M}][\p{L}\p{M}'’-]{0,39}$/u

/** The first name for a greeting, in any script. Use it only in text the owner reads before sending. */
export function firstNameOf(name: string): string | undefined {
  const [first] = oneLine(name)
    .slice(0, 100)
    .split(' ')
    .filter((word) => !title.test(word))
  return first !== undefined && nameWord.test(first) ? first : undefined
}
