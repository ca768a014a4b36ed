import type { MailAddress } from '../../lib/mail-address.ts'
import { minuteOf } from '../../lib/time-text.ts'
import type { NewMail } from '../mail/outbox.repository.ts'

/** To the owner, who alone reads it; so its words stand here and not in content/. */
export function backupFailedMail(
  { problem, lastAt }: { problem: string; lastAt: number | undefined },
  { from, leadsTo }: { from: MailAddress; leadsTo: MailAddress },
): NewMail {
  const last = lastAt === undefined ? 'There is none yet.' : `The last one is of ${minuteOf(lastAt)}.`
  return {
    kind: 'backup-failed',
    leadReference: undefined,
    from,
    to: leadsTo,
    subject: 'The nightly backup could not be made',
    text: `The site runs, but its nightly backup could not be made:\n\n${problem}\n\n${last}\n\nIt is tried again every hour once the last one is older than a day and two hours. This command tries it at once:\n\n    npm run studio -- backup\n`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
