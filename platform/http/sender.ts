import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { Database } from '../db/database.ts'
import { writeSetting } from '../db/settings.ts'
import type { Environment } from '../environment.ts'
import type { Log } from '../log.ts'
import { hourMs } from '../text/time-text.ts'

export type Proxies = {
  trustedProxies: number
  /** Called for each request. @param isHidden whether the visitor's own address is unknown */
  reportProxy?: (isHidden: boolean) => void
}

const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** Trusts only X-Forwarded-For entries of the owner's proxies: with n proxies, takes the n-th from the right. */
export function senderOf(remoteAddress: string, headers: Headers, { trustedProxies, reportProxy }: Proxies): string {
  const direct = addressIn(remoteAddress) ?? ''
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',')
  const claimed = trustedProxies === 0 ? undefined : addressIn(forwarded.at(-trustedProxies) ?? '')
  const isUntrusted = () => isPrivateAddress(direct) && proxyHeaders.some((name) => headers.has(name))
  reportProxy?.(trustedProxies === 0 ? isUntrusted() : claimed === undefined)
  return claimed ?? direct
}

/** The settings with warnings for `doctor` and the desk, until the next start. */
export const warningKeys = ['proxy-problem', 'origin-problem'] as const

/** Some requests bypass the proxy, such as those of a monitor on the same machine. */
const maxHidden = 20
const maxOriginCharacters = 200

type Watched = Pick<Environment, 'trustedProxies' | 'siteUrl'>

/** Logs and stores warnings about requests that don't match the settings. */
export function createRequestWatch(database: Pick<Database, 'write'>, log: Log, settings: Watched, now: () => number) {
  const { trustedProxies, siteUrl } = settings
  const [what, max] =
    trustedProxies === 0
      ? ['a proxy is in front of the site', 1]
      : ['X-Forwarded-For doesn’t hold that many addresses', maxHidden]
  const proxyWarning = `TRUSTED_PROXIES is ${trustedProxies}, but ${what}, so all visitors count as one sender and share its limits. Set it to the number of proxies, usually 1, and have each one add the address the request came from.`
  let hidden = 0
  let nextOriginAt = 0
  const store = (key: (typeof warningKeys)[number], text: string) => {
    if (text !== '') log.warn(text)
    const onError = (err: unknown) => log.error({ err }, 'couldn’t store a warning')
    database.write((tx) => writeSetting(tx, key, text)).catch(onError)
  }
  return {
    start: () => warningKeys.forEach((key) => void store(key, '')),
    reportProxy: (isHidden: boolean): void => {
      if (isHidden && ++hidden === max) store('proxy-problem', proxyWarning)
      else if (!isHidden && trustedProxies > 0) {
        if (hidden >= max) store('proxy-problem', '')
        hidden = Number.NEGATIVE_INFINITY
      }
    },
    /** Warns at most once per hour: untrusted clients can send any Origin. */
    reportOrigin: (origin: string): void => {
      if (now() < nextOriginAt) return
      nextOriginAt = now() + hourMs
      const refused = `Forms sent from ${origin.slice(0, maxOriginCharacters)} were refused, because SITE_URL is ${siteUrl}.`
      const advice = 'If that’s also your site, redirect it to SITE_URL, or change SITE_URL. Then restart the site.'
      store('origin-problem', `${refused} ${advice}`)
    },
  }
}

/**
 * The address in `198.51.100.7:4711`, `"[2001:db8::1%eth0]:443"`, and the like (RFC 7239, 6), in canonical form (RFC 5952);
 * IPv4-mapped IPv6 becomes IPv4.
 */
function addressIn(text: string): string | undefined {
  const bare = /^"(.*)"$/.exec(text.trim())?.[1]?.trim() ?? text.trim()
  const [, host = bare] = /^\[([^[\]]*)\](?::\w*)?$/.exec(bare) ?? /^([\d.]+):\d*$/.exec(bare) ?? []
  const [address = ''] = host.split('%', 1)
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

const privateRanges = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']

/** Whether an address is this machine's or in a private network (RFC 1918, RFC 3927, RFC 4193, RFC 4291, RFC 6598). */
export function isPrivateAddress(address: string): boolean {
  return isIP(address) !== 0 && privateRanges.includes(ipaddr.process(address).range())
}

/** `203.0.113.7` with 24 bits is `203.0.113.0/24` (RFC 4632, RFC 5952). @returns undefined if the text contains no address */
function networkOf(text: string, { v4, v6 }: { v4: 24 | 32; v6: 48 | 64 }): string | undefined {
  const address = addressIn(text)
  if (address === undefined) return undefined
  const [kind, bits] = isIPv4(address) ? [ipaddr.IPv4, v4] : [ipaddr.IPv6, v6]
  return `${kind.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`
}

/** The sender for limits: an IPv4 address, or an IPv6 /64, since one sender can use any address in it. */
export function limitedSender(address: string): string {
  return networkOf(address, { v4: 32, v6: 64 }) ?? address
}

/** Enough to see that many came from one network, too little to identify a person. */
export function truncatedSender(address: string): string | null {
  return networkOf(address, { v4: 24, v6: 48 }) ?? null
}

/** The network for limits: a /24, or an IPv6 /48. */
export function senderNetwork(address: string): string {
  return truncatedSender(address) ?? address
}
