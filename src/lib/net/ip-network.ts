import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network that an address belongs to, in the notation of RFC 4632 and RFC 5952: `203.0.113.7` with 24 bits is
 * `203.0.113.0/24`. An IPv4 address inside IPv6 (`::ffff:203.0.113.7`) counts as IPv4.
 * @returns undefined when the text is no IP address
 */
export function networkOf(address: string, bits: { v4: 24 | 32; v6: 48 | 64 }): string | undefined {
  const bare = address.split('%', 1).join()
  const mapped = /^::ffff:([\d.]+)$/i.exec(bare)?.[1] ?? bare
  if (isIPv4(mapped)) return bits.v4 === 32 ? `${mapped}/32` : `${mapped.slice(0, mapped.lastIndexOf('.'))}.0/24`
  if (!isIPv6(bare)) return undefined
  const kept = groupsOf(bare).slice(0, bits.v6 / 16)
  const written = kept.map((group) => group.toString(16)).join(':')
  return `${written.replace(/(^0|:0)(:0)*$/, '')}::/${bits.v6}`
}

/** Whom a limit counts: one IPv4 address, or the /64 that an IPv6 sender can choose addresses from. */
export function limitedSender(address: string): string {
  return networkOf(address, { v4: 32, v6: 64 }) ?? address
}

/** What is kept of a sender: enough to see that many came from one place, too little to find a person; null for no address. */
export function shortenedSender(address: string): string | null {
  return networkOf(address, { v4: 24, v6: 48 }) ?? null
}

function groupsOf(address: string): number[] {
  const [head = '', tail] = withHexTail(address).split('::')
  const front = head === '' ? [] : head.split(':')
  const back = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - front.length - back.length
  return [...front, ...Array<string>(zeros).fill('0'), ...back].map((group) => Number.parseInt(group, 16))
}

/** `64:ff9b::203.0.113.7` reads `64:ff9b::cb00:7107`. */
function withHexTail(address: string): string {
  return address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
}
