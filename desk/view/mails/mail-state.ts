import type { ReadOf } from '../client.ts'
import { moment } from '../times.ts'

type Mail = Pick<ReadOf<'mails'>['mails'][number], 'state' | 'attempts' | 'sent_at' | 'due_at' | 'last_error'>

export function mailState({ state, attempts, sent_at, due_at, last_error }: Mail): string {
  const reason = last_error === null ? '' : `: ${last_error}`
  if (state === 'sent') return `sent ${moment(sent_at ?? 0)}`
  if (state === 'failed') return `failed for good after ${attempts} ${attempts === 1 ? 'try' : 'tries'}${reason}`
  return attempts === 0 ? 'waits' : `tried ${attempts}×, again ${moment(due_at)}${reason}`
}
