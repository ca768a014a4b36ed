import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '../../platform/http/keys.ts'
import { cleanText } from '../../platform/text/clean-text.ts'
import { dayMs } from '../../platform/text/time-text.ts'
import type { ChatMessage, Turn } from './messages.ts'

/** `proof` shows that this site sent the reply. */
export type ProvableMessage = ChatMessage & { proof?: unknown }

/** Proves each part of a reply along with those before it, so that it has a proof wherever it breaks off. */
export function createProver(key: string, messages: readonly ProvableMessage[], now: () => number) {
  const last = messages.at(-1)
  const interrupted = last?.role === 'assistant' ? last : undefined
  const isOurs = interrupted === undefined || verifyProofs(key, messages, now()).at(-1) === true
  const history = interrupted === undefined ? messages : messages.slice(0, -1)
  const { previousHash, questions } = checkProofs(key, history, now())
  let reply = interrupted === undefined ? '' : `${interrupted.content} `
  /** @param turn once the reply is complete */
  return (text: string, turn?: Turn): string | undefined => {
    reply += text
    if (!isOurs) return undefined
    const texts = [...questions, ...textsOf({ content: cleanText(reply), turn })]
    // The previous reply's hash makes it valid only in this place, chat, and period.
    return previousHash + hashReply(key, periodOf(now()), previousHash, texts)
  }
}

const hashCharacters = 11
const noPrevious = '-'.repeat(hashCharacters)

/** Whether each message is a proved reply. The first reply may follow one that isn't in `messages`. */
export function verifyProofs(key: string, messages: readonly ProvableMessage[], now: number): boolean[] {
  return checkProofs(key, messages, now).proved
}

function checkProofs(key: string, messages: readonly ProvableMessage[], now: number) {
  const proved: boolean[] = []
  // Replies that the next one may follow; undefined if the beginning may be missing.
  let validPrevious: string[] | undefined
  let questions: string[] = []
  for (const { role, content, proof, turn, picked } of messages) {
    if (role === 'user') {
      questions.push(...textsOf({ content, picked }))
      proved.push(false)
      continue
    }
    const text = typeof proof === 'string' ? proof : ''
    const [previous, hash] = [text.slice(0, hashCharacters), text.slice(hashCharacters)]
    const periods = [periodOf(now), periodOf(now) - 1]
    const texts = [...questions, ...textsOf({ content, turn })]
    const isProved =
      (validPrevious === undefined || validPrevious.includes(previous)) &&
      periods.some((period) => isEqual(hash, hashReply(key, period, previous, texts)))
    proved.push(isProved)
    validPrevious = isProved ? [hash] : [noPrevious, hash]
    questions = []
  }
  return { proved, previousHash: validPrevious?.[0] ?? noPrevious, questions }
}

/** A proof is valid for one to two periods, since prices and terms change. */
const periodMs = 30 * dayMs

function periodOf(now: number): number {
  return Math.floor(now / periodMs)
}

function hashReply(key: string, period: number, previous: string, texts: readonly string[]): string {
  return keyedHash(key, JSON.stringify(['reply', period, previous, ...texts])).slice(0, hashCharacters)
}

/** What is proved of a message. */
function textsOf({ content, turn, picked }: Pick<ChatMessage, 'content' | 'turn' | 'picked'>): string[] {
  const { facts, moves, asked, buttons } = turn ?? {}
  return [
    normalizeSpace(content),
    ...(turn ? [JSON.stringify([facts, moves, asked, buttons])] : []),
    ...(picked ? [picked] : []),
  ]
}

function normalizeSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
