import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Extracts the address from a proxy's header value, like `198.51.100.7:4711` or `"[2001:db8::1%eth0]:443"` (RFC 7239, 6), in
 * canonical form (RFC 5952). IPv4-mapped IPv6 becomes IPv4. @returns undefined if there's no address
 */
function parseAddress(text: string): string | undefined {
  const trimmed = text.trim()
  const unquoted = /^"(.*)"$/.exec(trimmed)?.[1]?.trim() ?? trimmed
  const withPort = /^\[([^[\]]*)\](?::\w*)?$/.exec(unquoted) ?? /^([\d.]+):\d*$/.exec(unquoted)
  const host = withPort?.[1] ?? unquoted
  const [address = ''] = host.split('%', 1)
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

const privateRanges = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']

/** Whether an address is local or in a private network (RFC 1918, RFC 3927, RFC 4193, RFC 4291, RFC 6598). */
function isPrivateAddress(address: string): boolean {
  return isIP(address) !== 0 && privateRanges.includes(ipaddr.process(address).range())
}

/** Whether a URL is on this machine or its local network, where names have no dot (RFC 6761). */
export function isLocalUrl(url: string): boolean {
  const address = new URL(url).hostname.replace(/^\[|\]$/g, '')
  return isPrivateAddress(address) || !/[.:]/.test(address) || address.endsWith('.localhost')
}

/** The sender for limits: an IPv4 address or an IPv6 /64, in which a sender can use any address. */
export function limitedSender(address: string): string {
  return networkOf(address, { v4: 32, v6: 64 }) ?? address
}

/** A sender's network for limits: an IPv4 /24 or an IPv6 /48. */
export function senderNetwork(address: string): string {
  return truncatedSender(address) ?? address
}

/** Truncates an address to its network, which identifies the source of a flood but not a person. */
export function truncatedSender(address: string): string | null {
  return networkOf(address, { v4: 24, v6: 48 }) ?? null
}

/** `203.0.113.7` with 24 bits is `203.0.113.0/24` (RFC 4632, RFC 5952). @returns undefined if it isn't an address */
function networkOf(text: string, bits: { v4: 24 | 32; v6: 48 | 64 }): string | undefined {
  const address = parseAddress(text)
  if (address === undefined) return undefined
  if (isIPv4(address)) return `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bits.v4}`)}/${bits.v4}`
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/${bits.v6}`)}/${bits.v6}`
}

type Proxies = {
  trustedProxies: number
  /** Called for each request. `isHidden`: the visitor's own address is unknown. */
  reportProxy?: (isHidden: boolean) => void
}

const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** The visitor's IP address. With n trusted proxies, it's the nth entry of X-Forwarded-For from the right. */
export function senderOf(remoteAddress: string, headers: Headers, { trustedProxies, reportProxy }: Proxies): string {
  const direct = parseAddress(remoteAddress) ?? ''
  if (trustedProxies === 0) {
    reportProxy?.(isFromUnknownProxy(direct, headers))
    return direct
  }
  const entries = (headers.get('x-forwarded-for') ?? '').split(',')
  const forwarded = parseAddress(entries.at(-trustedProxies) ?? '')
  reportProxy?.(forwarded === undefined)
  return forwarded ?? direct
}

function isFromUnknownProxy(address: string, headers: Headers): boolean {
  return isPrivateAddress(address) && proxyHeaders.some((name) => headers.has(name))
}
