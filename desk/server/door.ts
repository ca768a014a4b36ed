import { createHash, randomBytes } from 'node:crypto'

export type Door = ReturnType<typeof createDoor>

/**
 * Gives each key's first user a token. Compares hashes of keys and tokens, so that timing reveals nothing.
 * @param onEnter gets the User-Agent of a tab that got a token
 */
export function createDoor(onEnter: (userAgent: string) => void = () => {}) {
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
      onEnter(userAgent)
      return token
    },
    /** Keeps the last tab open when new keys are made. @returns whether there is such a tab */
    confirm(): boolean {
      if (unconfirmed !== undefined) confirmed.add(unconfirmed)
      return unconfirmed !== undefined
    },
    isOpenFor(token: string): boolean {
      const hash = hashOf(token)
      return hash === unconfirmed || confirmed.has(hash)
    },
  }
}

const browsers = { Edg: 'Edge', OPR: 'Opera', Firefox: 'Firefox', Chrome: 'Chrome', Safari: 'Safari' }
const systems = ['Windows', 'iPhone', 'Android', 'Mac', 'Linux']

/** `Firefox on Linux`. Any program can claim to be any browser. */
export function browserOf(userAgent: string): string {
  const [, browser = 'An unknown program'] = Object.entries(browsers).find(([mark]) => userAgent.includes(mark)) ?? []
  return `${browser} on ${systems.find((name) => userAgent.includes(name)) ?? 'an unknown system'}`
}

function randomSecret(): string {
  return randomBytes(32).toString('base64url')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

type Headers = { host: string | undefined; origin?: string | undefined; site?: string | undefined }

const ownHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/

/**
 * Whether a request comes from the desk's own page, at this machine's address: any name can point here (DNS rebinding).
 * Through `ssh -L` the port may differ. @param site Sec-Fetch-Site (W3C Fetch Metadata)
 */
export function isFromDesk({ host = '', origin, site = 'none' }: Headers): boolean {
  if (!ownHost.test(host)) return false
  return (origin === undefined || origin === `http://${host}`) && (site === 'none' || site === 'same-origin')
}
