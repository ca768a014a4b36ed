import type { Expected } from '../../../platform/content/chat/questions.ts'
import { countFeatures, type Model, predict, tokenize, vectorize } from './model.ts'

/** What a clause does: it describes a project, asks, answers our question, gives details, or agrees to buy. */
export type Act = 'describe' | 'ask' | 'respond' | 'detail' | 'buy'

const questionWords = new Set(
  (
    'what whats when where wheres who whos whose why how hows which is are am do does did can could will would shall should has may whom ' +
    'kya kaise kab kitna kitne kitni kaun kahan'
  ).split(' '),
)

/** Features of a clause beyond its words. */
export function actMarks(text: string, asked: Expected | string | null | undefined): string[] {
  const words = tokenize(text)
  const length = words.length <= 3 ? 'short' : words.length <= 8 ? 'medium' : 'long'
  const expects = expectedOf(asked)
  return [
    `asked:${expects}`,
    `asked:${expects}:${length}`,
    length,
    ...(text.includes('?') ? ['question', `question:${expects}`] : []),
    ...(questionWords.has(words[0] ?? '') ? ['starts as a question'] : []),
    ...(words.some((word) => word === 'you' || word === 'your' || word === 'u' || word === 'ur') ? ['you'] : []),
  ]
}

/** What the shared questions expect, as the examples name them. */
const expectedByName: Readonly<Record<string, Expected>> = {
  'q.product': 'product',
  'q.first-job': 'product',
  'q.users': 'users',
  'q.payer': 'users',
  'q.date': 'date',
  'q.budget': 'budget',
  'q.currency': 'currency',
  'q.contact': 'contact',
  'q.call': 'yesNo',
}

function expectedOf(asked: string | null | undefined): string {
  if (asked === null || asked === undefined) return 'nothing'
  return asked.startsWith('q.') ? (expectedByName[asked] ?? 'open') : asked
}

export type ActPrediction = { act: Act; probability: number }

export function predictAct(text: string, asked: Expected | undefined, model: Model): ActPrediction {
  const [best] = predict(vectorize(text, model, countFeatures(text, actMarks(text, asked))), model)
  return { act: (best?.id ?? 'ask') as Act, probability: best?.probability ?? 0 }
}

const openers = new Set(
  'yo dude bro bhai bhaiya sir maam team folks ok okay alright right fine lol haha and so but well hi hey hello also sorry please thanks btw just then yes yeah no oh um uh hmm sir now cool great acha achha good perfect understood noted'.split(
    ' ',
  ),
)

const courtesies = new Set('thanks thank thx thnx tysm ty cheers bye goodbye shukriya dhanyavad'.split(' '))
const maxCourtesyWords = 6

/** Whether a clause only thanks or says goodbye. */
export function isCourtesy(text: string): boolean {
  const words = tokenize(text)
  return words.length <= maxCourtesyWords && words.some((word) => courtesies.has(word)) && !looksLikeQuestion(text)
}

const asking = new Set('what how when where who which why whats hows'.split(' '))
const afterAsking = new Set(
  'is are do does did can could will would shall should if about much many long big soon far fast old often s'.split(
    ' ',
  ),
)
/** These ask wherever they stand, in Hindi. */
const askingAnywhere = new Set('kya kitna kitne kitni kaise kab kaun kahan kaha bata batao bataiye batana'.split(' '))
/** “Tell me what it costs.” */
const requests = [
  'tell me',
  'let me know',
  'please state',
  'please explain',
  'i want to know',
  'like to know',
  'wondering',
]

/** “It’s free then, right”, “do I write it or”. */
const tags = new Set('right or correct huh eh na no yes'.split(' '))
const minTaggedWords = 5

/** Whether a clause is shaped like a question. */
export function looksLikeQuestion(text: string): boolean {
  const words = tokenize(text)
  const first = words.find((word) => !openers.has(word)) ?? ''
  return (
    text.includes('?') ||
    questionWords.has(first) ||
    requests.some((request) => ` ${words.join(' ')} `.includes(` ${request} `)) ||
    (words.length >= minTaggedWords && tags.has(words.at(-1) ?? '')) ||
    words.some((word, i) => askingAnywhere.has(word) || (asking.has(word) && afterAsking.has(words[i + 1] ?? '')))
  )
}

const buyingWords = new Set(
  'start begin sign proceed book hire take go deal contract invoice pay next onboard kickoff order quote order reserve ready done chalo'.split(
    ' ',
  ),
)

/** Whether a clause names a next step, without which nobody agrees to buy. */
export function namesNextStep(text: string): boolean {
  return tokenize(text).some((word) => buyingWords.has(word))
}
