import type { Db } from '../../migrations/tables.ts'
import { Refusal } from '../../platform/actions.ts'
import { emailKey, mailboxKey } from '../../platform/email/address.ts'
import { redirectEmails } from '../../platform/email/outbox/store.ts'
import { formatMinute } from '../../platform/text/time-text.ts'
import { assertNoOtherCall, findCall, NotBooked, updateCall } from '../calls/store.ts'
import type { Context } from '../context.ts'
import { maxNoteLength } from '../leads/mark-lead.ts'
import { lockLead, updateLead } from '../leads/store.ts'
import { findSuppressed, suppressionHash } from '../newsletter/suppressions.ts'

type FailedEmail = { state: string; batch: string | null; about: string | null; to_address: string }

/** Corrects a lead's address after an email failed, and redirects the lead's unsent emails. @throws Refusal */
export async function fixAddress(tx: Db, email: FailedEmail, to: string, { salt, now }: Context) {
  const lead = email.about === null ? undefined : await lockLead(tx, email.about)
  if (email.state !== 'failed') throw new Refusal('You can only correct the address of a failed email.')
  if (email.batch !== null) throw new Refusal('An issue only goes to subscribers. They can subscribe again.')
  if (lead === undefined || emailKey(email.to_address) !== lead.email_key)
    throw new Refusal('You can only correct the address of an email to a lead.')
  if (lead.status === 'spam') throw new Refusal('This lead is marked as spam, so it gets no email.')
  const key = emailKey(to)
  if (key === lead.email_key) throw new Refusal('That’s the address it already has.')
  if ((await findSuppressed(tx, [suppressionHash(key, salt)])).size > 0)
    throw new Refusal('This address opted out of your emails or doesn’t exist.')
  await moveMailbox(tx, lead.reference, to)
  const trace = `${formatMinute(now())}: email address corrected, was ${lead.email}`
  const note = [lead.note, trace].filter(Boolean).join('\n').slice(-maxNoteLength)
  await updateLead(tx, lead.reference, { email: to, email_key: key, note })
  await redirectEmails(tx, lead.reference, { from: email.to_address, to })
  return lead
}

/** Moves a lead's upcoming call to the new address. @throws Refusal if that mailbox has another upcoming call */
async function moveMailbox(tx: Db, reference: string, to: string): Promise<void> {
  const call = await findCall(tx, reference)
  const openKey = mailboxKey(to)
  if (call === undefined || call.open_key === null || call.open_key === openKey) return
  await assertNoOtherCall(tx, openKey).catch((error: unknown) => {
    throw error instanceof NotBooked ? new Refusal('This address already has another upcoming call.') : error
  })
  await updateCall(tx, reference, { open_key: openKey })
}
