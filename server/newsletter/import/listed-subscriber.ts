import { randomBytes } from 'node:crypto'
import type { SubscriberRow } from '../../../migrations/tables.ts'
import { emailKey, parseEmailAddress } from '../../../platform/email/address.ts'
import { shortText, visibleText } from '../../../platform/text/clean-text.ts'
import { dayMs, isoDate, readTime } from '../../../platform/text/time-text.ts'
import general from './column-names.json' with { type: 'json' }
import services from './services.json' with { type: 'json' }

/** `signs`: cells that show whether you can email someone. */
export type ListedSubscriber = { email: string; signs: { column: string; sign: Sign; cell: string }[] } & {
  [name in Field]?: string
}

export type SharedConsent = { words: string; at: string; page: string }

/** `why` names the reason in the list, for the owner. `suppressed`: they unsubscribed, bounced, or complained elsewhere. */
export type Classification = { email: string; why: string } & (
  | { verdict: 'subscriber'; standing: 'subscriber'; subscriber: Omit<SubscriberRow, 'reference'> }
  | { verdict: 'suppressed'; standing: Reason }
  | { verdict: 'unconfirmed' | 'invalid'; standing: Standing }
)

const maxConsentLength = 5_000

export function classifyLine(listed: ListedSubscriber, shared: SharedConsent, now: number): Classification {
  const cleaned = listed.email.replace(/^mailto:/i, '').replace(/[.,;]$/, '')
  const address = parseEmailAddress(cleaned)?.address
  const email = address ?? cleaned
  const { standing, why } = classifySigns(listed)
  const invalid = (why: string): Classification => ({ verdict: 'invalid', email, standing, why })
  if (address === undefined) return invalid('isn’t an email address')
  if (standing === 'unknown') return invalid(`is unclear: ${why}`)
  if (standing === 'unconfirmed') return { verdict: 'unconfirmed', email, standing, why }
  if (standing !== 'subscriber') return { verdict: 'suppressed', email, standing, why }

  const consent = listed.consentWords || shared.words
  if (consent === '') return invalid('doesn’t say what they agreed to')
  if (consent.length > maxConsentLength) return invalid(`has consent text longer than ${maxConsentLength} characters`)
  const { consentAt = '', confirmedAt = '', addedAt = '' } = listed
  const times = [consentAt, confirmedAt, addedAt, shared.at].filter((time) => time !== '')
  const consent_at = times.map(readTime).find((time) => time !== undefined)
  if (times.length === 0) return invalid('doesn’t say when they agreed')
  if (consent_at === undefined) return invalid(`has an invalid time of consent, “${times[0]?.slice(0, 40)}”`)
  const confirmed_at = readTime(confirmedAt) ?? consent_at
  if (Math.max(consent_at, confirmed_at) > now) return invalid('has a time of consent in the future')

  const subscriber = {
    id: randomBytes(16).toString('base64url'),
    email,
    email_key: emailKey(email),
    state: 'confirmed',
    reasons: '[]',
    request_key: null,
    consent_words: consent,
    consent_page: shortText(listed.consentPage) ?? shortText(shared.page) ?? 'import',
    consent_network: shortText(listed.consentNetwork, 100),
    consent_at,
    confirmed_at,
    unsubscribed_at: null,
    created_at: now,
  } as const
  return { verdict: 'subscriber', email, standing, why, subscriber }
}

/** A single “no” outweighs everything else. */
const worstFirst: Standing[] = ['complained', 'bounced', 'unsubscribed', 'unconfirmed', 'unknown', 'subscriber']

export function isWorse(a: Standing, b: Standing = 'subscriber'): boolean {
  return worstFirst.indexOf(a) < worstFirst.indexOf(b)
}

function classifySigns({ signs, confirmedAt }: ListedSubscriber): { standing: Standing; why: string } {
  const quoted = (cell: string) => `is “${cell.trim().slice(0, 40)}”`
  const found = signs.map(({ column, sign, cell }) => ({
    standing: standingOf(sign, cell, confirmedAt),
    why: `${column} ${sign.kind === 'any' || sign.kind === 'since' ? 'isn’t empty' : quoted(cell)}`,
  }))
  if (confirmedAt !== undefined && readTime(confirmedAt) === undefined) {
    const standing = isNothing(confirmedAt) ? 'unconfirmed' : 'unknown'
    found.push({ standing, why: `the day of confirmation ${quoted(confirmedAt)}` })
  }
  for (const standing of worstFirst) {
    const worst = found.find((each) => each.standing === standing)
    if (worst !== undefined) return { standing, why: worst.why }
  }
  const why = signs.length === 0 ? 'the list doesn’t show who unsubscribed' : 'the list shows nothing against it'
  return { standing: 'subscriber', why }
}

