const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

export type NamedLimit = { readonly name: string; readonly max: number; readonly windowMs: number }

/** Every limit that a sender, a mailbox or the site meets. */
export const limits = {
  contactPosts: { name: 'contact', max: 20, windowMs: 10 * minuteMs },
  consultationPosts: { name: 'consultation', max: 20, windowMs: 10 * minuteMs },
  /** A page is left and come back to more often than a request is sent, and must not use up the requests. */
  abandonedPosts: { name: 'consultation-left', max: 60, windowMs: 10 * minuteMs },
  /** New ones for which nobody pressed a button; they go after `promises.keepUnsentDays`, so never more than so many days' worth is kept. */
  abandonedOfSender: { name: 'unsent', max: 20, windowMs: dayMs },
  abandonedInAll: { name: 'unsent', max: 200, windowMs: dayMs },
  newsletterPosts: { name: 'newsletter', max: 20, windowMs: 10 * minuteMs },
  /** A flood from five networks that forge the page's marks leaves room to the others. */
  newsletterMailsOfNetwork: { name: 'newsletter-network', max: 20, windowMs: hourMs },
  /** Leads beyond this are told together. */
  ownerMails: { name: 'owner-mails', max: 30, windowMs: hourMs },
} as const satisfies Record<string, NamedLimit>

/** How many mails of a kind go to addresses that nobody has proved to be their own (src/server/mail/mail-room.ts). */
export const mailRooms = {
  /** More requests than a studio gets in a week; beyond it they are taken as ever, and told to the owner alone. */
  receipts: { name: 'receipts', mostInAnHour: 60 },
  /** More than a studio's best day needs: mails to strangers cost a mail server its good name. They wait beyond it. */
  newsletter: { name: 'newsletter-mails', mostInAnHour: 120 },
} as const

/** How fast an issue of the newsletter goes out: no mail server takes it for a flood. */
export const mailsPerMinute = 120

/** What a conversation may hold, in characters as a reader counts them; for the panel and the server, and for what is kept of it. */
export const chatLimits = { messageCharacters: 2_000, messages: 40, characters: 24_000 } as const

/** What the visitors' talks may cost. `max` in messages or in tokens. */
type WalletLimit = { what: 'messages' | 'tokens'; max: number; windowMs: number }

export type WalletLimits = Record<'visitor' | 'address' | 'site', readonly WalletLimit[]>

/** The site's tokens are the bill: 12 million a day cost some 4 USD with a model at 0.30 USD a million. */
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
