import { timingSafeEqual } from 'node:crypto'
import { keyedHash } from '../../platform/signing.ts'
import { cleanText } from '../../platform/text/clean-text.ts'
import { dayMs } from '../../platform/text/time-text.ts'
import type { ChatMessage, SignedMessage, Turn } from './messages.ts'

/** Signs each part of a reply along with all earlier parts, so a reply is signed even if it breaks off. */
export function createSigner(key: string, messages: readonly SignedMessage[], now: () => number) {
  const last = messages.at(-1)
  const interrupted = last?.role === 'assistant' ? last : undefined
  const isOurs = interrupted === undefined || verifySignatures(key, messages, now()).at(-1) === true
  const history = interrupted === undefined ? messages : messages.slice(0, -1)
  const { previousHash, unanswered } = readSignatures(key, history, now())
  let reply = interrupted === undefined ? '' : `${interrupted.content} `
  /** @param turn the reply's content as IDs, once it's complete */
  return (text: string, turn?: Turn): string | undefined => {
    reply += text
    if (!isOurs) return undefined
    const texts = [...unanswered, ...signedTexts({ content: cleanText(reply), turn })]
    // With the previous reply's hash, the signature is valid only in this position, chat, and period.
    return previousHash + hashReply(key, periodOf(now()), [previousHash, ...texts])
  }
}

const hashCharacters = 11
const noPrevious = '-'.repeat(hashCharacters)

/** Checks whether each message is a reply signed by this site. The reply before the first can be missing. */
export function verifySignatures(key: string, messages: readonly SignedMessage[], now: number): boolean[] {
  return readSignatures(key, messages, now).areSigned
}

/** `unanswered`: the visitor's messages since the last reply. */
function readSignatures(key: string, messages: readonly SignedMessage[], now: number) {
  const areSigned: boolean[] = []
  // Hashes the next reply can follow. Undefined if the start of the chat might be missing.
  let validPrevious: string[] | undefined
  let unanswered: string[] = []
  const periods = [periodOf(now), periodOf(now) - 1]
  for (const { role, content, proof, turn, picked } of messages) {
    if (role === 'user') {
      unanswered.push(...signedTexts({ content, picked }))
      areSigned.push(false)
      continue
    }
    const signature = typeof proof === 'string' ? proof : ''
    const previous = signature.slice(0, hashCharacters)
    const hash = signature.slice(hashCharacters)
    const texts = [previous, ...unanswered, ...signedTexts({ content, turn })]
    const isInPlace = validPrevious === undefined || validPrevious.includes(previous)
    const isSigned = isInPlace && periods.some((period) => isEqual(hash, hashReply(key, period, texts)))
    areSigned.push(isSigned)
    validPrevious = isSigned ? [hash] : [noPrevious, hash]
    unanswered = []
  }
  return { areSigned, previousHash: validPrevious?.[0] ?? noPrevious, unanswered }
}

/** A signature is valid for one to two periods: prices and terms change. */
const periodMs = 30 * dayMs

function periodOf(now: number): number {
  return Math.floor(now / periodMs)
}

/** Hashes a reply for its signature. @param texts the previous reply's hash, then the signed content */
function hashReply(key: string, period: number, texts: readonly string[]): string {
  return keyedHash(key, JSON.stringify(['reply', period, ...texts])).slice(0, hashCharacters)
}

/** The parts of a message a signature covers. */
function signedTexts({ content, turn, picked }: Pick<ChatMessage, 'content' | 'turn' | 'picked'>): string[] {
  const texts = [normalizeSpace(content)]
  if (turn) texts.push(JSON.stringify([turn.facts, turn.moves, turn.asked, turn.buttons]))
  if (picked) texts.push(picked)
  return texts
}

function normalizeSpace(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function isEqual(a: string, b: string): boolean {
  const first = Buffer.from(a)
  const second = Buffer.from(b)
  return first.length === second.length && timingSafeEqual(first, second)
}
