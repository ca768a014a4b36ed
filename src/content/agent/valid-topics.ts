import type { Topic } from './topics.ts'

/** What may be said on a day: some topics begin or end with an offer. @param day ISO 8601, like 2025-08-31 */
export function validTopics(topics: readonly Topic[], day: string): Topic[] {
  return topics.filter(({ until, after }) => (until ?? day) >= day && (after ?? '') < day)
}
