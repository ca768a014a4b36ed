import { isbot } from 'isbot'
import { limitedSender } from '../../platform/http/ip-address.ts'
import { keyedHash } from '../../platform/signing.ts'
import type { VisitEvent } from './day-numbers.ts'

/** Data that identifies a request's sender. Never stored. */
export type Sender = { address: string; headers: Readonly<Record<string, string | string[] | undefined>> }

/** 96 bits. Among a billion visitors, the probability of any collision is about 1 in 10^11. */
const hashCharacters = 16

/** Hashes a visitor's identity for a day. The hash is only useful while the day's key exists. */
export function hashVisitor(dayKey: string, sender: Sender): string {
  return keyedHash(dayKey, `${limitedSender(sender.address)}\n${userAgentOf(sender)}`).slice(0, hashCharacters)
}

/** Whether to count a request. Bots, prefetches, and visitors who opted out (Global Privacy Control) aren't counted. */
export function isCounted(sender: Sender): boolean {
  const isPrefetch = headerOf(sender, 'sec-purpose') !== ''
  return !isBot(sender) && !isPrefetch && headerOf(sender, 'sec-gpc') !== '1'
}

export function isBot(sender: Sender): boolean {
  const userAgent = userAgentOf(sender)
  return userAgent === '' || isbot(userAgent)
}

export function deviceOf(sender: Sender): VisitEvent['device'] {
  const userAgent = userAgentOf(sender)
  const isMobile = userAgent.includes('Mobi')
  if (/iPad|Tablet/.test(userAgent) || (userAgent.includes('Android') && !isMobile)) return 'tablet'
  return isMobile ? 'phone' : 'computer'
}

function userAgentOf(sender: Sender): string {
  return headerOf(sender, 'user-agent')
}

const maxHeaderCharacters = 2_048

function headerOf({ headers }: Sender, name: string): string {
  return String(headers[name] ?? '').slice(0, maxHeaderCharacters)
}
