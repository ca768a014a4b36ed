import { type Answer, answersOn, type ChatPhrases, type Entry } from '../../platform/content/chat/answers.ts'
import { dayOf, longDay } from '../../platform/text/time-text.ts'
import { alarmIn, type Choice, choose, type PreviousTurn, sentencesOf } from './choose.ts'
import { type ChatSoFar, compareBudget, compose, fillMatter, matterIn, type Reply } from './compose.ts'
import type { Details } from './details/extract.ts'
import { type ChatMessage, visitorMessages } from './messages.ts'
import { type Guess, guess, type Model, similarityTo, type Vector, vectorOf } from './model.ts'

export type PreparedAnswer = {
  sentences: readonly string[]
  reply: Reply
  /** Ids of the answers that were asked for; `unknown` if the model isn't sure. */
  asked: readonly string[]
  /** First sentences of the answers that the model is sure about. */
  keys: readonly string[]
  isUrgent: boolean
  /** @returns the sentence most similar to a model's prose; undefined if none is similar */
  nearest: (prose: string) => string | undefined
  /** @returns a sentence with the visitor's words filled in; undefined if it needs some and there are none */
  fillQuote: (sentence: string, quote?: string) => string | undefined
  /** @returns the sentences that one like “It contains …” may follow; undefined if it may follow any */
  predecessors: (sentence: string) => readonly string[] | undefined
}

export type Answerer = {
  /** @param turns the last one is the visitor’s @param at and @param freeTimes (of calls) in ms since 1970 */
  prepare: (
    turns: readonly ChatMessage[],
    details: Details,
    at: number,
    freeTimes?: readonly number[],
  ) => PreparedAnswer
}

export const maxOfferedCharacters = 7_000
const likelyWeight = 0.15
const meantWeight = 0.3
const maxMeant = 5
const minChance = 0.001
const laterSentenceShare = 0.4
const minSimilarity = 0.2

/** `learnedFrom` changes with the answers and their examples. */
export type TrainedAnswers = { entries: readonly Entry[]; model: Model; alarms: Model; learnedFrom: string }

export function createAnswerer(trained: TrainedAnswers, words: ChatPhrases, lang: string): Answerer {
  const { entries } = trained
  const answersAt = createAnswersAt(entries, lang)
  const emergencies = new Set(entries.flatMap(({ id, as }) => (as === 'emergency' ? id : [])))
  // Only `alarmIn` detects emergencies, and no model gets their sentences.
  const bias = trained.model.bias.map((each, i) => (emergencies.has(trained.model.ids[i] ?? '') ? -Infinity : each))
  const model = { ...trained.model, bias }
  return {
    prepare(turns, details, at, freeTimes = []) {
      const answers = answersAt(at, freeTimes)
      const messages = visitorMessages(turns)
      const message = messages.at(-1) ?? ''
      const previous = previousTurn(turns, answers)
      const choice = choose(message, previous, model)
      const find = (ids: readonly string[]) => ids.flatMap((id) => answers.get(id) ?? [])
      const alarm = alarmIn(message, details.newest.requirements, trained.alarms)
      // A visitor who answers the agent's question in an emergency is still in it.
      const isAsking = !choice.isUnsure && find(choice.ids).some(({ as }) => as === 'answer')
      const still = isAsking ? [] : previous?.answered.filter((id) => emergencies.has(id))
      const [urgent] = find([alarm ?? [], still ?? []].flat())
      const chat = chatSoFar(turns, details)
      const reply = urgent ?? replyTo(message, { choice, find, chat, details, turns, answers }, words, model)
      const ranked = [...choice.partGuesses, ...choice.wholeGuesses]
      const likely = find(['unknown', ...ranked.map(({ id }) => id)])
      const sentences = offeredSentences(reply, likely, words)
      return {
        sentences,
        reply,
        asked: choice.isUnsure ? ['unknown'] : choice.ids,
        keys: choice.isUnsure ? [] : keysIn(reply, find(choice.ids)),
        isUrgent: urgent !== undefined,
        nearest: createNearest(sentences, ranked, find, model),
        fillQuote(sentence, quote = '') {
          const matter = matterIn(quote, messages) ?? chat.matter
          return sentence.includes('{matter}') && matter === undefined ? undefined : fillMatter(sentence, matter)
        },
        predecessors(sentence) {
          const places = [...likely, reply].map(({ says }) => says).filter((says) => says.includes(sentence))
          if (places.some(([first]) => first === sentence)) return undefined
          return places.length === 0 ? undefined : places.map((says) => says[says.indexOf(sentence) - 1] ?? '')
        },
      }
    },
  }
}

