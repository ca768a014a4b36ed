import { longestRetryPauseMs, retryPausesMs } from '../../../server/mail/retry-pauses.ts'

const hourMs = 3_600_000

/** What was lost to timers and commits is made up for within this time only: an issue never comes in bursts. */
const slackMs = 250
/** A process that lives moves an issue on, or into the future; one whose time is longer past was off, or is a copy. */
const staleAfterMs = hourMs
const longestPauseMs = hourMs
/** Nothing is put off for longer: what is due later than this was written by a clock that has been set back. */
const latestMs = longestRetryPauseMs + hourMs
/** Longer than the pace alone puts anything off. */
const latestByPaceMs = 5 * 60_000
/** So many in a row, whatever the addresses, speak of the sender: the rest of the list must not be burnt on it. */
export const mostRefusals = 10

export function isStale(nextAt: number, now: number): boolean {
  return now - nextAt > staleAfterMs
}

/** @param deferrals where there are none, the mail server has asked for no pause */
export function isFromAnotherClock(nextAt: number, now: number, deferrals: number): boolean {
  return nextAt - now > (deferrals === 0 ? latestByPaceMs : latestMs)
}

/** How many mails may go now, and when the next one may once that many have gone: in whole ms, as exact as some 10,000 a minute need. */
export function allowance(
  nextAt: number,
  now: number,
  mailsPerMinute: number,
): { most: number; after: (count: number) => number } {
  const intervalMs = 60_000 / mailsPerMinute
  const from = Math.max(nextAt, now - slackMs)
  return {
    most: from > now ? 0 : Math.floor((now - from) / intervalMs) + 1,
    after: (count) => Math.round(from + count * intervalMs),
  }
}

/** How long everything waits after the mail server has not taken a mail for the nth time in a row: up to an hour. */
export function pauseMs(deferrals: number): number {
  return Math.min(retryPausesMs[deferrals - 1] ?? longestPauseMs, longestPauseMs)
}
