import { randomBytes } from 'node:crypto'
import type { Answer } from '../../../platform/content/chat/answers.ts'
import type { PromptWords } from '../../../platform/content/chat/chat.ts'
import { namesOf } from '../../../platform/fields.ts'
import { consultationFields } from '../../leads/fields.ts'
import { type Answers, budgetsId, detailsId } from '../answers.ts'
import type { ChatMessage } from '../messages.ts'
import type { PlanInput } from '../plan/plan-input.ts'
import { titlesOf } from '../plan/render-plan.ts'
import type { Slots } from '../plan/slots.ts'
import { tokenize } from '../understand/model.ts'
import { maxReplyTokens, type PromptMessage } from './gateway.ts'

/** Maximum number of likely answers to include in full. More would cost more without better replies. */
const maxShownAnswers = 20
const maxShownCharacters = 7_000
/** After this many predicted answers, only those about the studio are included. */
const maxLikeliest = 6
/** Maximum number of newest messages to include. */
const maxShownMessages = 8
const maxMessageCharacters = 2_000
const maxSaidIds = 20

/**
 * Builds a model's prompt. The first message has the rules, all titles, and the answers that fit anywhere. It's
 * the same for every visitor, so a gateway can cache it. The second has the chat's state and the likeliest answers.
 * The newest messages follow.
 */
export function promptFor(words: PromptWords, input: PlanInput, messages: readonly ChatMessage[]): PromptMessage[] {
  const fence = randomBytes(6).toString('hex')
  const history = messages.slice(-maxShownMessages).map(({ role, content }): PromptMessage => {
    const text = content.slice(0, maxMessageCharacters).toWellFormed()
    return { role, content: role === 'user' ? fenced(fence, text) : text }
  })
  const parts = [words.fence.replaceAll('{fence}', fence), stateText(input, fence), likelyText(input)]
  return [
    { role: 'system', content: fixedPrompt(words, input.answers) },
    { role: 'system', content: parts.join('\n\n') },
    ...history,
  ]
}

/** Wraps a visitor's words in marks. */
function fenced(fence: string, text: string, space = '\n'): string {
  return `[${fence}]${space}${text.replaceAll(fence, '')}${space}[/${fence}]`
}

const format =
  'Return one JSON object and nothing else: {"act":"ask","questions":["cost of an mvp"],"open":"ack.noted:date",' +
  '"tell":[[117,[1,2]]],"ask":"117.next","quotes":{"timeline":"by march"},"left":[],"unsure":[]}'

function fixedPrompt({ task, manner, titles, moves, questions }: PromptWords, answers: Answers): string {
  const always = alwaysShown(answers)
  const listed = numberedAnswers(answers).map((answer, i) => {
    const number = i + 1
    return always.has(answer.id) ? answerText(answer, number, answers) : `${number} ${answer.title}`
  })
  return [
    task,
    format,
    ...manner.map((rule) => `- ${rule}`),
    titles,
    ...listed,
    moves,
    ...Object.entries(answers.moves).map(([id, text]) => `${id} ${text}`),
    questions,
    ...answers.talk.questions.map(({ id, text }) => `${id} ${text}`),
  ].join('\n')
}

/** Answers in the order of their numbers in the prompt. The first is 1. */
export function numberedAnswers({ all }: Answers): Answer[] {
  return [...all.values()]
}

/** IDs of answers that can fit any message. */
function alwaysShown({ all, talk }: Answers): Set<string> {
  const general = [...all.values()].filter(({ kind }) => kind === 'trouble' || kind === 'unknown').map(({ id }) => id)
  return new Set([...general, detailsId, ...talk.situations.described, ...talk.situations.buying])
}

/** Slots in the chat's own words. The others, names and dates, are in the visitor's words. */
const ownSlots = new Set(['product', 'users', 'budget'])

/** Describes the chat's state in IDs and known words. The visitor's own words are between marks. */
function stateText(input: PlanInput, fence: string): string {
  const { state, details, filled, answers } = input
  const known = namesOf(consultationFields).filter((field) => details.all[field] !== null || filled.includes(field))
  const { offer: _, ...newSlots } = slotsForModel(input)
  const newDetails = Object.entries(newSlots).map(([name, value]) => {
    return `${name} (${ownSlots.has(name) ? `“${value}”` : fenced(fence, value, '')})`
  })
  const lines = {
    topic: state.topic?.title,
    offer: state.offer?.name,
    asked: state.asked?.text.replaceAll('{value}', titlesOf(state.buttons, answers)),
    said: [...state.said].slice(-maxSaidIds).join(' '),
    opened: [...state.moves].join(' '),
    'asked before': [...new Set(state.askedBefore)].join(' '),
    known: known.join(' '),
    'new in this message': newDetails.join(' '),
  }
  const filledLines = Object.entries(lines).filter(([, value]) => value)
  return filledLines.map(([name, value]) => `${name}: ${value}`).join('\n')
}

