import type { ReadOf } from '../client.ts'

type Day = Pick<ReadOf<'today'>, 'mute' | 'mails' | 'issues' | 'lowDisk' | 'problems'>

/** What did not go as it should, a sentence each. */
export function failures({ mute, mails, issues, lowDisk, problems }: Day): string[] {
  const paused = issues.filter(({ state }) => state === 'paused')
  return [
    ...(mute ? [`No mail goes out: ${mute.because}.`] : []),
    ...(mails.failed > 0 ? [`${mails.failed.toLocaleString('en')} mails failed for good.`] : []),
    ...mails.refused.map(({ subject, to_address, last_error }) => `“${subject}” to ${to_address}: ${last_error ?? ''}`),
    ...paused.map(({ subject, paused_because }) => `“${subject}” is paused: ${paused_because ?? 'by you'}.`),
    ...(lowDisk ? [lowDisk] : []),
    ...problems,
  ]
}
