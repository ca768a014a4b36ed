import type { IncomingMessage } from 'node:http'
import { addressIn, isNearAddress } from '../../lib/net/ip-network.ts'
import type { Database } from '../db/database.ts'
import { writeSetting } from '../db/settings.ts'
import type { Log } from '../log.ts'

/** Each of them makes all visitors one sender, with one limit for all. */
export type ProxyProblem = 'untrusted' | 'unreadable' | 'missing'

const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** Of X-Forwarded-For, only what the owner's own proxies wrote: with n of them, the n-th from the right. */
export function senderOf(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: number,
): { address: string; problem?: ProxyProblem } {
  const direct = addressIn(socket.remoteAddress ?? '') ?? ''
  if (trustedProxies === 0) {
    const isForwarded = isNearAddress(direct) && proxyHeaders.some((name) => headers[name] !== undefined)
    return { address: direct, ...(isForwarded && { problem: 'untrusted' }) }
  }
  const entry = [headers['x-forwarded-for'] ?? []].flat().join(',').split(',').at(-trustedProxies)?.trim()
  const address = addressIn(entry ?? '')
  if (address !== undefined) return { address }
  return { address: direct, problem: entry ? 'unreadable' : 'missing' }
}

/** Of a setting, with a sentence: what is wrong, since the last start. */
export const proxyProblemKey = 'proxy-problem'
/** Some come past the proxy, from a monitor on the same machine for one. */
const maxMissing = 20

const oneSender = 'so all visitors count as one and share its limits.'
const sentences: Record<ProxyProblem, (proxies: number) => string> = {
  untrusted: () =>
    `A proxy is in front of the site, and TRUSTED_PROXIES is 0, ${oneSender} Set it to the number of proxies, mostly 1.`,
  unreadable: () =>
    `The proxy sends X-Forwarded-For without an address, ${oneSender} Let it send the visitor’s address.`,
  missing: (proxies) =>
    `TRUSTED_PROXIES is ${proxies}, and X-Forwarded-For doesn’t come with that many addresses, ${oneSender} Let the proxy send it, or set TRUSTED_PROXIES to the number of proxies.`,
}

/** Logs what `senderOf` finds, once, and keeps it for `doctor` until the next start. */
export function createProxyWatch({ write }: Pick<Database, 'write'>, log: Log, trustedProxies: number) {
  let missing = 0
  let known: ProxyProblem | undefined

  function keep(problem: ProxyProblem | undefined): void {
    known = problem
    const sentence = problem && sentences[problem](trustedProxies)
    if (sentence !== undefined) log.warn(sentence)
    write((tx) => writeSetting(tx, proxyProblemKey, sentence ?? '')).catch((err: unknown) =>
      log.error({ err }, 'what is known of the proxy could not be stored'),
    )
  }

  return {
    start: () => keep(undefined),
    note: (problem: ProxyProblem | undefined): void => {
      missing = problem === undefined ? Number.NEGATIVE_INFINITY : missing + 1
      if (known === 'missing' && problem === undefined) keep(undefined)
      if (known === undefined && problem !== undefined && (problem !== 'missing' || missing >= maxMissing))
        keep(problem)
    },
  }
}