/** Omits a product that the visitor only owns or mentions. */
export function slotsForModel({ slots, state, details }: PlanInput): Slots {
  const { product: _, ...others } = slots
  const isWanted = state.asked?.expects === 'product' || details.newest.requirements !== null
  return isWanted ? slots : others
}

/** The likeliest answers in full, as many as fit. */
function likelyText(input: PlanInput): string {
  const { answers, slots, comparisons } = input
  const always = alwaysShown(answers)
  const likely = new Set(likelyIds(input).filter((id) => !always.has(id)))
  const shown = new Set([...likely].slice(0, maxShownAnswers))
  const numbered = numberedAnswers(answers)
  const texts: string[] = []
  for (const id of shown) {
    const index = numbered.findIndex((answer) => answer.id === id)
    const answer = numbered[index]
    if (answer === undefined) continue
    const isShown = (factId: string) => id !== budgetsId || comparisons.includes(factId)
    const text = answerText(answer, index + 1, answers, isShown)
    texts.push(text.replaceAll('{sum}', () => slots.budget ?? ''))
  }
  const text = texts.join('\n')
  return text.length <= maxShownCharacters ? text : text.slice(0, text.lastIndexOf('\n', maxShownCharacters))
}

/** IDs of answers the message could be asking for, likeliest first. */
function likelyIds(input: PlanInput): string[] {
  const { understood, state, answers, comparisons } = input
  const { situations } = answers.talk
  const acts = new Set(understood.clauses.map(({ act }) => act))
  const onlyDescribes = acts.has('describe') && !acts.has('ask')
  const offers = answers.offersOf(state.topic?.id ?? '')
  const predicted = understood.predictions.map(({ id }) => id)
  return [
    ...(comparisons.length > 0 ? [budgetsId] : []),
    ...understood.wants.map(({ id }) => id),
    ...(state.topic === undefined ? [] : [state.topic.id]),
    ...relatedAnswers(input),
    ...predicted.slice(0, maxLikeliest),
    ...offers.flatMap((offer) => Object.values(offer.answers)),
    ...(onlyDescribes ? situations.fitting : []),
    ...predicted.slice(maxLikeliest).filter((id) => answers.all.get(id)?.kind === 'topic'),
  ]
}

/** IDs of answers about clients in a business the visitor mentions. */
function relatedAnswers({ message, answers }: PlanInput): string[] {
  const words = ` ${tokenize(message).join(' ')} `
  const isNamed = (name: string) => words.includes(` ${name} `) || words.includes(` ${name}s `)
  const related = Object.entries(answers.talk.related).filter(([, names]) => names.some(isNamed))
  return related.map(([id]) => id)
}

/** Formats an answer with its number. @param isShown whether to include a fact */
function answerText(
  { title, facts, next }: Answer,
  number: number,
  { questions }: Answers,
  isShown = (_factId: string) => true,
): string {
  const lines = [`${number} ${title}`]
  for (const [i, { id, text, leans }] of facts.entries())
    if (isShown(id)) lines.push(`  ${i + 1}${leans ? ' (only right after the one before)' : ''} ${text}`)
  for (const id of next) {
    const question = questions.get(id)
    if (question !== undefined) lines.push(`  ${question.id} ${question.text}`)
  }
  return lines.join('\n')
}

/** Overhead for a message's role and marks. */
const tokensPerMessage = 40

/** Maximum number of tokens to reserve for a prompt and its reply. */
export function maxPromptTokens(words: PromptWords, answers: Answers, messages: readonly ChatMessage[]): number {
  let tokens = estimateTokens(fixedPrompt(words, answers)) + estimateTokens('x'.repeat(maxShownCharacters))
  tokens += maxReplyTokens
  for (const { content } of messages.slice(-maxShownMessages))
    tokens += estimateTokens(content.slice(0, maxMessageCharacters)) + tokensPerMessage
  return tokens
}

const encoder = new TextEncoder()

/** Overestimates: one token per three ASCII characters (English averages four), and one per non-ASCII byte. */
export function estimateTokens(text: string): number {
  const bytes = encoder.encode(text)
  const ascii = bytes.reduce((sum, byte) => (byte < 0x80 ? sum + 1 : sum), 0)
  return Math.ceil(ascii / 3) + bytes.length - ascii
}
