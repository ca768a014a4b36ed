import { timingSafeEqual } from 'node:crypto'
import { cleanText } from '../../platform/fields.ts'
import { keyedHash } from '../../platform/http/keys.ts'
import type { ChatMessage } from './messages.ts'

export type ProvableMessage = ChatMessage & { proof?: unknown }

const hashCharacters = 11
const noPrevious = '-'.repeat(hashCharacters)
/** A proof is valid for one to two periods, since prices and terms change. */
const periodMs = 30 * 24 * 60 * 60_000

/** A keyed hash chained to the previous proof, so that it's only valid in this place, chat, and period. */
export function proofOf(key: string, turns: readonly ProvableMessage[], reply: string, now: number): string {
  const { before, asked } = checkProofs(key, turns, now)
  return before + hashOf(key, periodOf(now), before, asked, reply)
}

/** Whether each turn is a proved reply. The first reply may follow one that isn't in `turns`. */
export function provedIn(key: string, turns: readonly ProvableMessage[], now: number): boolean[] {
  return checkProofs(key, turns, now).proved
}

function checkProofs(key: string, turns: readonly ProvableMessage[], now: number) {
  const proved: boolean[] = []
  // Proofs that the next reply may follow; undefined if the beginning may be missing.
  let links: string[] | undefined
  let asked: string[] = []
  for (const { role, content, proof } of turns) {
    if (role === 'user') {
      asked.push(content)
      proved.push(false)
      continue
    }
    const given = typeof proof === 'string' ? proof : ''
    const [link, hash] = [given.slice(0, hashCharacters), given.slice(hashCharacters)]
    const periods = [periodOf(now), periodOf(now) - 1]
    const isProved =
      (links === undefined || links.includes(link)) &&
      periods.some((period) => isSame(hash, hashOf(key, period, link, asked, content)))
    proved.push(isProved)
    links = isProved ? [hash] : [noPrevious, hash]
    asked = []
  }
  return { proved, before: links?.[0] ?? noPrevious, asked }
}

function periodOf(now: number): number {
  return Math.floor(now / periodMs)
}

function hashOf(key: string, period: number, before: string, asked: readonly string[], reply: string): string {
  return keyedHash(key, JSON.stringify(['reply', period, before, ...[...asked, reply].map(plain)])).slice(
    0,
    hashCharacters,
  )
}

function isSame(given: string, right: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(right)]
  return a.length === b.length && timingSafeEqual(a, b)
}

function plain(text: string): string {
  return cleanText(text)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
}
