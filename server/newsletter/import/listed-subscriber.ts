import { randomBytes } from 'node:crypto'
import type { SubscriberRow } from '../../../migrations/tables.ts'
import { emailKey, parseEmailAddress } from '../../../platform/email/email-address.ts'
import { shortText, visibleText } from '../../../platform/text/clean-text.ts'
import { dayMs, readTime } from '../../../platform/text/time-text.ts'
import lists from './column-names.json' with { type: 'json' }

/** `signs`: cells that show whether someone may be emailed. */
export type ListedSubscriber = { email: string; signs: { column: string; sign: Sign; cell: string }[] } & {
  [name in Field]?: string
}

export type SharedConsent = { words: string; at: string; page: string }

/** `why` names the reason in the list, for the owner. */
export type Judgement = { email: string; why: string } & (
  | { verdict: 'subscriber'; subscriber: Omit<SubscriberRow, 'reference'> }
  /** They unsubscribed, bounced, or complained elsewhere, so they get nothing from here either. */
  | { verdict: 'left'; reason: Reason }
  | { verdict: 'unconfirmed' | 'wrong' }
)

const maxConsentCharacters = 5_000

export function judgeListed(listed: ListedSubscriber, shared: SharedConsent, now: number): Judgement {
  const cleaned = listed.email.replace(/^mailto:/i, '').replace(/[.,;]$/, '')
  const address = parseEmailAddress(cleaned)?.address
  const email = address ?? cleaned
  const wrong = (why: string): Judgement => ({ verdict: 'wrong', email, why })
  if (address === undefined) return wrong('isn’t an email address')

  const { standing, why } = judgeSigns(listed)
  if (standing === 'unknown') return wrong(`can’t be judged: ${why}`)
  if (standing === 'unconfirmed') return { verdict: 'unconfirmed', email, why }
  if (standing !== 'subscriber') return { verdict: 'left', email, reason: standing, why }

  const consent = listed.consentWords || shared.words
  if (consent === '') return wrong('doesn’t say what they agreed to')
  if (consent.length > maxConsentCharacters)
    return wrong(`has consent text longer than ${maxConsentCharacters} characters`)
  const { consentAt, confirmedAt, addedAt } = listed
  const times = [consentAt, confirmedAt, addedAt, shared.at].flatMap((text) => text || [])
  const consent_at = times.map(readTime).find((time) => time !== undefined)
  if (times.length === 0) return wrong('doesn’t say when they agreed')
  if (consent_at === undefined) return wrong(`has an invalid time of consent, “${times[0]?.slice(0, 40)}”`)
  const confirmed_at = readTime(confirmedAt ?? '') ?? consent_at
  if (Math.max(consent_at, confirmed_at) > now) return wrong('has a time of consent in the future')

  const subscriber = {
    id: randomBytes(16).toString('base64url'),
    ...({ email, email_key: emailKey(email), state: 'confirmed', reasons: '[]', request_key: null } as const),
    consent_words: consent,
    consent_page: shortText(listed.consentPage) ?? shortText(shared.page) ?? 'import',
    consent_network: shortText(listed.consentNetwork, 100),
    ...{ consent_at, confirmed_at, unsubscribed_at: null, created_at: now },
  }
  return { verdict: 'subscriber', email, why, subscriber }
}

/** Strongest first: a single “no” outweighs everything else. */
const byWeight: Standing[] = ['complained', 'bounced', 'unsubscribed', 'unconfirmed', 'unknown', 'subscriber']

function judgeSigns({ signs, confirmedAt }: ListedSubscriber): { standing: Standing; why: string } {
  const quoted = (cell: string) => `is “${cell.trim().slice(0, 40)}”`
  const judged = signs.map(({ column, sign, cell }) => ({
    standing: standingOf(sign, cell, confirmedAt),
    why: `${column} ${sign.kind === 'any' || sign.kind === 'since' ? 'isn’t empty' : quoted(cell)}`,
  }))
  if (confirmedAt !== undefined && readTime(confirmedAt) === undefined) {
    const standing = isNothing(confirmedAt) ? 'unconfirmed' : 'unknown'
    judged.push({ standing, why: `the day of confirmation ${quoted(confirmedAt)}` })
  }
  for (const standing of byWeight) {
    const decisive = judged.find((other) => other.standing === standing)
    if (decisive !== undefined) return { standing, why: decisive.why }
  }
  return {
    standing: 'subscriber',
    why: signs.length === 0 ? 'the list doesn’t show who has left' : 'nothing in the list is against it',
  }
}