function keysIn({ says }: Reply, answers: readonly Answer[]): string[] {
  const details = answers.flatMap((answer) => answer.says.slice(1))
  return says.filter((sentence) => !details.includes(sentence))
}

function createAnswersAt(entries: readonly Entry[], lang: string) {
  let cached = { key: '', answers: new Map<string, Answer>() }
  return (at: number, freeTimes: readonly number[]): Map<string, Answer> => {
    const day = dayOf(new Date(at))
    const times = timesIn(freeTimes, lang)
    const key = `${day} ${times}`
    if (cached.key === key) return cached.answers
    const today = longDay(day, lang)
    const fill = (text: string) => text.replaceAll('{today}', today).replaceAll('{call.times}', times)
    const fillAnswer = ({ says, next, ...answer }: Answer) => ({
      ...answer,
      // Without free times there is no sentence about them.
      says: says.filter((text) => times !== '' || !text.includes('{call.times}')).map(fill),
      next: fill(next),
    })
    cached = { key, answers: new Map(answersOn(entries, day).map((answer) => [answer.id, fillAnswer(answer)])) }
    return cached.answers
  }
}

const maxOfferedTimes = 3

/** As links, which the chat shows as times in the visitor's time zone. */
function timesIn(freeTimes: readonly number[], lang: string): string {
  const links = freeTimes
    .slice(0, maxOfferedTimes)
    .map((time) => `/call?start=${new Date(time).toISOString().slice(0, 16)}Z`)
  return new Intl.ListFormat(lang).format(links)
}

function previousTurn(turns: readonly ChatMessage[], answers: ReadonlyMap<string, Answer>): PreviousTurn | undefined {
  const [, message] = visitorMessages(turns).toReversed()
  const reply = turns.findLast(({ role }) => role === 'assistant')?.content ?? ''
  const answered = [...answers.values()].filter(({ says: [key = '\n'] }) => reply.includes(key)).map(({ id }) => id)
  return message === undefined ? undefined : { message, answered }
}

function chatSoFar(turns: readonly ChatMessage[], { all, newest }: Details): ChatSoFar {
  const replies = turns.filter(({ role }) => role === 'assistant')
  return {
    said: new Set(replies.flatMap(({ content }) => sentencesOf(content))),
    matter: all.requirements === null ? undefined : matterIn(all.requirements, visitorMessages(turns)),
    isNew: newest.requirements !== null,
    hasProject: all.requirements !== null,
    hasAddress: all.email !== null,
  }
}

type ReplyContext = {
  choice: Choice
  find: (ids: readonly string[]) => Answer[]
  chat: ChatSoFar
  details: Details
  turns: readonly ChatMessage[]
  answers: ReadonlyMap<string, Answer>
}

