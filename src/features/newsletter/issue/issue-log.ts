import type { IssueRow } from '../../../../migrations/tables.ts'
import { isoTime } from '../../../lib/text/time-text.ts'
import { issueMessageId } from './issue-mail.ts'
import type { IssueMail } from './issue-status.ts'

/** Who got an issue and who did not, with what the mail server said. */
export const logColumns = ['email', 'state', 'at', 'attempts', 'answer', 'messageId'] as const

export function logRecord({ email, state, at, attempts, answer, subscriberId }: IssueMail, issue: IssueRow) {
  return { email, state, at: isoTime(at), attempts, answer, messageId: issueMessageId(issue, subscriberId) }
}
