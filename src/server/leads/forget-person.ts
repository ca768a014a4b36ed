import type { Kysely } from 'kysely'
import { emailKey } from '../../lib/email-key.ts'
import { deleteLimit } from '../limits.ts'
import { deleteMailsTo } from '../mail/outbox.repository.ts'
import type { Tables } from '../tables.ts'
import { deleteLeads } from './lead.repository.ts'
import { receiptLimitKey } from './take-lead.ts'

/**
 * Deletes a person's requests, the mails about them and to the address, and the note that a receipt was sent.
 * @returns how many requests, and the mails whose files are to be removed
 */
export async function forgetPerson(
  tx: Kysely<Tables>,
  email: string,
  salt: string,
): Promise<{ leads: number; mailIds: string[] }> {
  const key = emailKey(email)
  await deleteLimit(tx, receiptLimitKey(key, salt))
  const { leads, mailIds } = await deleteLeads(tx, { email_key: key })
  return { leads, mailIds: [...mailIds, ...(await deleteMailsTo(tx, key))] }
}
