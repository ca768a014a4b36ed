import { isIP, isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The address in `198.51.100.7:4711`, `"[2001:db8::1%eth0]:443"`, and the like (RFC 7239, 6), in canonical form (RFC 5952);
 * IPv4-mapped IPv6 becomes IPv4.
 */
export function addressIn(text: string): string | undefined {
  const bare = /^"(.*)"$/.exec(text.trim())?.[1]?.trim() ?? text.trim()
  const [, host = bare] = /^\[([^[\]]*)\](?::\w*)?$/.exec(bare) ?? /^([\d.]+):\d*$/.exec(bare) ?? []
  const [address = ''] = host.split('%', 1)
  return isIP(address) === 0 ? undefined : ipaddr.process(address).toString()
}

const nearRanges = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']

/** Whether an address is this machine's or in a private network (RFC 1918, RFC 3927, RFC 4193, RFC 4291, RFC 6598). */
export function isNearAddress(address: string): boolean {
  return isIP(address) !== 0 && nearRanges.includes(ipaddr.process(address).range())
}

/** `203.0.113.7` with 24 bits is `203.0.113.0/24` (RFC 4632, RFC 5952). */
export function networkOf(text: string, { v4, v6 }: { v4: 24 | 32; v6: 48 | 64 }): string | undefined {
  const address = addressIn(text)
  if (address === undefined) return undefined
  const [kind, bits] = isIPv4(address) ? [ipaddr.IPv4, v4] : [ipaddr.IPv6, v6]
  return `${kind.networkAddressFromCIDR(`${address}/${bits}`)}/${bits}`
}

/** The sender that limits count: an IPv4 address, or an IPv6 /64, where one sender can use any address. */
export function limitedSender(address: string): string {
  return networkOf(address, { v4: 32, v6: 64 }) ?? address
}

/** Enough to see that many came from one network, too little to identify a person. */
export function shortenedSender(address: string): string | null {
  return networkOf(address, { v4: 24, v6: 48 }) ?? null
}
