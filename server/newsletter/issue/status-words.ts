import type { IssueState } from '../../../migrations/tables.ts'
import type { Mute } from '../../../platform/email/mute.ts'
import { defaultLimits } from '../../../platform/limits/limits.ts'
import { counted, until } from '../../../platform/text/amounts.ts'
import { minuteOf } from '../../../platform/text/time-text.ts'
import type { IssueStatus } from './issue-status.ts'

export const stateWords = {
  sending: 'going out',
  paused: 'waits for you',
  done: 'done',
  cancelled: 'canceled',
} satisfies Record<IssueState, string>

/** Why there is nothing to pause, resume or cancel. */
export function nothingGoes(slug: string, before: IssueState | 'unknown'): string {
  return before === 'unknown' ? `${slug} was never sent.` : `${slug} is ${stateWords[before]}: nothing is going out.`
}

/** Why nothing is sent again. */
export function noRetry(slug: string, outcome: 'cancelled' | 'unknown' | 'nothing'): string {
  return outcome === 'cancelled'
    ? `${slug} is canceled: nothing of it is sent any more.`
    : `No such mail of ${slug} is left, of a reader who is still on the list.`
}

/** `going out, 120 a minute, about 7 min to go`. */
export function stateText({ state, msToGo, finished_at }: IssueStatus): string {
  const words = stateWords[state]
  if (msToGo !== undefined) return `${words}, ${defaultLimits.mailsPerMinute} a minute, ${duration(msToGo)} to go`
  return finished_at === null && state !== 'paused' ? `${words}; a mail is still under way` : words
}

export function timeFor(mails: number): string {
  return duration((Math.max(0, mails - 1) * 60_000) / defaultLimits.mailsPerMinute)
}

function duration(ms: number): string {
  const minutes = ms / 60_000
  if (minutes < 1) return 'less than a minute'
  if (minutes < 90) return `about ${Math.round(minutes)} min`
  const hours = minutes / 60
  return hours < 48 ? `about ${Math.round(hours)} h` : `about ${Math.round(hours / 24)} days`
}

/** What is so, and the command that would change it. */
export type StatusNote = { text: string; fix?: { label: string; command: string } }

export function statusNotes(status: IssueStatus, muted: Mute | undefined, now: number): StatusNote[] {
  const { slug, state, paused_because, deferrals, next_at, mails, isSilent, retryable, lastDeferral } = status
  const isOpen = state === 'sending' || state === 'paused'
  const said = lastDeferral === null ? '' : ` (${lastDeferral})`
  const gone = mails.failed - retryable.failed
  const notes: (StatusNote | false)[] = [
    isOpen &&
      muted !== undefined && {
        text: `This database sends nothing: ${muted.because}.`,
        fix: { label: 'To change that', command: 'mail unmute' },
      },
    state === 'paused' && {
      text: `It waits for you: ${paused_because ?? ''}.`,
      fix: { label: 'To go on', command: `issue resume ${slug}` },
    },
    state === 'sending' &&
      deferrals > 0 &&
      next_at > now && { text: `The mail server makes trouble${said}: the next try is ${until(next_at, now)}.` },
    isSilent &&
      muted === undefined && {
        text: `Nothing has moved since ${minuteOf(next_at)}: is the site running (npm start)?`,
      },
    retryable.unknown > 0 && {
      text: 'Unknown ones were in transmission when the connection or the program ended. They may have arrived.',
      fix: { label: 'They are sent again only if you say so', command: `issue retry ${slug} --unknown` },
    },
    retryable.failed > 0 && {
      text: `${retryable.failed.toLocaleString('en')} that failed can be tried again.`,
      fix: { label: 'To do so', command: `issue retry ${slug} --failed` },
    },
    gone > 0 && {
      text: `${counted(gone, 'failed one')} ${gone === 1 ? 'is' : 'are'} off the list: dead addresses, or readers who have left since.`,
    },
  ]
  return notes.filter((note) => note !== false)
}