/** What a column contains. `addedAt` counts as the time of consent if there is no other. */
type Field = 'email' | 'consentWords' | 'consentAt' | 'addedAt' | 'consentPage' | 'consentNetwork' | 'confirmedAt'

type Reason = 'unsubscribed' | 'bounced' | 'complained'

/** Whether someone may be emailed. `unknown`: the value isn't understood. */
type Standing = 'subscriber' | 'unconfirmed' | 'unknown' | Reason

/** How a column shows that: with a word, yes or no, any value, or a date. */
type Sign = { kind: 'word' } | { kind: 'yes'; no: Standing } | { kind: 'any' | 'since'; means: Reason }

export type Meaning = Field | Sign | 'freeText' | 'nothing' | undefined

const standings = new Map<string, Standing>(keysByWord(lists.standings))

const yes = new Set(['true', 'yes', 'y', '1', 't', 'x', 'on', 'ja', 'oui', 'si', 'sí'])
const no = new Set(['false', 'no', 'n', '0', 'f', 'off', 'nein', 'non', 'never', 'nie', 'jamais', 'nunca'])
const nothing = /^(?:null|none|nil|undefined|nan|n\/?a|\\n|-+|–|—|0000-00-00.*)?$/

const signs: Record<keyof typeof lists.signs, Sign> = {
  state: { kind: 'word' },
  isSubscribed: { kind: 'yes', no: 'unsubscribed' },
  isConfirmed: { kind: 'yes', no: 'unconfirmed' },
  unsubscribedAt: { kind: 'since', means: 'unsubscribed' },
  isUnsubscribed: { kind: 'any', means: 'unsubscribed' },
  isBounced: { kind: 'any', means: 'bounced' },
  hasComplained: { kind: 'any', means: 'complained' },
}
/** By the letters of a column's name: ours, and those of the services listed in docs/desk.md. */
const meanings = new Map<string, Meaning>([
  ...keysByWord(lists.fields),
  ...keysByWord(lists.signs).map(([name, sign]) => [name, signs[sign]] as const),
])

function keysByWord<Key extends string>(lines: Record<Key, string[]>): [word: string, key: Key][] {
  const keys = Object.keys(lines) as Key[]
  return keys.flatMap((key) => lines[key].flatMap((line) => line.split(' ')).map((word): [string, Key] => [word, key]))
}

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

export function meaningOf(column: string): Meaning {
  return meanings.get(lettersOf(column))
}

/** Databases and spreadsheets write an empty cell in several ways. */
function isNothing(cell: string): boolean {
  return nothing.test(cell.trim().toLowerCase())
}

/** Undefined unless it's a plain word, since “1 active” and “❌ Subscribed” could mean anything. */
function wordStanding(word: string): Standing | undefined {
  return /^[\p{L}\s_.-]+$/u.test(word) ? standings.get(lettersOf(word)) : undefined
}

const leavingWords =
  /unsub|bounced|complain|\bspam|opt.?out|block.?list|blacklist|suppressed|unconfirmed|do.?not.?(?:contact|e?mail|send)|no.?e?mails?\b/i

/** Whether an unknown value could mean that someone has left. */
export function isDoubtful(meaning: Meaning, cell: string): boolean {
  if (meaning === undefined) return true
  if (typeof meaning === 'object') return standingOf(meaning, cell) === 'unknown'
  return (
    meaning === 'freeText' && ((wordStanding(cell.trim()) ?? 'subscriber') !== 'subscriber' || leavingWords.test(cell))
  )
}

/** @param confirmedAt in the same line @returns undefined if the cell shows nothing */
function standingOf(sign: Sign, cell: string, confirmedAt?: string): Standing | undefined {
  const value = visibleText(cell).toLowerCase()
  if (sign.kind === 'word') return isNothing(value) ? 'unconfirmed' : (wordStanding(value) ?? 'unknown')
  if (sign.kind === 'yes') {
    if (yes.has(value)) return 'subscriber'
    return no.has(value) || isNothing(value) ? sign.no : (wordStanding(value) ?? 'unknown')
  }
  if (no.has(value) || isNothing(value)) return undefined
  const leftAt = readTime(value)
  const returnedAt = readTime(confirmedAt ?? '')
  const hasBothTimes = leftAt !== undefined && returnedAt !== undefined
  if (sign.kind === 'since' && hasBothTimes && returnedAt - leftAt > dayMs) return undefined
  const standing = wordStanding(value)
  return standing === 'bounced' || standing === 'complained' ? standing : sign.means
}
