import { dayMs, hourMs, minuteMs } from '../text/time-text.ts'

/** The scopes of limits. An address is an IPv4 address or an IPv6 /64. Its network is the /24 or /48. */
export const scopes = ['address', 'network', 'everyone'] as const
export type Scope = (typeof scopes)[number]

/**
 * Limits per window, by scope. An address's limit shrinks as others use up its network's limit, as does a network's as
 * others use up the total. That leaves room for newcomers (docs/decisions/running/limits-have-three-scopes.md).
 */
export type VisitorLimit = Readonly<{ name: string; windowMs: number } & Record<Scope, number>>

/** Limits emails to addresses visitors enter. `domain` is the limit per recipient domain. */
export type EmailLimit = VisitorLimit & Readonly<{ domain: number }>

/** Limits concurrent use in this process. Over a limit, the oldest use in its scope is evicted. */
export type CapacityLimit = Readonly<Record<Scope, number>>

/** Limits a mailbox, a call, or the owner's emails. `isRenewed`: each use restarts the window. */
export type NamedLimit = Readonly<{ name: string; max: number; windowMs: number; isRenewed?: boolean }>

const formPosts = { windowMs: 10 * minuteMs, address: 20, network: 120, everyone: 12_000 }

/** Names of the limits per mailbox, in the order they're counted. A different order can deadlock on PostgreSQL. */
export const mailboxLimitNames = ['receipts-mailbox', 'newsletter-mailbox', 'mailbox']

/** All limits. Limits with a name are rows in the database. The others are in memory. Tests pass smaller limits. */
export type Limits = Readonly<typeof defaultLimits>

/** For limits that refuse visitors, `everyone` is so high that a hundred networks can't use it up. */
export const defaultLimits = {
  contactPosts: { name: 'contact', ...formPosts },
  /** Includes drafts, which are posted whenever a visitor leaves the page. That's more frequent than sending. */
  consultationPosts: { name: 'consultation', windowMs: 10 * minuteMs, address: 60, network: 120, everyone: 12_000 },
  callPosts: { name: 'call', ...formPosts },
  newsletterPosts: { name: 'newsletter', ...formPosts },
  chatPosts: { name: 'chat', windowMs: minuteMs, address: 30, network: 90, everyone: 9_000 },
  /** Limits CPU time. Reading the longest chat (24,000 characters) needs about 10 ms. */
  chatCharacters: {
    name: 'chat-characters',
    windowMs: minuteMs,
    address: 150_000,
    network: 200_000,
    everyone: 20_000_000,
  },
  /** Bytes added to the database. 2 MB are 25 of the longest chats, or a thousand leads with their emails. */
  storedBytes: { name: 'bytes', windowMs: dayMs, address: 2_000_000, network: 4_000_000, everyone: 400_000_000 },
  /** New drafts that were never sent. They're deleted after `promises.keepUnsentDays`. */
  unsentLeads: { name: 'unsent', windowMs: dayMs, address: 5, network: 10, everyone: 1_000 },
  /** Call requests with their emails. A mobile carrier's /24 serves hundreds of people. */
  calls: { name: 'calls', windowMs: hourMs, address: 4, network: 100, everyone: 2_000, domain: 100 },
  /** Receipts to unconfirmed addresses: more per hour than a studio's leads in a week. Over the limit, none are sent. */
  receipts: { name: 'receipts', windowMs: hourMs, address: 12, network: 12, everyone: 60, domain: 15 },
  /** Confirmation emails, which can ruin a mail server's reputation. Over the limit, they're delayed. */
  newsletterEmails: {
    name: 'newsletter-emails',
    windowMs: hourMs,
    address: 10,
    network: 10,
    everyone: 120,
    domain: 30,
  },
  /** Limits the model's costs. 12 million tokens cost about 4 USD at 0.30 USD per million. */
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
  /** Chat replies being streamed. */
  openStreams: { address: 64, network: 256, everyone: 512 },
  /** Chats waiting for a worker to read their details, which takes up to 0.1 s each. */
  waitingChats: { address: 4, network: 8, everyone: 16 },
  /** New visitors a day. An office behind a single address rarely has 30. */
  visitors: { name: 'visitors', windowMs: dayMs, address: 30, network: 600, everyone: 200_000 },
  /** Each visitor's first actions of the day. 50,000 visitors need about 300,000. */
  visitEvents: { name: 'visit-events', windowMs: dayMs, address: 1_800, network: 3_000, everyone: 600_000 },
  eventsOfVisitor: 60,
  /** New referrers. Over the limit, they're recorded as “others”. */
  visitSources: { name: 'visit-sources', windowMs: dayMs, address: 10, network: 10, everyone: 1_000 },
  /** Page views and actions waiting for the database. */
  waitingEvents: { address: 150, network: 300, everyone: 10_000 },
  /** Changes to a call through the links in its emails. */
  callChanges: { name: 'call-changes', max: 10, windowMs: dayMs },
  /** Unrequested emails per mailbox: in total, receipts, and newsletter emails. */
  emailsToMailbox: { name: 'mailbox', max: 3, windowMs: dayMs, isRenewed: true },
  receiptsToMailbox: { name: 'receipts-mailbox', max: 1, windowMs: dayMs },
  newsletterEmailsToMailbox: { name: 'newsletter-mailbox', max: 1, windowMs: dayMs },
  /** Emails about single leads. Over the limit, a digest lists the remaining leads. */
  ownerEmails: { name: 'owner-mails', max: 30, windowMs: hourMs },
  /** Emails about calls. Separate from leads, so a flood of either doesn't delay emails about the other. */
  ownerCallEmails: { name: 'owner-call-mails', max: 30, windowMs: hourMs },
  /** Leads per digest. Every mail server accepts an email of that size. */
  leadsInDigest: 5_000,
  /** Newsletter emails per minute. A mail server could treat a higher rate as spam. */
  emailsPerMinute: 120,
}

