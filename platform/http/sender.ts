import type { Database } from '../db/database.ts'
import { writeSetting } from '../db/settings.ts'
import type { Log } from '../log.ts'
import { addressIn, isNearAddress } from './ip-network.ts'

export type Proxies = {
  trustedProxies: number
  /** Called for each request. @param isHidden whether a proxy's address hides the visitor's */
  reportProxy?: (isHidden: boolean) => void
}

const proxyHeaders = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** Only trusts entries of X-Forwarded-For by the owner's proxies: with n proxies, the n-th from the right. */
export function senderOf(remoteAddress: string, headers: Headers, { trustedProxies, reportProxy }: Proxies): string {
  const direct = addressIn(remoteAddress) ?? ''
  const forwarded = (headers.get('x-forwarded-for') ?? '').split(',')
  const claimed = trustedProxies === 0 ? undefined : addressIn(forwarded.at(-trustedProxies) ?? '')
  const isUntrusted = () => isNearAddress(direct) && proxyHeaders.some((name) => headers.has(name))
  reportProxy?.(trustedProxies === 0 ? isUntrusted() : claimed === undefined)
  return claimed ?? direct
}

/** The stored warning about TRUSTED_PROXIES, until the next start. */
export const proxyProblemKey = 'proxy-problem'
/** Some requests bypass the proxy, such as those of a monitor on the same machine. */
const maxHidden = 20

/** Logs once if TRUSTED_PROXIES doesn't match the requests, and stores it for `doctor` until the next start. */
export function createProxyWatch({ write }: Pick<Database, 'write'>, log: Log, trustedProxies: number) {
  const [what, max] =
    trustedProxies === 0
      ? ['a proxy is in front of the site', 1]
      : ['X-Forwarded-For doesn’t hold that many addresses', maxHidden]
  const sentence = `TRUSTED_PROXIES is ${trustedProxies}, but ${what}, so all visitors count as one and share its limits. Set it to the number of proxies, mostly 1, and let each add the address that it got the request from.`
  let hidden = 0
  const keep = (text: string) =>
    write((tx) => writeSetting(tx, proxyProblemKey, text)).catch((err: unknown) =>
      log.error({ err }, 'what is known of the proxy could not be stored'),
    )
  return {
    start: () => void keep(''),
    report: (isHidden: boolean): void => {
      if (isHidden && ++hidden === max) {
        log.warn(sentence)
        void keep(sentence)
      } else if (!isHidden && trustedProxies > 0) {
        if (hidden >= max) void keep('')
        hidden = Number.NEGATIVE_INFINITY
      }
    },
  }
}
