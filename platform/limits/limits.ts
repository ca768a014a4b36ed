import { dayMs, hourMs, minuteMs } from '../text/time-text.ts'

/** An address is an IPv4 address or an IPv6 /64; its network is the /24 or /48. */
export const scopes = ['address', 'network', 'everyone'] as const
export type Scope = (typeof scopes)[number]

/**
 * Limits per window, by scope. An address's limit shrinks as others use up its network's, and a network's as others use
 * up everyone's. That leaves a share for newcomers (docs/decisions/running/limits-have-three-scopes.md).
 */
export type VisitorLimit = Readonly<{ name: string; windowMs: number } & Record<Scope, number>>

/** Limits emails to addresses visitors enter. `domain` is the limit per recipient domain. */
export type EmailLimit = VisitorLimit & Readonly<{ domain: number }>

/** Limits what visitors use at the same time in this process. Over a limit, the oldest use in its scope is evicted. */
export type CapacityLimit = Readonly<Record<Scope, number>>

/** Limits a mailbox, a call, or the owner's emails. `isRenewed`: each use restarts the window. */
export type NamedLimit = Readonly<{ name: string; max: number; windowMs: number; isRenewed?: boolean }>

const formPosts = { windowMs: 10 * minuteMs, address: 20, network: 120, everyone: 12_000 }

/** Listed in the order emails are counted. Another order deadlocks on PostgreSQL. */
export const mailboxLimitNames = ['receipts-mailbox', 'newsletter-mailbox', 'mailbox']

/** Tests pass smaller limits. Limits with a name are rows in the database, the others are held in memory. */
export type Limits = Readonly<typeof defaultLimits>

/** A hundred networks can't use up `everyone` of a limit that refuses visitors. */
export const defaultLimits = {
  contactPosts: { name: 'contact', ...formPosts },
  /** Includes drafts posted when visitors leave, which is more frequent than sending. */
  consultationPosts: { name: 'consultation', windowMs: 10 * minuteMs, address: 60, network: 120, everyone: 12_000 },
  callPosts: { name: 'call', ...formPosts },
  newsletterPosts: { name: 'newsletter', ...formPosts },
  chatPosts: { name: 'chat', windowMs: minuteMs, address: 30, network: 90, everyone: 9_000 },
  /** CPU time: reading the longest chat (24,000 characters) needs about 10 ms. */
  chatCharacters: {
    name: 'chat-characters',
    windowMs: minuteMs,
    address: 150_000,
    network: 200_000,
    everyone: 20_000_000,
  },
  /** Bytes added to the database. 2 MB are 25 of the longest chats, or a thousand leads with their emails. */
  storedBytes: { name: 'bytes', windowMs: dayMs, address: 2_000_000, network: 4_000_000, everyone: 400_000_000 },
  /** New drafts that were never sent. They are deleted after `promises.keepUnsentDays`. */
  unsentLeads: { name: 'unsent', windowMs: dayMs, address: 5, network: 10, everyone: 1_000 },
  /** Call requests with their emails. A mobile carrier's /24 serves hundreds of people. */
  calls: { name: 'calls', windowMs: hourMs, address: 4, network: 100, everyone: 2_000, domain: 100 },
  /** Emails to unconfirmed addresses: more per hour than a studio gets leads in a week. Other leads get no receipt. */
  receipts: { name: 'receipts', windowMs: hourMs, address: 12, network: 12, everyone: 60, domain: 15 },
  /** Confirmation emails, which can ruin a mail server's reputation. Above the limit, they wait. */
  newsletterEmails: {
    name: 'newsletter-emails',
    windowMs: hourMs,
    address: 10,
    network: 10,
    everyone: 120,
    domain: 30,
  },
  /** Model costs. 12 million tokens are about 4 USD at 0.30 USD per million. */
  chatBudget: {
    messagesPerMinute: { name: 'chat-messages-1min', windowMs: minuteMs, address: 30, network: 60, everyone: 1_500 },
    messagesPerDay: { name: 'chat-messages-1day', windowMs: dayMs, address: 300, network: 600, everyone: 10_000 },
    tokensPerDay: {
      name: 'chat-tokens-1day',
      windowMs: dayMs,
      address: 1_200_000,
      network: 2_000_000,
      everyone: 12_000_000,
    },
  },
  /** Chat replies in progress. */
  openStreams: { address: 64, network: 256, everyone: 512 },
  /** Chats waiting for a worker to read their details. Each needs up to 0.1 s. */
  waitingChats: { address: 4, network: 8, everyone: 16 },
  /** An office behind a single address rarely has 30 visitors a day. */
  visitors: { name: 'visitors', windowMs: dayMs, address: 30, network: 600, everyone: 200_000 },
  /** Each visitor's first actions of the day. 50,000 visitors need about 300,000. */
  visitEvents: { name: 'visit-events', windowMs: dayMs, address: 1_800, network: 3_000, everyone: 600_000 },
  eventsOfVisitor: 60,
  /** New referrers. Above the limit, they are recorded as “others”. */
  visitSources: { name: 'visit-sources', windowMs: dayMs, address: 10, network: 10, everyone: 1_000 },
  /** Page views and actions waiting for the database. */
  waitingEvents: { address: 150, network: 300, everyone: 10_000 },
  /** Changes per call through the links in its emails. */
  callChanges: { name: 'call-changes', max: 10, windowMs: dayMs },
  /** Unrequested emails per mailbox: total, receipts, newsletter. */
  emailsToMailbox: { name: 'mailbox', max: 3, windowMs: dayMs, isRenewed: true },
  receiptsToMailbox: { name: 'receipts-mailbox', max: 1, windowMs: dayMs },
  newsletterEmailsToMailbox: { name: 'newsletter-mailbox', max: 1, windowMs: dayMs },
  /** Emails about single leads. Over the limit, one email lists all the others. */
  ownerEmails: { name: 'owner-mails', max: 30, windowMs: hourMs },
  /** Separate from leads, so a flood of leads doesn't delay emails about calls, or the reverse. */
  ownerCallEmails: { name: 'owner-call-mails', max: 30, windowMs: hourMs },
  /** Leads per email. Every mail server accepts an email of that size. */
  leadsInDigest: 5_000,
  /** Newsletter emails. A mail server could treat more as spam. */
  emailsPerMinute: 120,
}