function replyTo(message: string, context: ReplyContext, words: ChatPhrases, model: Model): Reply {
  const { choice, find, chat, details, answers } = context
  const similarity = similarityTo(vectorOf(message, model))
  const composed = (all: readonly Answer[]) =>
    compose(all, chat, words, (sentence) => similarity(vectorOf(sentence, model)))
  const asked = find(choice.ids)
  const known = asked.some(({ as }) => as === 'answer') ? asked.filter(({ as }) => as !== 'unknown') : asked
  const chosen = chat.isNew && !choice.isUnsure ? known.filter(({ id }) => id !== 'my-project') : known
  const budget = compareBudget(details.newest.budget, choice.ids, words.budgets)
  if (budget !== undefined) {
    const more = choice.isUnsure ? [] : chosen.filter(({ as }) => as === 'answer' || as === 'refusal')
    return composed([budget, ...more.filter(({ id }) => !words.budgets.instead.includes(id))])
  }
  const thanks = details.newest.email === null ? [] : find(['my-details'])
  if (thanks.length > 0)
    return composed([...thanks, ...chosen.filter(({ as }) => as === 'answer' && !choice.isUnsure)].slice(0, 2))
  if (chat.isNew && isOnlyAboutProject(choice, known)) return composed(find(['my-project']))
  const offered = choice.isUnsure ? chosen.filter(({ as }) => as === 'answer') : []
  if (offered.length > 1) return { says: offered.flatMap(({ says }) => says.slice(0, 1)), next: words.near }
  if (choice.isUnsure) return composed(chosen.slice(0, 1))
  if (choice.ids[0] === 'go-on')
    return composed(
      [restOfLastAnswer([...answers.values()], context) ?? find(['go-on'])[0]].flatMap((answer) => answer ?? []),
    )
  return composed(chosen.length > 0 ? chosen : find(['unknown']))
}

function isOnlyAboutProject({ isUnsure }: Choice, known: readonly Answer[]): boolean {
  if (isUnsure) return known[0]?.id === 'my-project'
  return known.every(({ id, as }) => id === 'my-project' || as === 'talk')
}

function restOfLastAnswer(answers: readonly Answer[], { turns, chat, find }: ReplyContext): Answer | undefined {
  const last = sentencesOf(turns.findLast(({ role }) => role === 'assistant')?.content ?? '')
  const given = answers.find(({ says }) => says.some((sentence) => last.includes(sentence)))
  const rest = given?.says.filter((sentence) => !chat.said.has(sentence)) ?? []
  const [goOn] = find(['go-on'])
  if (given === undefined || goOn === undefined || rest.length === 0) return undefined
  return { ...given, says: [...rest, ...goOn.says.slice(1)] }
}

/** What a model may select from, as far as it fits: the built-in reply, joining sentences, the likeliest answers. */
function offeredSentences(reply: Reply, answers: readonly Answer[], { matter, questions }: ChatPhrases): string[] {
  const joining = [...matter, ...questions.matter, ...questions.general]
  const all = [...reply.says, reply.next, ...joining, ...answers.flatMap(({ says, next }) => [...says, next])]
  let left = maxOfferedCharacters
  return [...new Set(all)].filter((sentence) => {
    left -= sentence.length + 6
    return left >= 0
  })
}

function sentenceChances(ranked: readonly Guess[], find: ReplyContext['find']): Map<string, number> {
  const chances = ranked
    .toReversed()
    .flatMap(({ id, chance }) =>
      find([id]).flatMap(({ says, next }) =>
        [...says, next].map((sentence, i): [string, number] => [
          sentence,
          i === 0 ? chance : chance * laterSentenceShare,
        ]),
      ),
    )
  return new Map(chances)
}

function createNearest(
  sentences: readonly string[],
  ranked: readonly Guess[],
  find: ReplyContext['find'],
  model: Model,
): PreparedAnswer['nearest'] {
  const likely = sentenceChances(ranked, find)
  // Models add friendly words, which don't mean these answers.
  const findMeant: typeof find = (ids) => find(ids).filter(({ as }) => as !== 'talk' && as !== 'mood')
  let vectors: { sentence: string; vector: Vector }[] | undefined
  return (prose) => {
    vectors ??= sentences.map((sentence) => ({ sentence, vector: vectorOf(sentence, model) }))
    const said = vectorOf(prose, model)
    const similarityOf = similarityTo(said)
    const meant = sentenceChances(guess(said, model).slice(0, maxMeant), findMeant)
    const isQuestion = prose.endsWith('?')
    let best: { sentence?: string; similarity: number } = { similarity: minSimilarity }
    for (const { sentence, vector } of vectors) {
      if (sentence.endsWith('?') !== isQuestion) continue
      const asked = likelyWeight * (likely.get(sentence) ?? 0) + meantWeight * (meant.get(sentence) ?? 0)
      if (!isQuestion && asked < minChance) continue
      const similarity = similarityOf(vector) + asked
      if (similarity > best.similarity) best = { sentence, similarity }
    }
    return best.sentence
  }
}
