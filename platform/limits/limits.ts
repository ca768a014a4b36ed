import { dayMs, hourMs, minuteMs } from '../text/time-text.ts'
/** @property isRenewed whether each use restarts the window, so that no stretch of that length has more than `max` */
export type NamedLimit = Readonly<{ name: string; max: number; windowMs: number; isRenewed?: boolean }>

/** Budgets of the chat. `max` is in messages or tokens. */
type WalletLimit = { what: 'messages' | 'tokens'; max: number; windowMs: number }

export type WalletLimits = Record<'visitor' | 'address' | 'site', readonly WalletLimit[]>

/** The site's tokens make the bill: 12 million a day cost about 4 USD with a model at 0.30 USD a million. */
const wallet: WalletLimits = {
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

export const mailboxLimitNames = ['mailbox', 'receipts-mailbox', 'newsletter-mailbox']

/** Tests pass smaller limits. Limits with a name are counted in the database. */
export type Limits = Readonly<typeof defaultLimits>

/** What a sender, a mailbox, or the whole site may use per window. */
export const defaultLimits = {
  contactPosts: { name: 'contact', max: 20, windowMs: 10 * minuteMs },
  consultationPosts: { name: 'consultation', max: 20, windowMs: 10 * minuteMs },
  /** Pages are left and revisited more often than leads are sent, so they don't count as leads. */
  abandonedPosts: { name: 'consultation-left', max: 60, windowMs: 10 * minuteMs },
  /** New drafts that nobody sent, which are deleted after `promises.keepUnsentDays`. */
  abandonedOfSender: { name: 'unsent', max: 20, windowMs: dayMs },
  abandonedInTotal: { name: 'unsent', max: 200, windowMs: dayMs },
  callPosts: { name: 'call', max: 20, windowMs: 10 * minuteMs },
  /** Per IPv4 address or IPv6 /48. All but the first also count for the /24. */
  callsOfSender: { name: 'calls', max: 6, windowMs: hourMs },
  callsOfNetwork: { name: 'calls-network', max: 6, windowMs: hourMs },
  /** Per call, by the link in its emails. */
  callChanges: { name: 'call-changes', max: 10, windowMs: dayMs },
  newsletterPosts: { name: 'newsletter', max: 20, windowMs: 10 * minuteMs },
  /** Low enough that a flood from five networks that imitate the page's script leaves room for others. */
  newsletterEmailsOfNetwork: { name: 'newsletter-network', max: 20, windowMs: hourMs },
  /** Emails that the mailbox's owner may not have asked for: of all kinds, and of two kinds. */
  emailsToMailbox: { name: 'mailbox', max: 3, windowMs: dayMs, isRenewed: true },
  receiptsToMailbox: { name: 'receipts-mailbox', max: 1, windowMs: dayMs },
  newsletterEmailsToMailbox: { name: 'newsletter-mailbox', max: 1, windowMs: dayMs },
  /** Visitors behind one address: more than a small office has. */
  visitorsOfSender: { name: 'visitors', max: 30, windowMs: dayMs },
  /** Visitors' first actions of a day. 50,000 visitors take about 300,000; 200 networks could use up all. */
  eventsOfVisitor: 60,
  eventsOfNetwork: { name: 'marks-network', max: 3_000, windowMs: dayMs },
  /** New referrers a day; further ones are counted as "others". A flood needs a hundred networks to use up all. */
  sourcesOfNetwork: { name: 'sources-network', max: 10, windowMs: dayMs },
  eventsInTotal: { name: 'marks-all', max: 600_000, windowMs: dayMs },
  /** Events per minute in one process, checked before any work; `all` is also how many may wait to be written. */
  eventsPerMinute: { sender: 150, network: 300, all: 10_000 },
  /** Bytes that a sender may add to the database (platform/limits/count-use.ts). */
  bytesOfSender: { name: 'bytes', max: 5_000_000, windowMs: dayMs },
  /** After this many, one email announces all further leads. */
  ownerEmails: { name: 'owner-mails', max: 30, windowMs: hourMs },
  /** Separate from leads, so that a flood of one kind doesn't delay emails about the other. */
  ownerCallEmails: { name: 'owner-call-mails', max: 30, windowMs: hourMs },
  /** Leads in one email, so that any server accepts it. */
  leadsInDigest: 5_000,
  /** Emails to unconfirmed addresses: more than a studio gets leads in a week. Further leads are stored as always, but only the owner gets an email. */
  receipts: { name: 'receipts', max: 60, windowMs: hourMs },
  /** More than a studio's best day needs. Emails to strangers can ruin a mail server's reputation, so the rest wait. */
  newsletterEmails: { name: 'newsletter-mails', max: 120, windowMs: hourMs },
  /** Emails about just-requested calls, except each sender's first: only many senders together can use this up. */
  firstCallEmails: { name: 'call-mails-first', max: 1_000, windowMs: hourMs },
  callEmails: { name: 'call-mails', max: 800, windowMs: hourMs },
  /** How fast a newsletter issue goes out, so that no mail server takes it for a flood. */
  emailsPerMinute: 120,
  wallet,
  /** The built-in agent costs only CPU time; an address may use this much. */
  builtInMessages: { name: 'chat', max: 30, windowMs: minuteMs },
  /** Concurrent replies in one process. */
  openStreams: { address: 256, site: 512 },
}

/** Maximum body sizes in bytes. The chat's is the largest, and deploy/nginx.conf allows as much. */
export const bodyLimits = {
  newsletter: 8 * 1024,
  contact: 64 * 1024,
  consultation: 256 * 1024,
  call: 64 * 1024,
  chat: 384 * 1024,
  /** The most that a browser sends when a visitor leaves a page (W3C Beacon; Fetch, `keepalive`). */
  seen: 64 * 1024,
  /** Values in a body: a long chat has about a hundred, and a long text at most as many lines as characters. */
  parts: 8_000,
} as const

export type DoorLimits = Readonly<typeof doorLimits>

/** Bounds that apply before any work is done (docs/decisions/running/limits-before-any-work.md). Sizes in bytes. */
export const doorLimits = {
  connections: 2048,
  /** Pipelined requests on one connection. */
  waiting: 16,
  path: 2048,
  /** All bodies that are still arriving: about twenty of the longest chats, or thousands of leads. */
  bodies: 8 * 1024 * 1024,
  /** A slow line's segment holds a few hundred bytes. Each piece costs a callback, so single bytes would cost seconds. */
  pieces: 2_000,
  /** How much of a refused body is still read. */
  unread: 1024 * 1024,
  unreadMs: 5_000,
}

/** Limits of a chat in characters (code points), for the panel, the server, and the transcript. */
export const chatLimits = { messageCharacters: 2_000, messages: 40, characters: 24_000 } as const
