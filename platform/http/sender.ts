import { isPrivateAddress, parseAddress } from './ip-address.ts'

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
