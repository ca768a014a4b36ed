import { createHash, randomBytes } from 'node:crypto'

export type Door = ReturnType<typeof createDoor>

/** Lets one tab in for each key, once. Keys and tokens are kept as hashes, so that comparing them tells nothing. */
export function createDoor() {
  let key: string | undefined
  const tokens = new Set<string>()
  return {
    /** In place of one that nobody has used. */
    makeKey(): string {
      const made = secret()
      key = hashOf(made)
      return made
    },
    /** @returns the token of a tab, for a key that is used for the first time */
    exchange(given: string): string | undefined {
      if (key === undefined || hashOf(given) !== key) return undefined
      key = undefined
      const token = secret()
      tokens.add(hashOf(token))
      return token
    },
    isOpenFor: (token: string): boolean => tokens.has(hashOf(token)),
  }
}

function secret(): string {
  return randomBytes(32).toString('base64url')
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

type Headers = { host: string | undefined; origin: string | undefined; site: string | undefined }

const ownHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/

/**
 * Whether the desk's own page asks, and by an address of this machine: a name that a stranger made lead here is none (DNS
 * rebinding). Through `ssh -L` the port may be another one. @param site Sec-Fetch-Site (W3C Fetch Metadata)
 */
export function isFromDesk({ host = '', origin, site = 'none' }: Headers): boolean {
  if (!ownHost.test(host)) return false
  return (origin === undefined || origin === `http://${host}`) && (site === 'none' || site === 'same-origin')
}
