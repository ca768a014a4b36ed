import { BlockList, isIPv4, isIPv6, SocketAddress } from 'node:net'

/**
 * Of `198.51.100.7:4711`, `"[2001:db8::1%eth0]:443"` and their like (RFC 7239, 6) the address alone, in one spelling (RFC 5952);
 * IPv4 inside IPv6 is IPv4.
 */
export function addressIn(text: string): string | undefined {
  const bare = text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim()
  const [, host = bare] = /^\[([^[\]]*)\](?::\w*)?$/.exec(bare) ?? /^([\d.]+):\d*$/.exec(bare) ?? []
  const [address = ''] = host.split('%', 1)
  if (isIPv4(address)) return address
  if (!isIPv6(address)) return undefined
  return new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '')
}

const nearNetworks = new BlockList()
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
] as const) {
  nearNetworks.addSubnet(network, bits)
}
nearNetworks.addAddress('::1', 'ipv6')
nearNetworks.addSubnet('fc00::', 7, 'ipv6')
nearNetworks.addSubnet('fe80::', 10, 'ipv6')

/** Of this machine or its own network (RFC 1918, RFC 3927, RFC 4193, RFC 4291, RFC 6598). */
export function isNearAddress(address: string): boolean {
  return nearNetworks.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

/** `203.0.113.7` with 24 bits is `203.0.113.0/24` (RFC 4632, RFC 5952). */
export function networkOf(text: string, bits: { v4: 24 | 32; v6: 48 | 64 }): string | undefined {
  const address = addressIn(text)
  if (address === undefined) return undefined
  if (isIPv4(address)) return bits.v4 === 32 ? `${address}/32` : `${address.slice(0, address.lastIndexOf('.'))}.0/24`
  const kept = groupsOf(address).slice(0, bits.v6 / 16)
  const written = kept.map((group) => group.toString(16)).join(':')
  return `${written.replace(/(^0|:0)(:0)*$/, '')}::/${bits.v6}`
}

/** What a limit counts: an IPv4 address, or the /64 that an IPv6 sender can choose addresses from. */
export function limitedSender(address: string): string {
  return networkOf(address, { v4: 32, v6: 64 }) ?? address
}

/** Enough to see that many came from one place, too little to find a person. */
export function shortenedSender(address: string): string | null {
  return networkOf(address, { v4: 24, v6: 48 }) ?? null
}

/** The URL parser writes all groups in hexadecimal digits. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length
  return [...front, ...Array<string>(zeros).fill('0'), ...back].map((group) => Number.parseInt(group, 16))
}
