import type { ReadOf } from '../client.ts'
import { callMoment } from '../times.ts'

type Person = ReadOf<'person'>
type Kept = Pick<Person['kept'], 'requests' | 'mails' | 'subscription' | 'issues' | 'mentionedIn'>

/** What is kept of a person, in numbers; undefined where nothing is. */
export function countsOf({ requests, mails, subscription, issues, mentionedIn }: Kept): string | undefined {
  const counts = [
    counted(requests.length, 'request', 'requests'),
    counted(mails.length, 'mail', 'mails'),
    subscription === null ? [] : 'a subscription',
    counted(issues.length, 'issue sent', 'issues sent'),
    counted(mentionedIn.length, 'request of others that names them', 'requests of others that name them'),
  ].flat()
  return counts.length === 0 ? undefined : counts.join(', ')
}

function counted(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${count.toLocaleString('en')} ${count === 1 ? one : many}`]
}

/** Of calls that nobody cancels: a sentence, where there are any. */
export function callsLost({ callsToCome, zone }: Pick<Person, 'callsToCome' | 'zone'>): string | undefined {
  const [one, ...more] = callsToCome
  if (one === undefined) return undefined
  const times = callsToCome.map(({ starts_at }) => callMoment(starts_at, zone)).join('; ')
  return more.length === 0
    ? `1 call to come, on ${times}, is taken off the calendar; nobody is told.`
    : `${callsToCome.length} calls to come, on ${times}, are taken off the calendar; nobody is told.`
}
