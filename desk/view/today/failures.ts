import { counted } from '../../../platform/text/amounts.ts'
import type { ResultOf } from '../client.ts'
import { moment } from '../times.ts'

type Today = ResultOf<'overview.show'>
type Refused = Pick<Today['emails']['refused'][number], 'id' | 'subject' | 'to_address' | 'last_error'>
type Day = Pick<Today, 'stoppedAt' | 'pause' | 'issues' | 'lowDisk' | 'problems'> & {
  emails: { failed: number; refused: Refused[]; deferred: Refused[] }
}

type Failure = {
  text: string
  /** Where on the desk it is dealt with. */
  href?: string
}

/** What did not go as it should, a sentence each. */
export function failures({ stoppedAt, pause, emails, issues, lowDisk, problems }: Day): Failure[] {
  const paused = issues.filter(({ state }) => state === 'paused')
  return [
    ...(stoppedAt ? [{ text: `The site does not run, since ${moment(stoppedAt)}.` }] : []),
    ...(pause ? [{ text: `No mail goes out: ${pause.because}.`, href: '/mails?view=waiting' }] : []),
    ...(emails.failed > 0
      ? [{ text: `${counted(emails.failed, 'mail')} failed for good.`, href: '/mails?view=failed' }]
      : []),
    ...emails.refused.map(({ id, subject, to_address, last_error }) => ({
      text: `“${subject}” to ${to_address}: ${last_error ?? ''}`,
      href: `/mails/${id}?view=failed`,
    })),
    ...emails.deferred.map(({ id, subject, to_address, last_error }) => ({
      text: `“${subject}” to ${to_address} will be tried again: ${last_error ?? ''}`,
      href: `/mails/${id}?view=waiting`,
    })),
    ...paused.map(({ slug, subject, paused_because }) => ({
      text: `“${subject}” is paused: ${paused_because ?? 'by you'}.`,
      href: `/issues/${slug}`,
    })),
    ...[...(lowDisk ? [lowDisk] : []), ...problems].map((text) => ({ text })),
  ]
}
