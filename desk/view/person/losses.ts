import type { ReadOf } from '../client.ts'

type Kept = Pick<ReadOf<'person'>, 'requests' | 'mails' | 'subscription' | 'issues' | 'mentionedIn'>

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
