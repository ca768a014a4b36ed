import type { Kysely } from 'kysely'
import { emailKey } from '../../lib/email-key.ts'
import { deleteLimit, limitKey } from '../limits.ts'
import type { Tables } from '../tables.ts'
import { deleteByEmail } from './lead.repository.ts'

/**
 * Deletes a person's requests, the mails about them and the note that a receipt was sent.
 * @returns how many requests, and the mails whose files are to be removed
 */
export async function forgetPerson(
  tx: Kysely<Tables>,
  email: string,
  salt: string,
): Promise<{ leads: number; mailIds: string[] }> {
  const key = emailKey(email)
  await deleteLimit(tx, limitKey('receipt', key, salt))
  return await deleteByEmail(tx, key)
}
