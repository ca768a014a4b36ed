import { createHash, randomBytes } from 'node:crypto'

export type SignIn = ReturnType<typeof createSignIn>

type SignInOptions = {
  /** Runs when a tab signs in. */
  onSignIn?: (userAgent: string) => void
}

/** Exchanges one-time keys for tokens. Compares hashes, so timing reveals neither. */
export function createSignIn({ onSignIn }: SignInOptions = {}) {
  let key: string | undefined
  let unconfirmed: string | undefined
  const confirmed = new Set<string>()
  return {
    /** Makes a new key, which replaces an unused key, and signs out the unconfirmed tab. */
    makeKey(): string {
      const newKey = randomSecret()
      key = hashOf(newKey)
      unconfirmed = undefined
      return newKey
    },
    /** Exchanges the current key for a token. Works once per key. @returns undefined for any other key */
    exchange(usedKey: string, userAgent = ''): string | undefined {
      if (key === undefined || hashOf(usedKey) !== key) return undefined
      key = undefined
      const token = randomSecret()
      unconfirmed = hashOf(token)
      onSignIn?.(userAgent)
      return token
    },
    /** Keeps the newest tab signed in when new keys are made. @returns whether there was an unconfirmed tab */
    confirm(): boolean {
      if (unconfirmed === undefined) return false
      confirmed.add(unconfirmed)
      return true
    },
    isSignedIn(token: string): boolean {
      const hash = hashOf(token)
      return hash === unconfirmed || confirmed.has(hash)
    },
  }
}

/** Browser names by User-Agent token, in search order: Edge's User-Agent also contains Chrome's token. */
const browsers: Readonly<Record<string, string>> = {
  Edg: 'Edge',
  OPR: 'Opera',
  Firefox: 'Firefox',
  Chrome: 'Chrome',
  Safari: 'Safari',
}
const systems = ['Windows', 'iPhone', 'Android', 'Mac', 'Linux']

/** Describes a browser, like `Firefox on Linux`. Clients can fake the User-Agent. */
export function browserOf(userAgent: string): string {
  const browserToken = Object.keys(browsers).find((token) => userAgent.includes(token))
  const browser = browserToken === undefined ? 'An unknown browser' : browsers[browserToken]
  const system = systems.find((name) => userAgent.includes(name)) ?? 'an unknown system'
  return `${browser} on ${system}`
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** `site` is Sec-Fetch-Site (W3C Fetch Metadata). */
type Headers = { host: string | undefined; origin?: string | undefined; site?: string | undefined }

const ownHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/

/**
 * Whether a request comes from the desk's own page on this machine. Other host names could also point here (DNS
 * rebinding). Through `ssh -L`, the port can differ.
 */
export function isFromDesk({ host = '', origin, site = 'none' }: Headers): boolean {
  if (!ownHost.test(host)) return false
  return (origin === undefined || origin === `http://${host}`) && (site === 'none' || site === 'same-origin')
}
