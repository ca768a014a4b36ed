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
  /** The view to fix it in. */
  href?: string
}

/** Everything that failed, a sentence each. */
export function failures({ stoppedAt, pause, emails, issues, lowDisk, problems }: Day): Failure[] {
  const paused = issues.filter(({ state }) => state === 'paused')
  return [
    ...(stoppedAt ? [{ text: `The site has been down since ${moment(stoppedAt)}.` }] : []),
    ...(pause ? [{ text: `Sending is paused: ${pause.because}.`, href: '/outbox?view=waiting' }] : []),
    ...(emails.failed > 0
      ? [{ text: `${counted(emails.failed, 'email')} failed permanently.`, href: '/outbox?view=failed' }]
      : []),
    ...emails.refused.map(({ id, subject, to_address, last_error }) => ({
      text: `“${subject}” to ${to_address}: ${last_error ?? ''}`,
      href: `/outbox/${id}?view=failed`,
    })),
    ...emails.deferred.map(({ id, subject, to_address, last_error }) => ({
      text: `“${subject}” to ${to_address} will be retried: ${last_error ?? ''}`,
      href: `/outbox/${id}?view=waiting`,
    })),
    ...paused.map(({ slug, subject, paused_because }) => ({
      text: `“${subject}” is paused: ${paused_because ?? 'by you'}.`,
      href: `/issues/${slug}`,
    })),
    ...[...(lowDisk ? [lowDisk] : []), ...problems].map((text) => ({ text })),
  ]
}
