import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Answer } from '../../platform/content/chat/answers.ts'
import type { PromptWords } from '../../platform/content/chat/chat.ts'
import { namesOf } from '../../platform/fields.ts'
import { parseJson } from '../../platform/parse-json.ts'
import { consultationFields } from '../leads/fields.ts'
import { type Answers, budgetsId, detailsId } from './answers.ts'
import { maxReplyTokens, type PromptMessage } from './gateway.ts'
import type { ChatMessage } from './messages.ts'
import { compareBudget } from './plan/budgets.ts'
import { type ModelPlan, slotsForModel } from './plan/check-model-plan.ts'
import type { Opening } from './plan/check-plan.ts'
import type { PlanInput } from './plan/plan.ts'
import { titlesOf } from './plan/render.ts'
import type { SlotKind } from './plan/slots.ts'
import { offerIn } from './state.ts'
import { tokenize } from './understand/model.ts'

const maxShownAnswers = 20
/** Of less likely answers, a model sees only those about the studio. */
const maxLikeliest = 6
const maxShownMessages = 8
const maxMessageCharacters = 2_000
const maxShownCharacters = 7_000

/**
 * What a model reads. The first message is the same for every visitor, which lets a gateway cache it: the rules, all titles, and the
 * answers that fit anywhere. The second has the likeliest answers and what is known of this chat.
 */
export function promptFor(words: PromptWords, input: PlanInput, messages: readonly ChatMessage[]): PromptMessage[] {
  const fence = randomBytes(6).toString('hex')
  const content: Fenced = (text, space = '\n') => `[${fence}]${space}${text.replaceAll(fence, '')}${space}[/${fence}]`
  const history = messages.slice(-maxShownMessages).map((message): PromptMessage => {
    const text = message.content.slice(0, maxMessageCharacters).toWellFormed()
    return { role: message.role, content: message.role === 'user' ? content(text) : text }
  })
  return [
    { role: 'system', content: fixedPrompt(words, input.answers) },
    {
      role: 'system',
      content: [words.fence.replaceAll('{fence}', fence), stateText(input, content), likelyText(input)].join('\n\n'),
    },
    ...history,
  ]
}

/** Marks a visitor's words. */
type Fenced = (text: string, space?: string) => string

const format =
  'Return one JSON object and nothing else: {"act":"ask","questions":["cost of an mvp"],"open":"ack.noted:date",' +
  '"tell":[[117,[1,2]]],"ask":"117.next","quotes":{"timeline":"by march"},"left":[],"unsure":[]}'

function fixedPrompt({ task, manner, titles, moves, questions }: PromptWords, answers: Answers): string {
  const always = new Set(alwaysShown(answers))
  return [
    task,
    format,
    ...manner.map((rule) => `- ${rule}`),
    titles,
    ...listed(answers).map((answer, i) =>
      always.has(answer.id) ? answerText(answer, i + 1, answers) : `${i + 1} ${answer.title}`,
    ),
    moves,
    ...Object.entries(answers.moves).map(([id, text]) => `${id} ${text}`),
    questions,
    ...answers.talk.questions.map(({ id, text }) => `${id} ${text}`),
  ].join('\n')
}

/** Answers by their number in the prompt, from 1. */
function listed({ all }: Answers): Answer[] {
  return [...all.values()]
}

const generalKinds = new Set<Answer['kind']>(['trouble', 'unknown'])

/** These answers can fit any message. */
function alwaysShown({ all, talk }: Answers): string[] {
  const general = [...all.values()].filter(({ kind }) => generalKinds.has(kind)).map(({ id }) => id)
  return [...general, detailsId, ...talk.situations.described, ...talk.situations.buying]
}

/** These are said in words from lists, or formatted by code; names and dates are the visitor's. */
const spokenSlots = new Set(['product', 'users', 'budget'])

