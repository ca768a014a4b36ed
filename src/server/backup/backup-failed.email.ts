import type { MailAddress } from '../../lib/mail/mail-address.ts'
import type { Brand } from '../../lib/mail/mail-frame.ts'
import { noteWords } from '../../lib/mail/note.ts'
import { minuteOf } from '../../lib/text/time-text.ts'
import type { NewMail } from '../mail/outbox.repository.ts'

/** To the owner, who alone reads it; so its words are here and not in content/. */
export function backupFailedMail(
  { problem, lastAt }: { problem: string; lastAt: number | undefined },
  { from, to, brand }: { from: MailAddress; to: MailAddress; brand: Brand },
): NewMail {
  const subject = 'The nightly backup could not be made'
  const last = lastAt === undefined ? 'There is none yet.' : `The last one is of ${minuteOf(lastAt)}.`
  return {
    kind: 'backup-failed',
    about: undefined,
    from,
    to,
    ...noteWords({
      subject,
      preview: last,
      brand,
      parts: [
        { kind: 'heading', text: subject },
        { kind: 'line', text: 'The site runs, and takes requests as ever.' },
        { kind: 'quote', label: 'What the backup said', text: problem },
        { kind: 'line', text: last },
        { kind: 'command', label: 'This tries it at once:', text: 'npm run studio -- backup' },
      ],
      foot: ['It is tried again every hour once the last one is older than a day and two hours.'],
    }),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
