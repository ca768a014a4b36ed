import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

/**
 * The address that a request counts for. Only the entries of X-Forwarded-For that the owner's own proxies have
 * written are believed: with n of them, the n-th from the right.
 * @param trustedProxies how many proxies stand in front; 0 believes nothing but the connection
 */
export function senderAddress(req: Pick<IncomingMessage, 'headers' | 'socket'>, trustedProxies: number): string {
  const direct = plainAddress(req.socket.remoteAddress ?? '')
  if (trustedProxies === 0) return direct
  const forwarded = [req.headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const claimed = plainAddress((forwarded.at(-trustedProxies) ?? '').trim())
  return isIP(claimed) === 0 ? direct : claimed
}

/** `::ffff:192.0.2.1` is how a dual-stack socket writes 192.0.2.1. */
function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}
