import type { IssueStatus } from '../../src/features/newsletter/issue/issue-status.ts'
import { type StatusNote, stateText } from '../../src/features/newsletter/issue/status-words.ts'
import { until } from '../../src/lib/text/amounts.ts'
import { minuteOf } from '../../src/lib/text/time-text.ts'
import { studioCommand } from '../command.ts'
import { sanitize, style } from '../terminal/terminal.ts'

export function statusLines(status: IssueStatus, now: number): string {
  const { mails, readers, left } = status
  const waiting = mails.queued + mails.sending
  const count = (number: number) => number.toLocaleString('en')
  const rest = status.state === 'cancelled' ? 'Left out' : 'Left the list'
  const facts: [string, string | false][] = [
    ['Subject', sanitize(status.subject)],
    ['Sent off', minuteOf(status.created_at)],
    ['State', `${stateText(status)}${status.finished_at === null ? '' : ` at ${minuteOf(status.finished_at)}`}`],
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

export function noteLine({ text, fix }: StatusNote): string {
  return `${sanitize(text)}${fix ? ` ${fix.label}: ${studioCommand(fix.command)}` : ''}`
}
