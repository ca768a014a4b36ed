import { isIPv4, isIPv6 } from 'node:net'

/** `203.0.113.7` with 24 bits is `203.0.113.0/24` (RFC 4632, RFC 5952); IPv4 inside IPv6 counts as IPv4. */
export function networkOf(address: string, bits: { v4: 24 | 32; v6: 48 | 64 }): string | undefined {
  const bare = address.split('%', 1).join()
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare
  if (isIPv4(mapped)) return bits.v4 === 32 ? `${mapped}/32` : `${mapped.slice(0, mapped.lastIndexOf('.'))}.0/24`
  if (!isIPv6(bare)) return undefined
  const kept = groupsOf(bare).slice(0, bits.v6 / 16)
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
