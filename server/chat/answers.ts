import { type Answer, answersOn, type ChatPhrases, type Entry } from '../../platform/content/chat/answers.ts'
import { dayOf, longDay } from '../../platform/text/time-text.ts'
import { alarmIn, type Before, type Choice, choose, sentencesOf } from './choose.ts'
import { type ChatSoFar, compareBudget, compose, matterIn, placeMatter, type Reply } from './compose.ts'
import type { Details } from './details/extract.ts'
import { type ChatMessage, visitorMessages } from './messages.ts'
import { type Guess, guess, likenessTo, type Model, type Vector, vectorOf } from './model.ts'

export type PreparedAnswer = {
  sentences: readonly string[]
  reply: Reply
  /** Ids of the answers that were asked for; `unknown` if the model isn't sure. */
  asked: readonly string[]
  /** First sentences of the answers that the model is sure about. */
  keys: readonly string[]
  isUrgent: boolean
  /** @returns the sentence closest to what a model said; undefined if none is close */
  nearest: (prose: string) => string | undefined
  /** @returns a sentence with a piece of the visitor’s words filled in; undefined if it needs one and there is none */
  place: (sentence: string, quote?: string) => string | undefined
  /** @returns the sentences that one like “It contains …” may follow; undefined if it may stand anywhere */
  behind: (sentence: string) => readonly string[] | undefined
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
const answersMore = 0.15
const meansMore = 0.3
const maxMeant = 5
const minChance = 0.001
const restShare = 0.4
const minLikeness = 0.2

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
      const before = beforeIn(turns, answers)
      const choice = choose(message, before, model)
      const find = (ids: readonly string[]) => ids.flatMap((id) => answers.get(id) ?? [])
      const alarm = alarmIn(message, details.newest.requirements, trained.alarms)
      // A visitor who answers the agent's question in an emergency is still in it.
      const isAsking = !choice.isNear && find(choice.ids).some(({ as }) => as === 'answer')
      const still = isAsking ? [] : before?.answered.filter((id) => emergencies.has(id))
      const [urgent] = find([alarm ?? [], still ?? []].flat())
      const chat = chatSoFar(turns, details)
      const reply = urgent ?? replyTo(message, { choice, find, chat, details, turns, answers }, words, model)
      const ranked = [...choice.parts, ...choice.whole]
      const likely = find(['unknown', ...ranked.map(({ id }) => id)])
      const sentences = offered(reply, likely, words)
      return {
        sentences,
        reply,
        asked: choice.isNear ? ['unknown'] : choice.ids,
        keys: choice.isNear ? [] : keysIn(reply, find(choice.ids)),
        isUrgent: urgent !== undefined,
        nearest: createNearest(sentences, ranked, find, model),
        place(sentence, quote = '') {
          const matter = matterIn(quote, messages) ?? chat.matter
          return sentence.includes('{matter}') && matter === undefined ? undefined : placeMatter(sentence, matter)
        },
        behind(sentence) {
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
  let kept = { key: '', answers: new Map<string, Answer>() }
  return (at: number, freeTimes: readonly number[]): Map<string, Answer> => {
    const day = dayOf(new Date(at))
    const times = timesIn(freeTimes, lang)
    const key = `${day} ${times}`
    if (kept.key === key) return kept.answers
    const today = longDay(day, lang)
    const filled = (text: string) => text.replaceAll('{today}', today).replaceAll('{call.times}', times)
    const placed = ({ says, next, ...answer }: Answer) => ({
      ...answer,
      // Without free times there is no sentence about them.
      says: says.filter((text) => times !== '' || !text.includes('{call.times}')).map(filled),
      next: filled(next),
    })
    kept = { key, answers: new Map(answersOn(entries, day).map((answer) => [answer.id, placed(answer)])) }
    return kept.answers
  }
}

const maxTimes = 3

/** As links, which the chat shows by the visitor’s clock. */
function timesIn(freeTimes: readonly number[], lang: string): string {
  const links = freeTimes.slice(0, maxTimes).map((time) => `/call?start=${new Date(time).toISOString().slice(0, 16)}Z`)
  return new Intl.ListFormat(lang).format(links)
}

function beforeIn(turns: readonly ChatMessage[], answers: ReadonlyMap<string, Answer>): Before | undefined {
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

type Found = {
  choice: Choice
  find: (ids: readonly string[]) => Answer[]
  chat: ChatSoFar
  details: Details
  turns: readonly ChatMessage[]
  answers: ReadonlyMap<string, Answer>
}

function replyTo(message: string, found: Found, words: ChatPhrases, model: Model): Reply {
  const { choice, find, chat, details, answers } = found
  const likeness = likenessTo(vectorOf(message, model))
  const composed = (all: readonly Answer[]) =>
    compose(all, chat, words, (sentence) => likeness(vectorOf(sentence, model)))
  const asked = find(choice.ids)
  const known = asked.some(({ as }) => as === 'answer') ? asked.filter(({ as }) => as !== 'unknown') : asked
  const chosen = chat.isNew && !choice.isNear ? known.filter(({ id }) => id !== 'my-project') : known
  const budget = compareBudget(details.newest.budget, choice.ids, words.budgets)
  if (budget !== undefined) {
    const more = choice.isNear ? [] : chosen.filter(({ as }) => as === 'answer' || as === 'refusal')
    return composed([budget, ...more.filter(({ id }) => !words.budgets.instead.includes(id))])
  }
  const thanks = details.newest.email === null ? [] : find(['my-details'])
  if (thanks.length > 0)
    return composed([...thanks, ...chosen.filter(({ as }) => as === 'answer' && !choice.isNear)].slice(0, 2))
  if (chat.isNew && isOnlyAboutProject(choice, known)) return composed(find(['my-project']))
  const offered = choice.isNear ? chosen.filter(({ as }) => as === 'answer') : []
  if (offered.length > 1) return { says: offered.flatMap(({ says }) => says.slice(0, 1)), next: words.near }
  if (choice.isNear) return composed(chosen.slice(0, 1))
  if (choice.ids[0] === 'go-on')
    return composed([moreOf([...answers.values()], found) ?? find(['go-on'])[0]].flatMap((answer) => answer ?? []))
  return composed(chosen.length > 0 ? chosen : find(['unknown']))
}

function isOnlyAboutProject({ isNear }: Choice, known: readonly Answer[]): boolean {
  if (isNear) return known[0]?.id === 'my-project'
  return known.every(({ id, as }) => id === 'my-project' || as === 'talk')
}

function moreOf(answers: readonly Answer[], { turns, chat, find }: Found): Answer | undefined {
  const last = sentencesOf(turns.findLast(({ role }) => role === 'assistant')?.content ?? '')
  const given = answers.find(({ says }) => says.some((sentence) => last.includes(sentence)))
  const rest = given?.says.filter((sentence) => !chat.said.has(sentence)) ?? []
  const [goOn] = find(['go-on'])
  if (given === undefined || goOn === undefined || rest.length === 0) return undefined
  return { ...given, says: [...rest, ...goOn.says.slice(1)] }
}

/** The sentences that a model may choose from, as many as fit: the built-in agent’s reply, what joins sentences, the likeliest answers. */
function offered(reply: Reply, answers: readonly Answer[], { matter, questions }: ChatPhrases): string[] {
  const joining = [...matter, ...questions.matter, ...questions.general]
  const all = [...reply.says, reply.next, ...joining, ...answers.flatMap(({ says, next }) => [...says, next])]
  let left = maxOfferedCharacters
  return [...new Set(all)].filter((sentence) => {
    left -= sentence.length + 6
    return left >= 0
  })
}

function chancesIn(ranked: readonly Guess[], find: Found['find']): Map<string, number> {
  const chances = ranked
    .toReversed()
    .flatMap(({ id, chance }) =>
      find([id]).flatMap(({ says, next }) =>
        [...says, next].map((sentence, i): [string, number] => [sentence, i === 0 ? chance : chance * restShare]),
      ),
    )
  return new Map(chances)
}

function createNearest(
  sentences: readonly string[],
  ranked: readonly Guess[],
  find: Found['find'],
  model: Model,
): PreparedAnswer['nearest'] {
  const likely = chancesIn(ranked, find)
  // Models are full of friendly words, which mean none of these.
  const findMeant: typeof find = (ids) => find(ids).filter(({ as }) => as !== 'talk' && as !== 'mood')
  let vectors: { sentence: string; vector: Vector }[] | undefined
  return (prose) => {
    vectors ??= sentences.map((sentence) => ({ sentence, vector: vectorOf(sentence, model) }))
    const said = vectorOf(prose, model)
    const likenessOf = likenessTo(said)
    const meant = chancesIn(guess(said, model).slice(0, maxMeant), findMeant)
    const isQuestion = prose.endsWith('?')
    let best: { sentence?: string; likeness: number } = { likeness: minLikeness }
    for (const { sentence, vector } of vectors) {
      if (sentence.endsWith('?') !== isQuestion) continue
      const asked = answersMore * (likely.get(sentence) ?? 0) + meansMore * (meant.get(sentence) ?? 0)
      if (!isQuestion && asked < minChance) continue
      const likeness = likenessOf(vector) + asked
      if (likeness > best.likeness) best = { sentence, likeness }
    }
    return best.sentence
  }
}
