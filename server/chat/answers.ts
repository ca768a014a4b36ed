import { type Answer, answersOn, type ChatPhrases, type Entry } from '../../platform/content/chat/answers.ts'
import { dayOf, longDay } from '../../platform/text/time-text.ts'
import { replyTo } from './built-in-reply.ts'
import { type ChatContext, type FindAnswers, fillProject, quotableProject, type Reply } from './compose.ts'
import type { Details } from './details/extract.ts'
import { detectEmergency } from './emergency.ts'
import { detectIntents, type PreviousExchange } from './intents.ts'
import { type ChatMessage, lastReply, splitSentences, visitorTexts } from './messages.ts'
import type { Model } from './model.ts'
import { createReplacementFinder, offeredSentences } from './offered-sentences.ts'

/** How the chat may answer a message. */
export type PreparedReply = {
  /** What a model may select from. */
  sentences: readonly string[]
  /** The built-in agent's reply. */
  reply: Reply
  /** Ids of the answers that were asked for; `unknown` if the model isn't sure. */
  intents: readonly string[]
  /** First sentences of the answers that the model is sure about. */
  keySentences: readonly string[]
  isUrgent: boolean
  /** @returns the sentence most similar to a model's prose; undefined if none is similar */
  findReplacement: (prose: string) => string | undefined
  /** @returns a sentence with the visitor's words filled in; undefined if it needs some and there are none */
  fillQuote: (sentence: string, quote?: string) => string | undefined
  /** @returns the sentences that one like “It contains …” may follow; undefined if it may follow any */
  predecessors: (sentence: string) => readonly string[] | undefined
}

export type Answerer = {
  /** The last message is the visitor’s. `now` and `freeTimes` (for calls) are in ms since 1970. */
  prepare: (
    messages: readonly ChatMessage[],
    details: Details,
    now: number,
    freeTimes?: readonly number[],
  ) => PreparedReply
}

/** `emergencyModel` alone detects emergencies. `contentHash` changes with the answers and their examples. */
export type TrainedAnswers = { entries: readonly Entry[]; model: Model; emergencyModel: Model; contentHash: string }

export function createAnswerer(trained: TrainedAnswers, phrases: ChatPhrases, lang: string): Answerer {
  const { entries, model, emergencyModel } = trained
  const answersAt = createDatedAnswers(entries, lang)
  const emergencies = new Set(entries.flatMap(({ id, as }) => (as === 'emergency' ? id : [])))
  return {
    prepare(messages, details, now, freeTimes = []) {
      const answers = answersAt(now, freeTimes)
      const find: FindAnswers = (ids) => ids.flatMap((id) => answers.get(id) ?? [])
      const texts = visitorTexts(messages)
      const message = texts.at(-1) ?? ''
      const previous = previousExchange(messages, answers)
      const intents = detectIntents(message, previous, model)
      const emergency = detectEmergency(message, emergencyModel)
      // An emergency continues until the visitor asks something else.
      const isAsking = !intents.isUnsure && find(intents.ids).some(({ as }) => as === 'answer')
      const ongoing = isAsking ? undefined : previous?.answerIds.find((id) => emergencies.has(id))
      const [urgent] = find([emergency, ongoing].filter((id) => id !== undefined))
      const chat = chatContext(messages, details)
      const reply = urgent ?? replyTo({ message, messages, intents, find, chat, details, answers, phrases, model })
      const predictions = [...intents.clausePredictions, ...intents.messagePredictions]
      const likely = find(['unknown', ...predictions.map(({ id }) => id)])
      const sentences = offeredSentences(reply, likely, phrases)
      return {
        sentences,
        reply,
        intents: intents.isUnsure ? ['unknown'] : intents.ids,
        keySentences: intents.isUnsure ? [] : keySentencesOf(reply, find(intents.ids)),
        isUrgent: urgent !== undefined,
        findReplacement: createReplacementFinder(sentences, predictions, find, model),
        fillQuote(sentence, quote = '') {
          const project = quotableProject(quote, texts) ?? chat.projectQuote
          return sentence.includes('{matter}') && project === undefined ? undefined : fillProject(sentence, project)
        },
        predecessors: (sentence) => predecessorsOf(sentence, [...likely, reply]),
      }
    },
  }
}

/** Answers of the day, with its date and the next free times filled in. */
function createDatedAnswers(entries: readonly Entry[], lang: string) {
  let cached = { key: '', answers: new Map<string, Answer>() }
  return (now: number, freeTimes: readonly number[]): Map<string, Answer> => {
    const day = dayOf(new Date(now))
    const times = linksToTimes(freeTimes, lang)
    const key = `${day} ${times}`
    if (cached.key === key) return cached.answers
    const today = longDay(day, lang)
    const fill = (text: string) => text.replaceAll('{today}', today).replaceAll('{call.times}', times)
    const fillAnswer = ({ says, next, ...answer }: Answer) => ({
      ...answer,
      // Without free times, leave out sentences that mention them.
      says: says.filter((text) => times !== '' || !text.includes('{call.times}')).map(fill),
      next: fill(next),
    })
    cached = { key, answers: new Map(answersOn(entries, day).map((answer) => [answer.id, fillAnswer(answer)])) }
    return cached.answers
  }
}

const maxOfferedTimes = 3

/** The chat shows these links as times in the visitor's time zone. */
function linksToTimes(freeTimes: readonly number[], lang: string): string {
  const links = freeTimes
    .slice(0, maxOfferedTimes)
    .map((time) => `/call?start=${new Date(time).toISOString().slice(0, 16)}Z`)
  return new Intl.ListFormat(lang).format(links)
}

function previousExchange(
  messages: readonly ChatMessage[],
  answers: ReadonlyMap<string, Answer>,
): PreviousExchange | undefined {
  const [, message] = visitorTexts(messages).toReversed()
  const reply = lastReply(messages)
  const given = [...answers.values()].filter(({ says: [first] }) => first !== undefined && reply.includes(first))
  return message === undefined ? undefined : { message, answerIds: given.map(({ id }) => id) }
}

function chatContext(messages: readonly ChatMessage[], { all, newest }: Details): ChatContext {
  const replies = messages.filter(({ role }) => role === 'assistant')
  return {
    shownSentences: new Set(replies.flatMap(({ content }) => splitSentences(content))),
    projectQuote: all.requirements === null ? undefined : quotableProject(all.requirements, visitorTexts(messages)),
    isNewProject: newest.requirements !== null,
    hasProject: all.requirements !== null,
    hasEmail: all.email !== null,
  }
}

/** The reply's sentences, without those that only continue an answer. */
function keySentencesOf({ says }: Reply, answers: readonly Answer[]): string[] {
  const laterSentences = answers.flatMap((answer) => answer.says.slice(1))
  return says.filter((sentence) => !laterSentences.includes(sentence))
}

function predecessorsOf(sentence: string, replies: readonly Pick<Reply, 'says'>[]): string[] | undefined {
  const containing = replies.map(({ says }) => says).filter((says) => says.includes(sentence))
  if (containing.length === 0 || containing.some(([first]) => first === sentence)) return undefined
  return containing.map((says) => says[says.indexOf(sentence) - 1] ?? '')
}