/** Shares of the free times. Over them, calls need a confirmation or the owner's approval. */
export const timeShares = {
  /** Booked calls whose mailbox is unverified. */
  unverified: 1 / 4,
  /** Reservations for calls that could come from a bot. */
  reserved: 1 / 8,
  /** Calls of the last day whose mailbox is verified: of all visitors, of each network, and of each mail domain. */
  verified: { everyone: 1 / 8, network: 1 / 24, domain: 1 / 24 },
} as const

/** Maximum body sizes in bytes. The chat's is the largest, and deploy/nginx.conf allows as much. */
export const bodyLimits = {
  newsletter: 8 * 1024,
  contact: 64 * 1024,
  consultation: 256 * 1024,
  call: 64 * 1024,
  chat: 384 * 1024,
  /** Browsers send at most this much when a visitor leaves a page (W3C Beacon; Fetch, `keepalive`). */
  seen: 64 * 1024,
  /** Values in a body. A long chat has about a hundred; a multipart body can have one per line. */
  parts: 8_000,
} as const

export type ConnectionLimits = Readonly<typeof connectionLimits>

const maxConnections = 2048
/** Fits about twenty of the longest chats, or thousands of leads. */
const maxBodyBytes = 8 * 1024 * 1024

/** Limits that apply before any work is done (docs/decisions/running/limits-before-any-work.md). Sizes are in bytes. */
export const connectionLimits = {
  /** Equal for all scopes: behind a proxy, all connections have one address. */
  connections: { address: maxConnections, network: maxConnections, everyone: maxConnections },
  /** Pipelined requests on one connection. */
  waiting: 16,
  path: 2048,
  /** Bodies that are still arriving. One address can use all of the memory until others need it. */
  bodies: { address: maxBodyBytes, network: maxBodyBytes, everyone: maxBodyBytes },
  /** Chunks of a body. Even slow connections send a few hundred bytes each; millions of single bytes would cost seconds. */
  chunks: 2_000,
  /** Maximum read of a refused body. */
  unread: 1024 * 1024,
  unreadMs: 5_000,
}

/** Limits of a chat in characters (code points), for the panel, the server, and the transcript. */
export const chatLimits = { messageCharacters: 2_000, messages: 40, characters: 24_000 } as const
