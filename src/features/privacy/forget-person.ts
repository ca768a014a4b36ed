import type { Kysely } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import { emailKey } from '../../lib/mail/mail-address.ts'
import { deleteLimit } from '../../server/limits/limits.ts'
import { mailboxLimitKey } from '../../server/mail/mail-room.ts'
import { deleteMailsTo } from '../../server/mail/outbox.repository.ts'
import { deleteLeads } from '../leads/lead.repository.ts'

/** The files of the mails are the caller's to remove. */
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
