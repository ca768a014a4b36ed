import type { BuiltInWords } from '../../../content/agent/built-in.ts'
import type { Topic } from '../../../content/agent/topics.ts'
import type { ChatModel } from '../../../lib/chat-model.ts'
import type { Turn } from '../../../lib/turn.ts'
import type { Answer } from './answer.ts'
import { budgetAnswer, budgetOf, namePrices } from './budget.ts'
import { isQuestion } from './clauses.ts'
import { compose } from './compose.ts'
import { moreOf } from './more-of.ts'
import type { NamedSum } from './named-sums.ts'
import { type Passage, quoteFor } from './quote.ts'
import { restOf } from './rest-of.ts'
import { createTopicFinder, type Found, type TopicFinder } from './topic-finder.ts'

export type BuiltInAgentOptions = {
  topics: readonly Topic[]
  words: BuiltInWords
  /** Sections of the site's pages and articles that hold the words, the best first. */
  search: (words: readonly string[]) => Passage[]
  /** The firewall's verdict on a sentence that would be quoted. */
  passes: (sentence: string) => boolean
  now?: () => Date
}

/** What is answered beside a sum or a refusal has to be meant beyond doubt. */
const leastBesides = 0.75

/** Answers from the content alone, without a model: the same words get the same reply, in pieces. */
export function createBuiltInReply(options: BuiltInAgentOptions): (turns: readonly Turn[]) => string[] {
  const { topics, words, now = () => new Date() } = options
  const { offers } = words.budgets
  const today = () => now().toISOString().slice(0, 10)
  // Made before anybody asks, so that the first one need not wait; anew on a new day, since topics come and go with it.
  let day = today()
  let finder = finderOn(day, options)

  function sentencesFor(turns: readonly Turn[]): string[] {
    if (day !== today()) {
      day = today()
      finder = finderOn(day, options)
    }
    const message = plain(turns.at(-1)?.content ?? '')
    const before = turns.slice(0, -1)
    const fits = ({ when }: { when: readonly RegExp[] }) => when.some((pattern) => pattern.test(message))

    const decline = words.declines.find((each) => fits(each) && !fits({ when: each.unless }))
    if (decline !== undefined && !decline.isLeftToBudget) return compose([decline], decline)
    const earlier = before.findLast(({ role }) => role === 'user')?.content ?? ''
    const budget = budgetOf(message, offers, budgetOf(earlier, offers) !== undefined)
    const found = finder.find([...before, { role: 'user', content: namePrices(message, offers) }])
    if (budget !== undefined) return compared(budget, found, turns, { decline, isIntroduced: fits(words.details) })
    if (decline !== undefined) return compose([decline, ...sureOf(found).slice(0, 1)], decline)
    if (fits(words.details)) {
      const besides = found.filter(
        ({ topic, score, asked }) =>
          !topic.isSmallTalk && score >= leastBesides && isQuestion(asked) && !words.details.instead.includes(topic.id),
      )
      return compose([...besides.slice(0, 2).map(({ topic }) => topic), words.details], words.details)
    }
    if (fits(words.more)) return moreOf(turns, topics, words.more)
    if (found.length > 0)
      return compose(
        found.map(({ topic }) => topic),
        leadingOf(found),
      )
    const answer = withoutTopic(turns, message, fits)
    return compose([answer], answer)
  }

  /** A sum is compared with the offers, whatever else is asked, and never agreed to. */
  function compared(
    budget: NamedSum,
    found: readonly Found[],
    turns: readonly Turn[],
    { decline, isIntroduced }: { decline: Answer | undefined; isIntroduced: boolean },
  ): string[] {
    const answer = budgetAnswer(budget, words.budgets, (about) => finder.isTalkedOf(about, turns))
    const { details } = words
    if (isIntroduced)
      return compose([{ says: [...details.says.slice(0, 1), ...answer.says.slice(0, 1)], next: '' }], details)
    const besides = sureOf(found.filter(({ topic }) => !words.budgets.instead.includes(topic.id)))
    return compose([answer, ...(decline ? [decline] : besides)], answer)
  }

  function withoutTopic(turns: readonly Turn[], message: string, fits: Fits): Answer {
    const { unknown, project, more } = words
    const { near, ...answers } = unknown
    const isUnknown = (reply: string) => Object.values(answers).some(({ says: [first = ''] }) => reply.includes(first))
    const last = turns.at(-2)?.content ?? ''
    const isTold = !isQuestion(message)
    const projectOrMore = turns.some(({ content }) => content.includes(project.says[0] ?? '')) ? more : project
    if (isTold && fits(project)) return projectOrMore
    if (finder.isStrange(message) && message.split(/\s+/).length < 3) return unknown.unclear
    if (finder.mentions('price', message)) return unknown.price
    const quote = isTold ? undefined : quoteFor(message, words.quote, options)
    if (quote !== undefined) return quote
    if (!isTold) {
      const [one, other] = finder.near(message).map(({ topic }) => topic)
      if (one !== undefined && other !== undefined)
        return { says: [...one.says.slice(0, 1), ...other.says.slice(0, 1)], next: near }
    }
    if (isTold && last.endsWith('?') && message.includes(' ')) return projectOrMore
    if (fits({ when: words.service })) return unknown.service
    return isUnknown(last) ? unknown.again : unknown.other
  }

  return (turns) => {
    const last = turns.at(-1)
    const isBroken = last?.role === 'assistant'
    const sentences = sentencesFor(isBroken ? turns.slice(0, -1) : turns)
    return isBroken ? restOf(sentences, last.content) : sentences.map((text, i) => (i > 0 ? ` ${text}` : text))
  }
}

/** @param replyTo what `createBuiltInReply` made */
export function createBuiltInAgent(
  replyTo: (turns: readonly Turn[]) => readonly string[] | Promise<readonly string[]>,
): ChatModel {
  return {
    name: 'built-in',
    async *reply(turns, signal) {
      for (const piece of await replyTo(turns)) {
        signal.throwIfAborted()
        yield piece
      }
    },
  }
}

type Fits = (words: { when: readonly RegExp[] }) => boolean

/** Without characters that nobody sees, which would hide a word from every rule. */
function plain(message: string): string {
  return message
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
}

function finderOn(day: string, { topics, words }: BuiltInAgentOptions): TopicFinder {
  return createTopicFinder(
    topics.filter(({ until = day, after = '' }) => until >= day && after < day),
    words,
  )
}

function sureOf(found: readonly Found[]): Answer[] {
  const sure = found.filter(({ topic, score }) => !topic.isSmallTalk && score >= leastBesides)
  return sure.map(({ topic }) => topic)
}

function leadingOf(found: readonly Found[]): Answer {
  const [first, ...others] = found
  if (first === undefined) throw new RangeError('no topic was found')
  return others.reduce((best, each) => (each.score > best.score ? each : best), first).topic
}
