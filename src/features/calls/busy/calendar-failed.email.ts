import type { MailAddress } from '../../../lib/mail/mail-address.ts'
import type { Brand } from '../../../lib/mail/mail-frame.ts'
import { noteWords } from '../../../lib/mail/note.ts'
import { minuteOf } from '../../../lib/text/time-text.ts'
import type { NewMail } from '../../../server/mail/outbox.repository.ts'

type Failure = { name: string; problem: string; since: number; until: number }

/** To the owner, who alone reads it; so its words are here and not in content/. */
export function calendarFailedMail(
  { name, problem, since, until }: Failure,
  { mail, brand }: { mail: { from: MailAddress; leadsTo: MailAddress }; brand: Brand },
): NewMail {
  const subject = 'A calendar of yours can’t be read'
  const what =
    until === 0
      ? 'It was never read, so nobody can book a call: every time counts as taken.'
      : `Calls can be booked as ever. What it said last counts, until ${minuteOf(until)}.`
  return {
    kind: 'calendar-failed',
    about: undefined,
    from: mail.from,
    to: mail.leadsTo,
    ...noteWords({
      subject,
      preview: what,
      brand,
      parts: [
        { kind: 'heading', text: subject },
        { kind: 'line', text: `Since ${minuteOf(since)} ${name} of CALENDAR_URLS has not been read. ${what}` },
        { kind: 'quote', label: 'What went wrong', text: problem },
        { kind: 'command', label: 'This tries it at once:', text: 'npm run studio -- doctor' },
      ],
      foot: ['It is tried every five minutes. There is one mail, however long it lasts.'],
    }),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
