import { counted } from '../../../platform/text/amounts.ts'
import type { ResultOf } from '../client.ts'
import { moment } from '../times.ts'

type Today = ResultOf<'overview.show'>
type Refused = Pick<Today['mails']['refused'][number], 'id' | 'subject' | 'to_address' | 'last_error'>
type Day = Pick<Today, 'stoppedAt' | 'mute' | 'issues' | 'lowDisk' | 'problems'> & {
  mails: { failed: number; refused: Refused[]; deferred: Refused[] }
}

type Failure = {
  text: string
  /** Where on the desk it is dealt with. */
  href?: string
}

/** What did not go as it should, a sentence each. */
export function failures({ stoppedAt, mute, mails, issues, lowDisk, problems }: Day): Failure[] {
  const paused = issues.filter(({ state }) => state === 'paused')
  return [
    ...(stoppedAt ? [{ text: `The site does not run, since ${moment(stoppedAt)}.` }] : []),
    ...(mute ? [{ text: `No mail goes out: ${mute.because}.`, href: '/mails?view=waiting' }] : []),
    ...(mails.failed > 0
      ? [{ text: `${counted(mails.failed, 'mail')} failed for good.`, href: '/mails?view=failed' }]
      : []),
    ...mails.refused.map(({ id, subject, to_address, last_error }) => ({
      text: `“${subject}” to ${to_address}: ${last_error ?? ''}`,
      href: `/mails/${id}?view=failed`,
    })),
    ...mails.deferred.map(({ id, subject, to_address, last_error }) => ({
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
