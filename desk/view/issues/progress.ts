import type { ResultOf } from '../client.ts'
import { formatTime } from '../times.ts'

export type Status = NonNullable<ResultOf<'issue.status'>['status']>
type ProgressData = Pick<Status, 'state' | 'words' | 'created_at' | 'finished_at' | 'subscribers' | 'emails' | 'left'>

/** `1,102 of 1,992 (55%)`. Rounded down, so 100% means all. */
export function formatShare(count: number, total: number): string {
  const percent = total === 0 ? 0 : Math.floor((count / total) * 100)
  return `${count.toLocaleString('en')} of ${total.toLocaleString('en')} (${percent}%)`
}

/** An issue’s progress; a count of zero is null. */
export function progressFacts({ state, words, created_at, finished_at, subscribers, emails, left }: ProgressData) {
  const count = (number: number) => (number > 0 ? number.toLocaleString('en') : null)
  return [
    ['State', words],
    ['Started', formatTime(created_at)],
    ['Ended', finished_at === null ? null : formatTime(finished_at)],
    ['Delivered', formatShare(emails.sent, subscribers)],
    ['Waiting', count(emails.queued)],
    ['Sending', count(emails.sending)],
    ['Failed', count(emails.failed)],
    ['Unknown', count(emails.unknown)],
    [state === 'cancelled' ? 'Dropped' : 'Unsubscribed', count(left)],
  ] as const
}

type UndeliveredEmail = Status['wrong'][number]
export type UndeliveredGroup = { key: string; state: UndeliveredEmail['state']; answer: string; addresses: string[] }

export function groupByResponse(wrong: readonly UndeliveredEmail[]): UndeliveredGroup[] {
  const groups = new Map<string, UndeliveredGroup>()
  for (const { email, state, answer } of wrong) {
    const key = `${state} ${answer}`
    const group = groups.get(key) ?? { key, state, answer: answer ?? 'no answer', addresses: [] }
    group.addresses.push(email ?? '(erased)')
    groups.set(key, group)
  }
  return [...groups.values()].toSorted((one, other) => other.addresses.length - one.addresses.length)
}