/** Maximum fractions of the free times. Above them, calls need a confirmation or the owner's approval. */
export const timeShares = {
  /** Booked calls with an unverified mailbox. */
  unverified: 1 / 4,
  /** Reserved calls that could be from a bot. */
  reserved: 1 / 8,
  /** The last day's calls with a verified mailbox: in total, per network, and per mail domain. */
  verified: { everyone: 1 / 8, network: 1 / 24, domain: 1 / 24 },
} as const

/** Maximum body sizes in bytes. The chat's is the largest, and deploy/nginx.conf has the same limit. */
export const bodyLimits = {
  newsletter: 8 * 1024,
  contact: 64 * 1024,
  consultation: 256 * 1024,
  call: 64 * 1024,
  chat: 384 * 1024,
  /** The most a browser sends when a visitor leaves a page (W3C Beacon; Fetch, `keepalive`). */
  seen: 64 * 1024,
  /** Values in a body. A long chat has about a hundred. A multipart body can have one per line. */
  parts: 8_000,
} as const

export type ConnectionLimits = Readonly<typeof connectionLimits>

const maxConnections = 2048
/** Memory for bodies. Fits about twenty of the longest chats, or thousands of leads. */
const maxBodyBytes = 8 * 1024 * 1024

/** Limits applied before any work (docs/decisions/running/limits-before-any-work.md). Sizes are in bytes. */
export const connectionLimits = {
  /** The same for all scopes: behind a proxy, all connections come from one address. */
  connections: { address: maxConnections, network: maxConnections, everyone: maxConnections },
  /** Pipelined requests waiting on a connection. */
  waiting: 16,
  path: 2048,
  /** Memory for bodies that are still arriving. A single address can use all of it until others need it. */
  bodies: { address: maxBodyBytes, network: maxBodyBytes, everyone: maxBodyBytes },
  /** Chunks per body. Even slow connections send hundreds of bytes each. Millions of single bytes would cost seconds. */
  chunks: 2_000,
  /** How much of a refused body to read. */
  unread: 1024 * 1024,
  unreadMs: 5_000,
}

/** A chat's limits for the panel, the server, and the transcript. Characters are code points. */
export const chatLimits = { messageCharacters: 2_000, messages: 40, characters: 24_000 } as const
