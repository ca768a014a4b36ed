import { ownerBrand } from '../../platform/content/email-sender.ts'
import { Command, EmailLayout, Quote, renderEmail } from '../../platform/email/layout/EmailLayout.tsx'
import type { NewEmail } from '../../platform/email/outbox/store.ts'
import { formatMinute } from '../../platform/text/time-text.ts'
import type { Context } from '../context.ts'
import { storedEmailType } from '../email-type.ts'
import { toOwner } from '../leads/notify.ts'

export const backupEmails = [storedEmailType({ kind: 'backup-failed', name: 'backup alert', to: 'owner' })]

/** Alerts the owner. Visitors don't see this email, so its copy isn't in content/. */
export function backupFailedEmail(
  { problem, lastAt }: { problem: string; lastAt: number | undefined },
  context: Context,
): NewEmail {
  const last = lastAt === undefined ? 'There are no backups yet.' : `The last backup is from ${formatMinute(lastAt)}.`
  const rendered = renderEmail(
    <EmailLayout
      subject="The nightly backup failed"
      preview={last}
      brand={ownerBrand(context.environment.siteUrl)}
      foot={['Once the last backup is 26 hours old, the site retries every hour.']}
    >
      <p>The site is still running and storing leads.</p>
      <Quote label="Error" text={problem} />
      <p>{last}</p>
      <Command label="To try again now:" text="npm run studio -- backup" />
    </EmailLayout>,
  )
  return { kind: 'backup-failed', ...toOwner(context), ...rendered }
}
