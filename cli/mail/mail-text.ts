import type { MailState } from '../../migrations/tables.ts'
import type { ListedMail, MailFate } from '../../src/server/mail/mail-desk.repository.ts'
import { counted } from '../counted.ts'
import { isoTime } from '../iso-time.ts'
import { since, until } from '../since.ts'
import type { Cell } from '../terminal/table.ts'

/** Long enough to tell one mail from all others, and short enough to be typed. */
export const shortIdLength = 8

/** A mail as other programs get it. */
export function mailRecord(mail: ListedMail) {
  return {
    id: mail.id,
    kind: mail.kind,
    request: mail.about,
    from: { name: mail.from_name, address: mail.from_address },
    to: { name: mail.to_name, address: mail.to_address },
    replyTo: mail.reply_to_address === null ? null : { name: mail.reply_to_name ?? '', address: mail.reply_to_address },
    subject: mail.subject,
    messageId: mail.message_id,
    state: mail.state,
    attempts: mail.attempts,
    createdAt: isoTime(mail.created_at),
    nextTryAt: mail.state === 'queued' ? isoTime(mail.due_at) : null,
    sentAt: isoTime(mail.sent_at),
    answer: mail.last_error,
  }
}

const colours = { queued: 'yellow', sending: 'yellow', sent: 'green', failed: 'red' } as const

export function stateCell(state: MailState): Cell {
  return { text: state === 'queued' ? 'waiting' : state, style: colours[state] }
}

/** What became of a mail, or will. */
export function fateOf({ state, attempts, due_at, last_error, sent_at }: MailFate, now: number): string {
  const words = last_error === null ? '' : `: ${last_error}`
  if (state === 'sent') return `${since(sent_at ?? now, now)} ago`
  if (state === 'failed') return `after ${counted(attempts, 'try', 'tries')}${words}`
  if (state === 'sending') return 'on its way just now'
  return attempts === 0 ? until(due_at, now) : `tried ${attempts}×, again ${until(due_at, now)}${words}`
}