/** Ids, known words, and the visitor's words between marks. */
function stateText(input: PlanInput, content: Fenced): string {
  const { state, details, filled, answers } = input
  const known = namesOf(consultationFields).filter((field) => details.all[field] !== null || filled.includes(field))
  const lines = {
    topic: state.topic?.title,
    offer: state.offer?.name,
    asked: state.asked?.text.replaceAll('{value}', titlesOf(state.buttons, answers)),
    said: [...state.said].slice(-20).join(' '),
    opened: [...state.moves].join(' '),
    'asked before': [...new Set(state.askedBefore)].join(' '),
    known: known.join(' '),
    'new in this message': Object.entries(slotsForModel(input))
      .filter(([name]) => name !== 'offer')
      .map(([name, value]) => `${name} (${spokenSlots.has(name) ? `“${value}”` : content(value, '')})`)
      .join(' '),
  }
  return Object.entries(lines)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function likelyText(input: PlanInput): string {
  const { understood, state, answers, slots } = input
  const numbers = new Map(listed(answers).map(({ id }, i) => [id, i + 1]))
  const family = answers.offersOf(state.topic?.id ?? '').flatMap((offer) => Object.values(offer.answers))
  const compared = new Set(comparisonsOf(input))
  const acts = new Set(understood.clauses.map(({ act }) => act))
  const isDescribed = acts.has('describe') && !acts.has('ask')
  const predicted = understood.predictions.map(({ id }) => id)
  const likely = [
    ...(compared.size > 0 ? [budgetsId] : []),
    ...understood.wants.map(({ id }) => id),
    ...(state.topic ? [state.topic.id] : []),
    ...relatedAnswers(input),
    ...predicted.slice(0, maxLikeliest),
    ...family,
    ...(isDescribed ? answers.talk.situations.fitting : []),
    ...predicted.slice(maxLikeliest).filter((id) => answers.all.get(id)?.kind === 'topic'),
  ]
  const always = new Set(alwaysShown(answers))
  const shown = [...new Set(likely)].filter((id) => !always.has(id)).slice(0, maxShownAnswers)
  const texts = shown.flatMap((id) => {
    const [answer, number] = [answers.all.get(id), numbers.get(id)]
    if (answer === undefined || number === undefined) return []
    return answerText(answer, number, answers, (factId) => id !== budgetsId || compared.has(factId), slots.budget)
  })
  const text = texts.join('\n')
  return text.length <= maxShownCharacters ? text : text.slice(0, text.lastIndexOf('\n', maxShownCharacters))
}

/** Clients in the business the visitor names. */
function relatedAnswers({ message, answers }: PlanInput): string[] {
  const words = ` ${tokenize(message).join(' ')} `
  return Object.entries(answers.talk.related).flatMap(([id, names]) =>
    names.some((name) => words.includes(` ${name} `) || words.includes(` ${name}s `)) ? id : [],
  )
}

/** The comparisons of the visitor's new sum with prices. */
function comparisonsOf({ details, message, state, answers }: PlanInput): string[] {
  if (details.newest.budget === null) return []
  return compareBudget(details.budget, offerIn(message, answers) ?? state.offer, answers)
}

function answerText(
  { title, facts, next }: Answer,
  number: number,
  { questions }: Answers,
  isShown = (_factId: string) => true,
  sum = '',
): string {
  const lines = facts.flatMap(({ id, text, leans }, i) =>
    isShown(id) ? `  ${i + 1}${leans ? ' (only right after the one before)' : ''} ${text}` : [],
  )
  const own = next.flatMap((id) => questions.get(id) ?? []).map(({ id, text }) => `  ${id} ${text}`)
  return [`${number} ${title}`, ...lines, ...own].join('\n').replaceAll('{sum}', () => sum)
}

const number = z.int().positive()
const selections = z
  .array(z.union([number, z.tuple([number, z.array(number).catch([])]), z.tuple([number, number])]).catch(0))
  .catch([])
const planSchema = z.object({
  act: z.string().catch(''),
  questions: z.array(z.unknown()).optional().catch(undefined),
  open: z.union([z.string(), z.array(z.string())]).catch([]),
  tell: selections,
  ask: z.string().catch(''),
  quotes: z.record(z.string(), z.string()).catch({}),
  left: selections,
  unsure: selections,
})

/** Reads a model's reply. Nothing of it is shown: it holds ids, and quotes that are checked. @returns undefined if it isn't JSON */
export function readModelPlan(reply: string, answers: Answers): ModelPlan | undefined {
  const json = parseJson(reply.slice(reply.indexOf('{'), reply.lastIndexOf('}') + 1))
  const { success, data } = planSchema.safeParse(json)
  if (!success) return undefined
  const all = listed(answers)
  const answerOf = (selection: z.infer<typeof selections>[number]) =>
    all[(Array.isArray(selection) ? selection[0] : selection) - 1]
  const idsOf = (chosen: typeof data.left) => chosen.flatMap((each) => answerOf(each)?.id ?? [])
  const unsure = idsOf(data.unsure)
  const answered = new Set(idsOf(data.tell))
  // Nothing is left to ask about if each question has its answer.
  const maxLeft = data.questions === undefined ? Infinity : Math.max(0, data.questions.length - answered.size)
  const left = idsOf(data.left)
    .filter((id) => !answered.has(id))
    .slice(0, maxLeft)
  // Sentences that the model wasn't shown.
  const unread = data.tell.length === 1 ? [1, 2] : [1]
  const facts = data.tell.flatMap((each) => {
    const answer = answerOf(each)
    const numbers = Array.isArray(each) ? [each[1]].flat() : []
    return (numbers.length === 0 ? unread : numbers).flatMap((n) => answer?.facts[n - 1]?.id ?? [])
  })
  const opens = [data.open].flat().map(openingOf)
  const isUnsure = unsure.length > 0 && facts.length === 0
  return {
    plan: {
      opens: isUnsure ? [...opens, { move: 'unsure' }] : opens,
      facts,
      asks: isUnsure ? 'q.which' : left.length > 0 ? 'q.also' : questionIdOf(data.ask, all, answers),
      buttons: isUnsure ? unsure : left,
    },
    quotes: namesOf(consultationFields).flatMap((field) => {
      const quote = data.quotes[field]
      return quote === undefined ? [] : { field, quote }
    }),
    act: data.act,
    questions: data.questions?.length ?? 0,
    isLast: data.ask === 'none',
  }
}

/** “ack.noted:date” names a move and what fills it. */
function openingOf(text: string): Opening {
  const [move = '', slot] = text.split(':')
  return { move, slot: slot as SlotKind | undefined }
}

/** A question by its id, or as “117.next”, by its answer's number. */
function questionIdOf(ask: string, all: readonly Answer[], { questions }: Answers): string {
  if (questions.has(ask)) return ask
  const [, n = '', rest = ''] = /^(\d{1,4})\.(next(?:-\d)?)$/.exec(ask) ?? []
  return `${all[Number(n) - 1]?.id ?? ''}.${rest}`
}

const tokensPerMessage = 40

/** Maximum tokens of the prompt. */
export function maxPromptTokens(words: PromptWords, answers: Answers, messages: readonly ChatMessage[]): number {
  const fixed =
    estimateTokens(fixedPrompt(words, answers)) + estimateTokens('x'.repeat(maxShownCharacters)) + maxReplyTokens
  return messages
    .slice(-maxShownMessages)
    .reduce(
      (sum, { content }) => sum + estimateTokens(content.slice(0, maxMessageCharacters)) + tokensPerMessage,
      fixed,
    )
}

const encoder = new TextEncoder()

/** Estimates high: one token for three ASCII characters (English takes four) and for every other byte. */
export function estimateTokens(text: string): number {
  const bytes = encoder.encode(text)
  const ascii = bytes.reduce((sum, byte) => (byte < 0x80 ? sum + 1 : sum), 0)
  return Math.ceil(ascii / 3) + bytes.length - ascii
}
