import type { BuiltInWords } from '../../../content/agent/built-in.ts'
import type { Topic } from '../../../content/agent/topics.ts'
import type { ChatModel } from '../../../lib/chat-model.ts'
import type { Turn } from '../../../lib/turn.ts'
import type { Answer } from './answer.ts'
import { budgetAnswer, budgetOf } from './budget.ts'
import { isQuestion } from './clauses.ts'
import { compose } from './compose.ts'
import { type Passage, quoteFor } from './quote.ts'
import { restOf } from './rest-of.ts'
import { createTopicFinder } from './topic-finder.ts'

export type BuiltInAgentOptions = {
  topics: readonly Topic[]
  words: BuiltInWords
  /** Sections of the site's pages and articles that hold the words, the best first. */
  search: (words: readonly string[]) => Passage[]
  /** The firewall's verdict on a sentence that would be quoted. */
  passes: (sentence: string) => boolean
  now?: () => Date
}

/** Answers from the content alone, without a model: the same words get the same reply. */
export function createBuiltInAgent({
  topics,
  words,
  search,
  passes,
  now = () => new Date(),
}: BuiltInAgentOptions): ChatModel {
  const prices = words.budgets.offers.flatMap(({ from, to = from }) => [from, to])
  const finders = new Map<string, ReturnType<typeof createTopicFinder>>()

  /** Topics come and go with the day; the day changes seldom. */
  function finderOf(day: string) {
    let finder = finders.get(day)
    if (finder === undefined) {
      const valid = topics.filter(({ until, after }) => (until ?? day) >= day && (after ?? '') < day)
      finder = createTopicFinder(valid, words)
      finders.clear()
      finders.set(day, finder)
    }
    return finder
  }

  function sentencesFor(turns: readonly Turn[]): string[] {
    const message = turns.at(-1)?.content.trim() ?? ''
    const finder = finderOf(today())
    const fits = ({ when }: { when: readonly RegExp[] }) => when.some((pattern) => pattern.test(message))
    const earlier = turns.slice(0, -1).findLast(({ role }) => role === 'user')?.content ?? ''
    const budget = budgetOf(message, prices, budgetOf(earlier, prices) !== undefined)
    const decline = words.declines.find((each) => fits(each) && !(each.isLeftToBudget && budget !== undefined))
    if (decline) return compose([decline], decline)

    const found = finder.find(turns)
    if (budget !== undefined) {
      const answer = budgetAnswer(budget, words.budgets, (about) => finder.isTalkedOf(about, turns))
      const others = found.filter(({ topic }) => !topic.isSmallTalk && !words.budgets.instead.includes(topic.id))
      return compose([answer, ...others.map(({ topic }) => topic)], answer)
    }
    const isToThePoint = found.some(({ topic }) => !topic.isSmallTalk)
    if (fits(words.details))
      return compose(
        isToThePoint ? [...found.map(({ topic }) => topic).slice(0, 2), words.details] : [words.details],
        words.details,
      )
    if (fits(words.more)) return moreOf(turns)
    if (found.length > 0)
      return compose(
        found.map(({ topic }) => topic),
        leadingOf(found),
      )
    const answer = withoutTopic(turns, message, finder)
    return compose([answer], answer)
  }

  /** What has not been said yet of what was talked of last. */
  function moreOf(turns: readonly Turn[]): string[] {
    const said = turns.filter(({ role }) => role === 'assistant').map(({ content }) => content)
    const last = topics.find(({ says }) => says.some((sentence) => said.at(-1)?.includes(sentence)))
    const rest = last?.says.filter((sentence) => !said.some((reply) => reply.includes(sentence))) ?? []
    if (last === undefined || rest.length === 0) return compose([words.more], words.more)
    return compose(
      [{ says: [...rest, ...words.more.says.slice(0, 1)].slice(0, Math.max(2, rest.length)), next: last.next }],
      last,
    )
  }

  function withoutTopic(turns: readonly Turn[], message: string, finder: ReturnType<typeof createTopicFinder>): Answer {
    const { unknown, project, service } = words
    const before = turns.at(-2)?.content ?? ''
    const isTold = !isQuestion(message)
    if (isTold && project.when.some((pattern) => pattern.test(message))) return project
    if (finder.mentions('price', message)) return unknown.price
    const quote = isTold ? undefined : quoteFor(message, words.quote, { search, passes })
    if (quote !== undefined) return quote
    if (isTold && before.endsWith('?') && message.split(/\s+/).length > 2) return project
    if (service.some((pattern) => pattern.test(message))) return unknown.service
    return Object.values(unknown).some(({ says: [first = ''] }) => before.includes(first))
      ? unknown.again
      : unknown.other
  }

  const today = () => now().toISOString().slice(0, 10)
  // Made before anybody asks, so that the first one need not wait.
  finderOf(today())

  return {
    name: 'built-in',
    async *reply(turns, signal) {
      const last = turns.at(-1)
      const isBroken = last?.role === 'assistant'
      const asked = isBroken ? turns.slice(0, -1) : turns
      const sentences = sentencesFor(asked)
      for (const piece of isBroken
        ? restOf(sentences, last.content)
        : sentences.map((text, i) => (i > 0 ? ` ${text}` : text))) {
        signal.throwIfAborted()
        yield piece
      }
    },
  }
}

function leadingOf(found: readonly { topic: Topic; score: number }[]): Topic {
  const [first, ...others] = found
  if (first === undefined) throw new RangeError('no topic was found')
  return others.reduce((best, each) => (each.score > best.score ? each : best), first).topic
}
