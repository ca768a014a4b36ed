import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Answer } from '../../platform/content/chat/answers.ts'
import type { PromptWords } from '../../platform/content/chat/chat.ts'
import { namesOf } from '../../platform/fields.ts'
import { parseJson } from '../../platform/text/plain-text.ts'
import { consultationFields } from '../leads/fields.ts'
import type { Answers } from './answers.ts'
import type { QuotedDetail } from './details/quotes.ts'
import { maxReplyTokens, type PromptMessage } from './gateway.ts'
import type { ChatMessage } from './messages.ts'
import type { Opening, Plan } from './plan/check-plan.ts'
import type { PlanInput } from './plan/plan.ts'
import type { SlotKind } from './plan/slots.ts'

const maxShownAnswers = 16
const maxShownMessages = 8
const maxMessageCharacters = 2_000
const maxShownCharacters = 7_000

/**
 * What a model reads. The first message is the same for every visitor, so that a gateway can keep it in its cache: the rules and
 * the titles of all answers. The second has the sentences of the likeliest answers and what is known of this chat.
 */
export function promptFor(words: PromptWords, input: PlanInput, messages: readonly ChatMessage[]): PromptMessage[] {
  const fence = randomBytes(6).toString('hex')
  const content = (text: string) => `[${fence}]\n${text.replaceAll(fence, '')}\n[/${fence}]`
  const history = messages.slice(-maxShownMessages).map((message): PromptMessage => {
    const text = message.content.slice(0, maxMessageCharacters).toWellFormed()
    return { role: message.role, content: message.role === 'user' ? content(text) : text }
  })
  return [
    { role: 'system', content: fixedPrompt(words, input.answers) },
    {
      role: 'system',
      content: [words.fence.replaceAll('{fence}', fence), stateText(input), likelyText(input)].join('\n\n'),
    },
    ...history,
  ]
}

const format =
  'Return one JSON object and nothing else: {"act":"ask","open":"ack.noted:date","tell":[[117,[1,2]]],"ask":"117.next",' +
  '"quotes":{"timeline":"by march"},"left":[],"unsure":[]}'

function fixedPrompt({ task, manner, titles, moves, questions }: PromptWords, answers: Answers): string {
  const all = listed(answers)
  return [
    task,
    format,
    ...manner.map((rule) => `- ${rule}`),
    titles,
    ...all.map(({ title }, i) => `${i + 1} ${title}`),
    moves,
    ...Object.entries(answers.moves).map(([id, text]) => `${id} ${text}`),
    questions,
    ...answers.talk.questions.map(({ id, text }) => `${id} ${text}`),
  ].join('\n')
}

/** Answers by their number in the prompt, from 1. People in trouble get theirs from the built-in agent. */
function listed({ all }: Answers): Answer[] {
  return [...all.values()].filter(({ id, kind }) => kind !== 'trouble' && id !== 'budgets')
}

/** These are said in words from lists, or formatted by code; names and dates are the visitor's. */
const spokenSlots = new Set(['product', 'users', 'budget'])

/** Ids and known words only; nothing here is a visitor's free text. */
function stateText({ state, details, slots, filled }: PlanInput): string {
  const known = namesOf(consultationFields).filter((field) => details.all[field] !== null || filled.includes(field))
  const lines = {
    topic: state.topic?.title,
    offer: state.offer?.name,
    asked: state.asked?.text,
    said: [...state.said].slice(-20).join(' '),
    'asked before': [...new Set(state.askedBefore)].join(' '),
    known: known.join(' '),
    'new in this message': Object.entries(slots)
      .filter(([name]) => name !== 'offer')
      .map(([name, value]) => (spokenSlots.has(name) ? `${name} (“${value}”)` : name))
      .join(' '),
  }
  return Object.entries(lines)
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function likelyText({ understood, state, answers, slots }: PlanInput): string {
  const numbers = new Map(listed(answers).map(({ id }, i) => [id, i + 1]))
  const family = answers.offersOf(state.topic?.id ?? '').flatMap((offer) => Object.values(offer.answers))
  const wanted = understood.wants.map(({ id }) => id)
  const likely = [
    ...wanted,
    ...understood.predictions.map(({ id }) => id),
    ...(state.topic ? [state.topic.id] : []),
    ...family,
  ]
  const shown = [...new Set([...likely, ...answers.talk.situations.described])].slice(0, maxShownAnswers)
  const texts = shown.flatMap((id) => {
    const [answer, number] = [answers.all.get(id), numbers.get(id)]
    return answer === undefined || number === undefined ? [] : answerText(answer, number, answers, slots.budget)
  })
  return texts.join('\n').slice(0, maxShownCharacters)
}

function answerText({ title, facts, next }: Answer, number: number, { questions }: Answers, sum = ''): string {
  const lines = facts.map(
    ({ text, leans }, i) => `  ${i + 1}${leans ? ' (only right after the one before)' : ''} ${text}`,
  )
  const own = next.flatMap((id) => questions.get(id) ?? []).map(({ id, text }) => `  ${id} ${text}`)
  return [`${number} ${title}`, ...lines, ...own].join('\n').replaceAll('{sum}', () => sum)
}

const number = z.int().positive()
const selections = z
  .array(z.union([number, z.tuple([number, z.array(number).catch([])]), z.tuple([number, number])]).catch(0))
  .catch([])
const planSchema = z.object({
  open: z.union([z.string(), z.array(z.string())]).catch([]),
  tell: selections,
  ask: z.string().catch(''),
  quotes: z.record(z.string(), z.string()).catch({}),
  left: selections,
  unsure: selections,
})

export type ModelPlan = { plan: Plan; quotes: QuotedDetail[] }

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
  const left = idsOf(data.left)
  const facts = data.tell.flatMap((each) => {
    const answer = answerOf(each)
    const numbers = Array.isArray(each) ? [each[1]].flat() : []
    return (numbers.length === 0 ? [1] : numbers).flatMap((n) => answer?.facts[n - 1]?.id ?? [])
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
