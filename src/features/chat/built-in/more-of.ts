import type { Topic } from '../../../content/agent/topics.ts'
import type { Turn } from '../../../lib/turn.ts'
import type { Answer } from './answer.ts'
import { compose } from './compose.ts'

/** What has not been said yet of what was talked of last; `more` where nothing is left. */
export function moreOf(turns: readonly Turn[], topics: readonly Topic[], more: Answer): string[] {
  const replies = turns.filter(({ role }) => role === 'assistant').map(({ content }) => content)
  const last = topics.find(({ says }) => says.some((sentence) => replies.at(-1)?.includes(sentence)))
  const rest = last?.says.filter((sentence) => !replies.some((reply) => reply.includes(sentence))) ?? []
  if (last === undefined || rest.length === 0) return compose([more], more)
  const says = rest.length > 1 ? rest : [...rest, ...more.says.slice(1, 2)]
  return compose([{ says, next: last.next }], last)
}
