import type { MailAddress } from '../../../lib/mail/mail-address.ts'
import type { Brand } from '../../../lib/mail/mail-frame.ts'
import { noteWords } from '../../../lib/mail/note.ts'
import { counted } from '../../../lib/text/amounts.ts'
import type { NewMail } from '../../../server/mail/outbox.repository.ts'
import type { Report } from '../reading/report.ts'
import { weekLines } from './week-lines.ts'

export type WeekMailNeeds = { from: MailAddress; to: MailAddress; brand: Brand }

/** To the owner, who alone reads it; so its words are here and not in content/. */
export function weekMail(report: Report, { from, to, brand }: WeekMailNeeds): NewMail {
  const lines = weekLines(report)
  const subject = `The week from ${report.from}: ${counted(report.totals.visits, 'visit')}, ${counted(report.totals.requests, 'request')}`
  return {
    kind: 'week',
    about: undefined,
    from,
    to,
    ...noteWords({
      subject,
      preview: lines.map(([label, text]) => `${label}: ${text}`).join('. '),
      brand,
      parts: [
        { kind: 'heading', text: `The week from ${report.from} to ${report.to}` },
        // What a link calls its campaign is a stranger's word.
        { kind: 'quote', label: 'In five lines', facts: lines, text: '' },
        { kind: 'command', label: 'All of it, in pictures:', text: 'npm run studio -- desk' },
      ],
      foot: ['Off with weeklyMail: off in content/studio.yaml.'],
    }),
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
