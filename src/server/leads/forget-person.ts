import type { Kysely } from 'kysely'
import { emailKey } from '../../lib/email-key.ts'
import { deleteLimit } from '../limits.ts'
import { mailboxLimitKey } from '../mail/mail-room.ts'
import { deleteMailsTo } from '../mail/outbox.repository.ts'
import type { Tables } from '../tables.ts'
import { deleteLeads } from './lead.repository.ts'

/**
 * Deletes a person's requests, the mails about them and to the address, and the note that a mail was sent.
 * @returns how many requests, and the mails whose files are to be removed
 */
export async function forgetPerson(
  tx: Kysely<Tables>,
  email: string,
  salt: string,
): Promise<{ leads: number; mailIds: string[] }> {
  const key = emailKey(email)
  // The requests first, as whoever takes one: else PostgreSQL would end one of the two.
  const { leads, mailIds } = await deleteLeads(tx, { email_key: key })
  await deleteLimit(tx, mailboxLimitKey(key, salt))
  return { leads, mailIds: [...mailIds, ...(await deleteMailsTo(tx, key))] }
}
