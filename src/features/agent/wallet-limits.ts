const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** What the visitors' talks may cost. `max` in messages or in tokens. */
type WalletLimit = { what: 'messages' | 'tokens'; max: number; windowMs: number }

export type WalletLimits = Record<'visitor' | 'address' | 'site', readonly WalletLimit[]>

/**
 * For one visitor (as far as its tab tells the truth), for one address (many people may share it), and for the site,
 * whose tokens are the bill: 12 million a day cost some 4 USD with a model at 0.30 USD a million.
 */
export const walletLimits: WalletLimits = {
  visitor: [
    { what: 'messages', max: 12, windowMs: minuteMs },
    { what: 'messages', max: 150, windowMs: dayMs },
    { what: 'tokens', max: 1_200_000, windowMs: dayMs },
  ],
  address: [
    { what: 'messages', max: 300, windowMs: minuteMs },
    { what: 'messages', max: 1_000, windowMs: dayMs },
    { what: 'tokens', max: 4_000_000, windowMs: dayMs },
  ],
  site: [
    { what: 'messages', max: 1_500, windowMs: minuteMs },
    { what: 'messages', max: 10_000, windowMs: dayMs },
    { what: 'tokens', max: 12_000_000, windowMs: dayMs },
  ],
}

/** The built-in agent costs nothing but work; so much of it an address may ask for. */
export const builtInLimit = { max: 30, windowMs: minuteMs } as const

/** Replies that are under way at once, in one process. */
export const mostStreams = { address: 256, site: 512 } as const
