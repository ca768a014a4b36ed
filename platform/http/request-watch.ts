import type { Database } from '../db/database.ts'
import { writeSetting } from '../db/settings.ts'
import type { Environment } from '../environment.ts'
import type { Log } from '../log.ts'
import { hourMs } from '../text/time-text.ts'

/** Keys of settings that store warnings for `doctor` and the desk until the next start. */
export const warningKeys = ['proxy-problem', 'origin-problem'] as const
type WarningKey = (typeof warningKeys)[number]

/** Behind a proxy, a few requests without a forwarded address are normal, such as those from a local monitor. */
const maxHiddenBehindProxies = 20
const maxOriginCharacters = 200

type WatchOptions = { database: Pick<Database, 'write'>; log: Log; environment: Environment; now: () => number }

/** Logs and stores warnings if requests contradict TRUSTED_PROXIES or SITE_URL. */
export function createRequestWatch({ database, log, environment, now }: WatchOptions) {
  const { trustedProxies, siteUrl } = environment
  const maxHidden = trustedProxies === 0 ? 1 : maxHiddenBehindProxies
  let hidden = 0
  let nextOriginAt = 0

  function warn(key: WarningKey, text: string): void {
    log.warn(text)
    store(key, text)
  }

  function store(key: WarningKey, text: string): void {
    const onError = (err: unknown) => log.error({ err }, 'couldn’t store a warning')
    database.write((tx) => writeSetting(tx, key, text)).catch(onError)
  }

  return {
    /** Deletes warnings from earlier runs. */
    start: (): void => {
      for (const key of warningKeys) store(key, '')
    },
    /** Warns once the senders of `maxHidden` requests were hidden behind a proxy. */
    reportProxy: (isHidden: boolean): void => {
      if (isHidden) {
        hidden += 1
        if (hidden === maxHidden) warn('proxy-problem', proxyWarning(trustedProxies))
      } else if (trustedProxies > 0) {
        if (hidden >= maxHidden) store('proxy-problem', '')
        // A single forwarded address shows that the setting is correct, so never warn again.
        hidden = Number.NEGATIVE_INFINITY
      }
    },
    /** Warns at most once an hour: untrusted clients can send any Origin. */
    reportOrigin: (origin: string): void => {
      if (now() < nextOriginAt) return
      nextOriginAt = now() + hourMs
      warn('origin-problem', originWarning(origin.slice(0, maxOriginCharacters), siteUrl))
    },
  }
}

function proxyWarning(trustedProxies: number): string {
  const problem = trustedProxies === 0 ? 'there’s a proxy in front of the site' : 'X-Forwarded-For has fewer addresses'
  return `TRUSTED_PROXIES is ${trustedProxies}, but ${problem}, so all visitors share one rate limit. Set it to the number of proxies, usually 1, and have each proxy add the address its request came from.`
}

function originWarning(origin: string, siteUrl: string): string {
  return `Forms sent from ${origin} were refused because SITE_URL is ${siteUrl}. If that’s also your site, redirect it to SITE_URL, or change SITE_URL. Then restart the site.`
}
