import { createHash, randomBytes } from 'node:crypto'

export type SignIn = ReturnType<typeof createSignIn>

type SignInOptions = {
  /** Called when a tab signs in. */
  onSignIn?: (userAgent: string) => void
}

/** Exchanges one-time keys for tokens. Compares hashes, so timing reveals neither. */
export function createSignIn({ onSignIn }: SignInOptions = {}) {
  let key: string | undefined
  let unconfirmed: string | undefined
  const confirmed = new Set<string>()
  return {
    /** Replaces an unused key and closes the unconfirmed tab. */
    makeKey(): string {
      const newKey = randomSecret()
      key = hashOf(newKey)
      unconfirmed = undefined
      return newKey
    },
    /** @returns a token for the current key, once */
    exchange(usedKey: string, userAgent = ''): string | undefined {
      if (key === undefined || hashOf(usedKey) !== key) return undefined
      key = undefined
      const token = randomSecret()
      unconfirmed = hashOf(token)
      onSignIn?.(userAgent)
      return token
    },
    /** Keeps the last tab signed in when new keys are made. @returns whether there is one */
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

/** Names by their mark in the User-Agent, in the order to look for them: Edge's has Chrome's mark too. */
const browsers: Readonly<Record<string, string>> = {
  Edg: 'Edge',
  OPR: 'Opera',
  Firefox: 'Firefox',
  Chrome: 'Chrome',
  Safari: 'Safari',
}
const systems = ['Windows', 'iPhone', 'Android', 'Mac', 'Linux']

/** `Firefox on Linux`. Any program can claim to be any browser. */
export function browserOf(userAgent: string): string {
  const browserMark = Object.keys(browsers).find((mark) => userAgent.includes(mark))
  const browser = browserMark === undefined ? 'An unknown program' : browsers[browserMark]
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
 * Whether a request comes from the desk's own page at this machine's address. Other host names could point here as well (DNS
 * rebinding). The port can differ through `ssh -L`.
 */
export function isFromDesk({ host = '', origin, site = 'none' }: Headers): boolean {
  if (!ownHost.test(host)) return false
  return (origin === undefined || origin === `http://${host}`) && (site === 'none' || site === 'same-origin')
}
