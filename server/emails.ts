import type { Db } from '../migrations/tables.ts'
import { emailAddresses } from '../platform/content/email-sender.ts'
import { tryRead } from '../platform/content/files/content-error.ts'
import { siteContent } from '../platform/content/site-content.ts'
import type { EmailRow, RenderedEmail } from '../platform/email/outbox/store.ts'
import { backupEmails } from './backup/emails.tsx'
import { callEmails } from './calls/emails.tsx'
import type { Context } from './context.ts'
import { leadEmails } from './leads/emails.ts'
import { newsletterEmails } from './newsletter/emails.tsx'
import { issueEmails } from './newsletter/issues/emails.ts'
import { weekEmails } from './overview/week-email.tsx'

/** All email types. Each feature lists its own next to their views. */
export const emails = [
  ...leadEmails,
  ...callEmails,
  ...newsletterEmails,
  ...issueEmails,
  ...weekEmails,
  ...backupEmails,
]

/** Returns an email's name for the desk. Emails from older versions can have other kinds. */
export function nameOfEmail(kind: string): string {
  return emails.find((type) => type.kind === kind)?.name ?? kind.replaceAll('-', ' ')
}

/** @returns undefined if the email is no longer needed @throws Postponed */
export async function renderEmail(db: Db, row: EmailRow, context: Context): Promise<RenderedEmail | undefined> {
  const type = emails.find(({ kind }) => kind === row.kind)
  if (type === undefined) throw new Error(`unknown kind of email: ${row.kind}`)
  const email = await type.render(db, row, context)
  return email && { ...currentAddresses(type.to, context), ...email }
}

/** Replaces the stored addresses because content/ can change after an email is queued, for example in `studio begin`. */
function currentAddresses(to: 'owner' | 'lead' | 'subscriber', { environment }: Context): Partial<RenderedEmail> {
  const studio = tryRead(siteContent)?.studio
  if (studio === undefined) return {}
  const { from, leadsTo } = emailAddresses(environment, studio)
  return to === 'owner' ? { from, to: leadsTo } : { from }
}