type Reason = 'unsubscribed' | 'bounced' | 'complained'

/** Whether you can email someone. `unknown`: the list has a value we don't know. */
type Standing = 'subscriber' | 'unconfirmed' | 'unknown' | Reason

/** How a column shows that: with a word, yes or no, any value, or a date. `means`: what “no” or the value means. */
type Sign = { kind: 'word' | 'yes' | 'any' | 'since'; means: Standing }

/** What a column contains. `addedAt` is the time of consent if the line has no other. */
type Field = 'email' | 'consentWords' | 'consentAt' | 'addedAt' | 'consentPage' | 'consentNetwork' | 'confirmedAt'

export type Meaning = Field | Sign | 'freeText' | 'nothing' | undefined

const signs = general.signKinds as Record<keyof typeof general.signs, Sign>

/** Finds what columns mean by the letters in their names. `translate` rewrites a service's own dates and states. */
export function readHeader(names: readonly string[]) {
  const keys = names.map(lettersIn)
  const service = services.find(({ header }) => header.split(' ').every((key) => keys.includes(key)))
  const meanings = new Map<string, Meaning>([general, service].flatMap(namesOf))
  const states = new Map(Object.entries(service?.states ?? {}))
  return names.map((name) => {
    const meaning = meanings.get(lettersIn(name))
    const isState = typeof meaning === 'object' && meaning.kind === 'word'
    const translate = (cell: string) => {
      if (meaning === 'addedAt' && service?.dates) return isoDate(cell, service.dates)
      return (isState && states.get(cell.trim().toLowerCase())) || cell
    }
    return { name, meaning, translate }
  })
}

type Names = { fields?: Lists<Field | 'freeText' | 'nothing'>; signs?: Lists<keyof typeof signs> }
type Lists<Key extends string> = { [key in Key]?: string[] | undefined } | undefined

function namesOf(names: Names | undefined): [name: string, Meaning][] {
  const signNames = keysByWord(names?.signs).map(([name, sign]): [string, Meaning] => [name, signs[sign]])
  return [...keysByWord(names?.fields), ...signNames]
}

function keysByWord<Key extends string>(lists: Lists<Key>): [word: string, key: Key][] {
  const entries = Object.entries(lists ?? {}) as [Key, string[] | undefined][]
  return entries.flatMap(([key, lines = []]) => {
    const words = lines.flatMap((line) => line.split(' '))
    return words.map((word): [string, Key] => [word, key])
  })
}

const lettersIn = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

const standings = new Map<string, Standing>(keysByWord(general.standings))
const yes = new Set(general.yes.split(' '))
const no = new Set(general.no.split(' '))
const unsubscribedPattern =
  /unsub|bounced|complain|\bspam|opt.?out|block.?list|blacklist|suppressed|unconfirmed|do.?not.?(?:contact|e?mail|send)|no.?e?mails?\b/i

/** Whether a value in this column could mean someone has unsubscribed. */
export function couldMeanUnsubscribed(meaning: Meaning, cell: string): boolean {
  if (meaning === undefined) return true
  if (typeof meaning === 'object') return standingOf(meaning, cell) === 'unknown'
  if (meaning === 'addedAt') return !isNothing(cell) && !/\d\d/.test(cell)
  if (meaning !== 'freeText') return false
  const standing = wordStanding(cell)
  return (standing !== undefined && standing !== 'subscriber') || unsubscribedPattern.test(cell)
}

/** @param confirmedAt in the same line @returns undefined if the cell shows nothing */
function standingOf({ kind, means }: Sign, cell: string, confirmedAt?: string): Standing | undefined {
  const value = visibleText(cell).toLowerCase()
  const standing = wordStanding(value)
  const isNo = isNothing(value) || (kind !== 'word' && no.has(value))
  if (kind === 'yes' && yes.has(value)) return 'subscriber'
  if (kind === 'yes' || kind === 'word') return isNo ? means : (standing ?? 'unknown')
  if (isNo) return undefined
  const returnedAfterMs = (readTime(confirmedAt ?? '') ?? Number.NaN) - (readTime(value) ?? Number.NaN)
  if (kind === 'since' && returnedAfterMs > dayMs) return undefined
  return standing === 'bounced' || standing === 'complained' ? standing : means
}

/** Whether a cell is empty, which databases and spreadsheets write in many ways. */
function isNothing(cell: string): boolean {
  return /^(?:null|none|nil|undefined|nan|n\/?a|\\n|-+|–|—|0000-00-00.*)?$/i.test(cell.trim())
}

/** Returns undefined unless the whole text is a known word: “1 active” and “❌ Subscribed” could mean anything. */
function wordStanding(text: string): Standing | undefined {
  return standings.get(text.toLowerCase().replaceAll(/[\s_.-]/g, ''))
}
