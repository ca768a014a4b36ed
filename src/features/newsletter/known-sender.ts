import type { Kysely } from 'kysely'
import type { Tables } from '../../../migrations/tables.ts'
import type { MailAddress } from '../../lib/mail/mail-address.ts'
import { confirmationKind } from './newsletter.email.ts'

/** Whose newsletter the readers have, as far as they were told: the last issue's sender, or the first confirmation's. */
export async function findKnownSender(db: Kysely<Tables>): Promise<MailAddress | undefined> {
  const sender = ['from_name as name', 'from_address as address'] as const
  const issue = db.selectFrom('issues').select(sender).where('state', '!=', 'cancelled').orderBy('created_at', 'desc')
  const mail = db.selectFrom('outbox').select(sender).where('kind', '=', confirmationKind).orderBy('created_at')
  return (await issue.limit(1).executeTakeFirst()) ?? (await mail.limit(1).executeTakeFirst())
}
