import { dayMs, hourMs, minuteMs } from '../text/time-text.ts'

/** An address is an IPv4 address or an IPv6 /64; its network is the /24 or /48. */
export const scopes = ['address', 'network', 'everyone'] as const
export type Scope = (typeof scopes)[number]

/**
 * Limits per window, by scope. An address's limit shrinks as others use up its network's, and a network's as others use
 * up everyone's. That leaves a share for newcomers (docs/decisions/running/limits-have-three-scopes.md).
 */
export type VisitorLimit = Readonly<{ name: string; windowMs: number } & Record<Scope, number>>

/** Limits emails to addresses visitors enter. `domain`: the limit per recipient domain. */
export type EmailLimit = VisitorLimit & Readonly<{ domain: number }>

/** Limits what visitors hold at the same time in this process. Above a limit, the oldest hold in its scope is cut. */
export type HoldLimit = Readonly<Record<Scope, number>>

/** Limits a mailbox, a call, or the owner's emails. @property isRenewed whether each use restarts the window */
export type NamedLimit = Readonly<{ name: string; max: number; windowMs: number; isRenewed?: boolean }>

const formPosts = { windowMs: 10 * minuteMs, address: 20, network: 120, everyone: 12_000 }

/** Listed in the order emails are counted. Another order deadlocks on PostgreSQL. */
export const mailboxLimitNames = ['receipts-mailbox', 'newsletter-mailbox', 'mailbox']

/** Tests pass smaller limits. Limits with a name are rows in the database, the others are held in memory. */
export type Limits = Readonly<typeof defaultLimits>

/** If a limit refuses visitors, `everyone` is more than a hundred networks can use up. */
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
  /** Unrequested emails per mailbox: of all kinds, then of two kinds. */
  emailsToMailbox: { name: 'mailbox', max: 3, windowMs: dayMs, isRenewed: true },
  receiptsToMailbox: { name: 'receipts-mailbox', max: 1, windowMs: dayMs },
  newsletterEmailsToMailbox: { name: 'newsletter-mailbox', max: 1, windowMs: dayMs },
  /** After this many, one email announces all further leads. */
  ownerEmails: { name: 'owner-mails', max: 30, windowMs: hourMs },
  /** Separate from leads, so that a flood of one kind doesn't delay emails about the other. */
  ownerCallEmails: { name: 'owner-call-mails', max: 30, windowMs: hourMs },
  /** Leads in one email, so that any server accepts it. */
  leadsInDigest: 5_000,
  /** How fast a newsletter issue goes out, so that no mail server takes it for a flood. */
  emailsPerMinute: 120,
}

/** Shares of the free times. Above them, calls need a confirmation or the owner's approval. */
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
  /** The most that a browser sends when a visitor leaves a page (W3C Beacon; Fetch, `keepalive`). */
  seen: 64 * 1024,
  /** Values in a body: a long chat has about a hundred, and a long text at most as many lines as characters. */
  parts: 8_000,
} as const

export type DoorLimits = Readonly<typeof doorLimits>

/** Behind a proxy, all connections have one address. */
const connections = 2048
/** Stores about twenty of the longest chats, or thousands of leads. A single address can use all of it until others need it. */
const bodies = 8 * 1024 * 1024

/** Bounds that apply before any work is done (docs/decisions/running/limits-before-any-work.md). Sizes in bytes. */
export const doorLimits = {
  connections: { address: connections, network: connections, everyone: connections },
  /** Pipelined requests on one connection. */
  waiting: 16,
  path: 2048,
  /** All bodies that are still arriving. */
  bodies: { address: bodies, network: bodies, everyone: bodies },
  /** A slow line's segment holds a few hundred bytes. Each piece costs a callback, so single bytes would cost seconds. */
  pieces: 2_000,
  /** How much of a refused body is still read. */
  unread: 1024 * 1024,
  unreadMs: 5_000,
}

/** Limits of a chat in characters (code points), for the panel, the server, and the transcript. */
export const chatLimits = { messageCharacters: 2_000, messages: 40, characters: 24_000 } as const
