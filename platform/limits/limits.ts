const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** @property isRenewed whether each use begins the window anew: then no such time has more than `max` */
export type NamedLimit = Readonly<{ name: string; max: number; windowMs: number; isRenewed?: boolean }>

/** What the visitors' talks may cost. `max` in messages or in tokens. */
type WalletLimit = { what: 'messages' | 'tokens'; max: number; windowMs: number }

export type WalletLimits = Record<'visitor' | 'address' | 'site', readonly WalletLimit[]>

/** The site's tokens are the bill: 12 million a day cost some 4 USD with a model at 0.30 USD a million. */
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

/** Of the limits that count for a mailbox. */
export const mailboxLimitNames = ['mailbox', 'receipts-mailbox', 'newsletter-mailbox']

/** Handed down with the dependencies, as `now` is; what has a name is counted in the database. */
export type Limits = Readonly<typeof defaultLimits>

/** What a sender, a mailbox or the whole site may use up in a time. */
export const defaultLimits = {
  contactPosts: { name: 'contact', max: 20, windowMs: 10 * minuteMs },
  consultationPosts: { name: 'consultation', max: 20, windowMs: 10 * minuteMs },
  /** A page is left and come back to more often than a request is sent, and must not use up the requests. */
  abandonedPosts: { name: 'consultation-left', max: 60, windowMs: 10 * minuteMs },
  /** New ones for which nobody pressed a button; they go after `promises.keepUnsentDays`, so never more than so many days' worth is kept. */
  abandonedOfSender: { name: 'unsent', max: 20, windowMs: dayMs },
  abandonedInTotal: { name: 'unsent', max: 200, windowMs: dayMs },
  callPosts: { name: 'call', max: 20, windowMs: 10 * minuteMs },
  /** Of an IPv4 address or an IPv6 /48; all but its first also count for its /24. */
  callsOfSender: { name: 'calls', max: 6, windowMs: hourMs },
  callsOfNetwork: { name: 'calls-network', max: 6, windowMs: hourMs },
  /** Of one call, by the link in its emails. */
  callChanges: { name: 'call-changes', max: 10, windowMs: dayMs },
  newsletterPosts: { name: 'newsletter', max: 20, windowMs: 10 * minuteMs },
  /** A flood from five networks that forge the page's marks leaves room to the others. */
  newsletterEmailsOfNetwork: { name: 'newsletter-network', max: 20, windowMs: hourMs },
  /** Emails that nobody at the mailbox has asked for, of all kinds, and of two kinds. */
  emailsToMailbox: { name: 'mailbox', max: 3, windowMs: dayMs, isRenewed: true },
  receiptsToMailbox: { name: 'receipts-mailbox', max: 1, windowMs: dayMs },
  newsletterEmailsToMailbox: { name: 'newsletter-mailbox', max: 1, windowMs: dayMs },
  /** Behind one address: more than a small office has; nobody can make up more. */
  visitorsOfSender: { name: 'visitors', max: 30, windowMs: dayMs },
  /** Of what visitors do for the first time that day. 50,000 of them do some 300,000 things; 200 networks could use up all. */
  eventsOfVisitor: 60,
  eventsOfNetwork: { name: 'marks-network', max: 3_000, windowMs: dayMs },
  /** That nobody came from before; beyond, they are others. A flood must have a hundred networks to use up all names. */
  sourcesOfNetwork: { name: 'sources-network', max: 10, windowMs: dayMs },
  eventsInTotal: { name: 'marks-all', max: 600_000, windowMs: dayMs },
  /** Before any work is done for them, in one process; no more than `all` wait for it. */
  eventsPerMinute: { sender: 150, network: 300, all: 10_000 },
  /** What a sender may add to the database, in bytes (platform/limits/write-with-quota.ts). */
  bytesOfSender: { name: 'bytes', max: 5_000_000, windowMs: dayMs },
  /** Leads beyond this are told together. */
  ownerEmails: { name: 'owner-mails', max: 30, windowMs: hourMs },
  /** Of calls: neither kind is told together because of a flood of the other. */
  ownerCallEmails: { name: 'owner-call-mails', max: 30, windowMs: hourMs },
  /** In one mail, so that any server takes it. */
  leadsInDigest: 5_000,
  /** Mails to addresses that nobody has proved to be their own. More leads than a studio gets in a week; beyond it they are taken as ever, and told to the owner alone. */
  receipts: { name: 'receipts', max: 60, windowMs: hourMs },
  /** More than a studio's best day needs: mails to strangers cost a mail server its good name. They wait beyond it. */
  newsletterEmails: { name: 'newsletter-mails', max: 120, windowMs: hourMs },
  /** About calls that were just asked for. The first of a sender has a room of its own, which takes many senders to fill. */
  firstCallEmails: { name: 'call-mails-first', max: 1_000, windowMs: hourMs },
  callEmails: { name: 'call-mails', max: 800, windowMs: hourMs },
  /** How fast an issue of the newsletter goes out: no mail server takes it for a flood. */
  emailsPerMinute: 120,
  wallet,
  /** The built-in agent costs nothing but work; so much of it an address may ask for. */
  builtInMessages: { name: 'chat', max: 30, windowMs: minuteMs },
  /** Replies that are under way at once, in one process. */
  openStreams: { address: 256, site: 512 },
}

/** What a post may hold, in bytes. The chat's is the largest, and deploy/nginx.conf lets as much through. */
export const bodyLimits = {
  newsletter: 8 * 1024,
  contact: 64 * 1024,
  consultation: 256 * 1024,
  call: 64 * 1024,
  chat: 384 * 1024,
  /** As much as a browser sends of a page that is left (W3C Beacon; Fetch, `keepalive`). */
  seen: 64 * 1024,
  /** Values in it, whatever it is: a long talk has some hundred, and a long text as many lines as characters at most. */
  parts: 8_000,
} as const

export type DoorLimits = Readonly<typeof doorLimits>

/** What is bounded before any work is done (docs/decisions/running/limits-before-any-work.md); sizes in bytes. */
export const doorLimits = {
  connections: 2048,
  /** Requests sent ahead on one connection. */
  waiting: 16,
  path: 2048,
  /** Of bodies that are not whole yet: some twenty of the longest talks, or thousands of requests, at once. */
  bodies: 8 * 1024 * 1024,
  /** A segment of a slow line holds a few hundred bytes. Each piece costs a call, so that single bytes cost seconds. */
  pieces: 2_000,
  /** For a body that nobody reads anymore. */
  unread: 1024 * 1024,
  unreadMs: 5_000,
}

/** What a conversation may hold, in characters as a reader counts them; for the panel and the server, and for what is kept of it. */
export const chatLimits = { messageCharacters: 2_000, messages: 40, characters: 24_000 } as const
