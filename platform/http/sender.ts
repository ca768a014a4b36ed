import { isPrivateAddress, parseAddress } from './ip-address.ts'

type Proxies = {
  trustedProxies: number
  /** The server calls this for each request. `isHidden`: the visitor's own address is unknown. */
  reportProxy?: (isHidden: boolean) => void
}

/** Headers with the visitor's address. A proxy adds at least one of them. */
const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/**
 * The visitor's IP address. Each trusted proxy appends an address to X-Forwarded-For, so with n of them, it's the nth from the
 * right. Entries further left come from the visitor, who can invent them.
 */
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
