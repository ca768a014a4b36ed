import { randomBytes } from 'node:crypto'
import type { SubscriberRow } from '../../../migrations/tables.ts'
import { emailKey, parseEmailAddress } from '../../../platform/email/address.ts'
import { shortText, visibleText } from '../../../platform/text/clean-text.ts'
import { dayMs, isoDate, readTime } from '../../../platform/text/time-text.ts'
import general from './column-names.json' with { type: 'json' }
import services from './services.json' with { type: 'json' }

/** `signs`: cells that show whether someone may be emailed. */
export type ListedSubscriber = { email: string; signs: { column: string; sign: Sign; cell: string }[] } & {
  [name in Field]?: string
}

export type SharedConsent = { words: string; at: string; page: string }

/** `why` names the reason in the list, for the owner. */
export type Judgement = { email: string; why: string } & (
  | { verdict: 'subscriber'; standing: 'subscriber'; subscriber: Omit<SubscriberRow, 'reference'> }
  /** They unsubscribed, bounced, or complained elsewhere, so they get nothing from here either. */
  | { verdict: 'left'; standing: Reason }
  | { verdict: 'unconfirmed' | 'wrong'; standing: Standing }
)

const maxConsentLength = 5_000

export function judgeListed(listed: ListedSubscriber, shared: SharedConsent, now: number): Judgement {
  const cleaned = listed.email.replace(/^mailto:/i, '').replace(/[.,;]$/, '')
  const address = parseEmailAddress(cleaned)?.address
  const email = address ?? cleaned
  const { standing, why } = judgeSigns(listed)
  const wrong = (why: string): Judgement => ({ verdict: 'wrong', email, standing, why })
  if (address === undefined) return wrong('isn’t an email address')
  if (standing === 'unknown') return wrong(`can’t be judged: ${why}`)
  if (standing === 'unconfirmed') return { verdict: 'unconfirmed', email, standing, why }
  if (standing !== 'subscriber') return { verdict: 'left', email, standing, why }

  const consent = listed.consentWords || shared.words
  if (consent === '') return wrong('doesn’t say what they agreed to')
  if (consent.length > maxConsentLength) return wrong(`has consent text longer than ${maxConsentLength} characters`)
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
  return { verdict: 'subscriber', email, standing, why, subscriber }
}

/** Strongest first: a single “no” outweighs everything else. */
const byWeight: Standing[] = ['complained', 'bounced', 'unsubscribed', 'unconfirmed', 'unknown', 'subscriber']

export function isWorse(one: Standing, other: Standing = 'subscriber'): boolean {
  return byWeight.indexOf(one) < byWeight.indexOf(other)
}

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
  const [worst] = byWeight.flatMap((standing) => judged.filter((other) => other.standing === standing))
  const nothing = signs.length === 0 ? 'the list doesn’t show who has left' : 'nothing in the list is against it'
  return { standing: worst?.standing ?? 'subscriber', why: worst?.why ?? nothing }
}

type Reason = 'unsubscribed' | 'bounced' | 'complained'

/** Whether someone may be emailed. `unknown`: the value isn't understood. */
type Standing = 'subscriber' | 'unconfirmed' | 'unknown' | Reason

/** How a column shows that: with a word, yes or no, any value, or a date. `means`: what “no” or the value means. */
type Sign = { kind: 'word' | 'yes' | 'any' | 'since'; means: Standing }

/** What a column contains. `addedAt` is the time of consent if the line has no other. */
type Field = 'email' | 'consentWords' | 'consentAt' | 'addedAt' | 'consentPage' | 'consentNetwork' | 'confirmedAt'

export type Meaning = Field | Sign | 'freeText' | 'nothing' | undefined

const signs = general.signKinds as Record<keyof typeof general.signs, Sign>

/** Finds what columns mean by their names' letters. `translate` rewrites a service's own dates and states. */
export function readHeader(names: readonly string[]) {
  const keys = names.map(lettersOf)
  const service = services.find(({ header }) => header.split(' ').every((key) => keys.includes(key)))
  const meanings = new Map<string, Meaning>([general, service].flatMap(namesOf))
  const states = new Map(Object.entries(service?.states ?? {}))
  return names.map((name) => {
    const meaning = meanings.get(lettersOf(name))
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
  const ofSigns = keysByWord(names?.signs).map(([name, sign]): [string, Meaning] => [name, signs[sign]])
  return [...keysByWord(names?.fields), ...ofSigns]
}

function keysByWord<Key extends string>(lists: Lists<Key>): [word: string, key: Key][] {
  const entries = Object.entries(lists ?? {}) as [Key, string[] | undefined][]
  return entries.flatMap(([key, lines = []]) =>
    lines.flatMap((line) => line.split(' ').map((word): [string, Key] => [word, key])),
  )
}

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

const standings = new Map<string, Standing>(keysByWord(general.standings))
const yes = new Set(general.yes.split(' '))
const no = new Set(general.no.split(' '))
const leaving =
  /unsub|bounced|complain|\bspam|opt.?out|block.?list|blacklist|suppressed|unconfirmed|do.?not.?(?:contact|e?mail|send)|no.?e?mails?\b/i

/** Whether an unknown value could mean that someone has left. */
export function isDoubtful(meaning: Meaning, cell: string): boolean {
  if (meaning === undefined) return true
  if (typeof meaning === 'object') return standingOf(meaning, cell) === 'unknown'
  if (meaning === 'addedAt') return !isNothing(cell) && !/\d\d/.test(cell)
  return meaning === 'freeText' && ((wordStanding(cell) ?? 'subscriber') !== 'subscriber' || leaving.test(cell))
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

/** Databases and spreadsheets have many ways to write an empty cell. */
function isNothing(cell: string): boolean {
  return /^(?:null|none|nil|undefined|nan|n\/?a|\\n|-+|–|—|0000-00-00.*)?$/i.test(cell.trim())
}

/** Returns undefined unless the whole text is a known word: “1 active” and “❌ Subscribed” could mean anything. */
function wordStanding(text: string): Standing | undefined {
  return standings.get(text.toLowerCase().replaceAll(/[\s_.-]/g, ''))
}
