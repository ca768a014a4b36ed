import { z } from 'zod'
import { namesOf } from '../../platform/fields.ts'
import { chatLimits } from '../../platform/limits/limits.ts'
import { cleanText, isBlank } from '../../platform/text/clean-text.ts'
import { type ConsultationField, consultationFields } from '../leads/fields.ts'

/** `proof`: a reply's signature, as the browser returned it. */
export type SignedMessage = ChatMessage & { proof?: unknown }

/** A reply's content as IDs. The browser sends it back with the chat, so the server doesn't store it. */
export type Turn = { facts: string[]; moves: string[]; asked: string; buttons: string[] }

/** `turn`: a reply's content as IDs. `picked`: ID of the answer whose button the visitor tapped. */
export type ChatMessage = {
  role: 'user' | 'assistant'
  content: string
  turn?: Turn | undefined
  picked?: string | undefined
}

type ChatProblem = 'empty' | 'tooLong' | 'wrong'

/** Maximum length in code units before cleaning, which can compose three code units into one character. */
const maxPostedCharacters = 3 * chatLimits.messageCharacters

/** `filled`: the form's fields that aren't empty. */
export type CheckedChat = { ok: true; messages: SignedMessage[]; filled: ConsultationField[] }

/** Checks a submitted chat. Drops unknown roles and fields, and the oldest messages if there are too many. */
export function checkChat(
  posted: Readonly<Record<string, unknown>>,
): CheckedChat | { ok: false; problem: ChatProblem } {
  if (!Array.isArray(posted['messages'])) return { ok: false, problem: 'wrong' }
  const messages: SignedMessage[] = []
  let codeUnits = 0
  for (const candidate of posted['messages'].toReversed()) {
    if (messages.length === chatLimits.messages || codeUnits > 2 * chatLimits.characters) break
    const message = checkMessage(candidate)
    if (message === 'skip') continue
    if (typeof message === 'string') return { ok: false, problem: message }
    messages.unshift(message)
    codeUnits += message.content.length
  }
  if (!messages.some(({ role }) => role === 'user')) return { ok: false, problem: 'empty' }
  const filled = posted['filled']
  const isFilled = (field: ConsultationField) => Array.isArray(filled) && filled.includes(field)
  return { ok: true, messages: trimChat(messages), filled: namesOf(consultationFields).filter(isFilled) }
}

/** @returns the cleaned message, the problem with it, or `skip` to leave it out */
function checkMessage(message: unknown): SignedMessage | ChatProblem | 'skip' {
  if (typeof message !== 'object' || message === null || !('role' in message)) return 'wrong'
  const { role } = message
  if (role !== 'user' && role !== 'assistant') return 'skip'
  if (!('content' in message) || typeof message.content !== 'string') return 'wrong'
  if (role === 'user' && message.content.length > maxPostedCharacters) return 'tooLong'
  const content = cleanText(message.content.slice(0, maxPostedCharacters))
  // Skip empty replies and truncate long ones, so the chat can continue.
  if (role === 'assistant') {
    if (isBlank(content)) return 'skip'
    const proof = 'proof' in message && { proof: message.proof }
    const turn = 'turn' in message ? readTurn(message.turn) : undefined
    return { role, content: [...content].slice(0, chatLimits.messageCharacters).join(''), ...proof, turn }
  }
  if (isBlank(content)) return 'empty'
  if ([...content].length > chatLimits.messageCharacters) return 'tooLong'
  return { role, content, picked: 'picked' in message ? readPicked(message.picked) : undefined }
}

/** Trims a chat to start with a visitor's message, and to end with the last such message and the last reply to it. */
function trimChat(messages: readonly SignedMessage[]): SignedMessage[] {
  const end = messages.findLastIndex(({ role }) => role === 'user') + 1
  const newest = newestMessages([...messages.slice(0, end), ...messages.slice(end).slice(-1)])
  return newest.slice(newest.findIndex(({ role }) => role === 'user'))
}

/** The newest messages that fit the limits. If any were dropped, the result starts with a visitor's message. */
export function newestMessages<T extends ChatMessage>(messages: readonly T[]): T[] {
  let start = messages.length
  let remaining: number = chatLimits.characters
  for (; start > 0 && messages.length - start < chatLimits.messages; start--) {
    remaining -= [...(messages[start - 1]?.content ?? '')].length
    if (remaining < 0) break
  }
  const newest = messages.slice(start)
  return start === 0 ? newest : newest.slice(newest.findIndex(({ role }) => role === 'user'))
}

/** Exceeds the number of sentences in any reply. */
const maxSentences = 6

/** Splits a reply into the sentences that `renderPlan` made. */
export function splitSentences(text: string): string[] {
  return text
    .split(/\n+|(?<=[.!?…][”"’)]?)\s+|(?<=\?)(?=\S)/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /\p{L}/u.test(sentence))
    .slice(0, maxSentences)
}

/** Exceeds any real ID. */
const maxIdCharacters = 120
/** Exceeds the number of IDs in any reply. */
const maxIds = 8

const id = z.string().max(maxIdCharacters)
const ids = z.array(id).max(maxIds)
const titledId = z.object({ id }).transform((button) => button.id)
const turnSchema = z.object({
  facts: ids,
  moves: ids,
  asked: id,
  buttons: z.array(z.union([id, titledId])).max(maxIds),
})

/** @param value unchecked, from a request @returns undefined if it isn't a turn */
export function readTurn(value: unknown): Turn | undefined {
  return turnSchema.safeParse(value).data
}

/** @param value unchecked, from a request @returns undefined if it can't be an ID */
export function readPicked(value: unknown): string | undefined {
  return id.safeParse(value).data
}
