import { isbot } from 'isbot'
import type { Device } from '../../migrations/tables.ts'
import { limitedSender } from '../../platform/http/ip-network.ts'
import { keyedHash } from '../../platform/http/keyed-hash.ts'

/** What a request tells of its sender; kept nowhere. */
export type Sender = { address: string; headers: Readonly<Record<string, string | string[] | undefined>> }

const longestHeader = 2_048
/** 96 bits: of a billion visitors two are alike with a chance of 1 in 10^11. */
const hashCharacters = 16

/** Tells one visitor from another as long as the key lasts, which is a day. */
export function visitorOf(dayKey: string, { address, headers }: Sender): string {
  return keyedHash(dayKey, `${limitedSender(address)}\n${headerOf(headers, 'user-agent')}`).slice(0, hashCharacters)
}

/** Neither robots, nor what a browser fetches ahead, nor who asks not to be counted (Global Privacy Control). */
export function isCounted({ headers }: Sender): boolean {
  const agent = headerOf(headers, 'user-agent')
  const isAhead = headerOf(headers, 'sec-purpose') !== ''
  return agent !== '' && !isbot(agent) && !isAhead && headerOf(headers, 'sec-gpc') !== '1'
}

export function deviceOf({ headers }: Sender): Device {
  const agent = headerOf(headers, 'user-agent')
  const isMobile = agent.includes('Mobi')
  if (agent.includes('iPad') || agent.includes('Tablet') || (agent.includes('Android') && !isMobile)) return 'tablet'
  return isMobile ? 'phone' : 'computer'
}

export function headerOf(headers: Sender['headers'], name: string): string {
  return String(headers[name] ?? '').slice(0, longestHeader)
}
