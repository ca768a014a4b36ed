import type { IssueStatus } from '../../src/features/newsletter/issue/issue-status.ts'
import { counted, until } from '../../src/lib/text/amounts.ts'
import { minuteOf } from '../../src/lib/text/time-text.ts'
import { mailsPerMinute } from '../../src/limits.ts'
import type { Mute } from '../../src/server/mail/mute.ts'
import { studioCommand } from '../command.ts'
import { sanitize, style } from '../terminal/terminal.ts'

export const stateWords = {
  sending: 'going out',
  paused: 'waits for you',
  done: 'done',
  cancelled: 'canceled',
} satisfies Record<IssueStatus['state'], string>

export function statusLines(status: IssueStatus, now: number): string {
  const { mails, readers, left } = status
  const waiting = mails.queued + mails.sending
  const count = (number: number) => number.toLocaleString('en')
  const rest = status.state === 'cancelled' ? 'Left out' : 'Left the list'
  const facts: [string, string | false][] = [
    ['Subject', sanitize(status.subject)],
    ['Sent off', minuteOf(status.created_at)],
    ['State', stateOf(status)],
    ['Readers', count(readers)],
    ['Got it', `${count(mails.sent)}${readers > 0 ? ` (${Math.floor((mails.sent / readers) * 100)} %)` : ''}`],
    ['Waiting', waiting > 0 && `${count(mails.queued)}, and ${count(mails.sending)} under way`],
    ['Failed', count(mails.failed)],
    ['Unknown', count(mails.unknown)],
    [rest, count(left)],
    ['Next mail', status.state === 'sending' && status.next_at > now + 1_000 && until(status.next_at, now)],
  ]
  const shown = facts.filter(([, value]) => value !== false)
  if (!process.stdout.isTTY) return shown.map(([label, value]) => `${label}\t${value}\n`).join('')
  const width = Math.max(...shown.map(([label]) => label.length))
  return shown.map(([label, value]) => `${style('dim', label.padEnd(width))}  ${value}\n`).join('')
}

function stateOf({ state, msToGo, finished_at }: IssueStatus): string {
  const words = stateWords[state]
  if (msToGo !== undefined) return `${words}, ${mailsPerMinute} a minute, ${duration(msToGo)} to go`
  if (state === 'paused') return words
  return finished_at === null ? `${words}; a mail is still under way` : `${words} at ${minuteOf(finished_at)}`
}

export function statusNotes(status: IssueStatus, muted: Mute | undefined, now: number): string[] {
  const { slug, state, paused_because, deferrals, next_at, mails, isSilent, retryable, lastDeferral } = status
  const isOpen = state === 'sending' || state === 'paused'
  const said = lastDeferral === null ? '' : ` (${sanitize(lastDeferral)})`
  const gone = mails.failed - retryable.failed
  const notes = [
    isOpen &&
      muted !== undefined &&
      `This database sends nothing: ${sanitize(muted.because)}. To change that: ${studioCommand('mail unmute')}`,
    state === 'paused' &&
      `It waits for you: ${sanitize(paused_because ?? '')}. To go on: ${studioCommand(`issue resume ${slug}`)}`,
    state === 'sending' &&
      deferrals > 0 &&
      next_at > now &&
      `The mail server makes trouble${said}: the next try is ${until(next_at, now)}.`,
    isSilent && muted === undefined && `Nothing has moved since ${minuteOf(next_at)}: is the site running (npm start)?`,
    retryable.unknown > 0 &&
      `Unknown ones were in transmission when the connection or the program ended. They may have arrived; they are sent again only if you say so: ${studioCommand(`issue retry ${slug} --unknown`)}`,
    retryable.failed > 0 && `To try those again that have failed: ${studioCommand(`issue retry ${slug} --failed`)}`,
    gone > 0 &&
      `${counted(gone, 'failed one')} ${gone === 1 ? 'is' : 'are'} off the list: dead addresses, or readers who have left since.`,
  ]
  return notes.filter((note) => note !== false)
}

export function duration(ms: number): string {
  const minutes = ms / 60_000
  if (minutes < 1) return 'less than a minute'
  if (minutes < 90) return `about ${Math.round(minutes)} min`
  const hours = minutes / 60
  return hours < 48 ? `about ${Math.round(hours)} h` : `about ${Math.round(hours / 24)} days`
}
