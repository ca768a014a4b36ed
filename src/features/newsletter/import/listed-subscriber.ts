import { randomBytes } from 'node:crypto'
import type { SubscriberRow } from '../../../../migrations/tables.ts'
import { emailKey, parseMailAddress } from '../../../lib/mail/mail-address.ts'
import { shortText } from '../../../lib/text/plain-text.ts'

export type ListedSubscriber = {
  email: string
  state?: string | undefined
  consentWords?: string | undefined
  consentAt?: string | undefined
  consentPage?: string | undefined
  consentNetwork?: string | undefined
  confirmedAt?: string | undefined
}

export type SharedConsent = { words?: string | undefined; at?: string | undefined; page?: string | undefined }

export type Judgement =
  | { verdict: 'reader'; email: string; reader: Omit<SubscriberRow, 'reference'> }
  /** Left there in one of three ways; here too, then, nobody writes to them. */
  | { verdict: 'left'; email: string; reason: 'unsubscribed' | 'bounced' | 'complained' }
  | { verdict: 'unconfirmed'; email: string }
  | { verdict: 'wrong'; email: string; why: string }

const longestWords = 5_000

const gone = ['unsubscribed', 'bounced', 'complained'] as const
const reading = ['', 'confirmed', 'subscribed', 'active', 'enabled']

export function judgeListed(listed: ListedSubscriber, shared: SharedConsent, now: number): Judgement {
  const given = listed.email.normalize('NFC').trim()
  const email = parseMailAddress(given)?.address
  if (email === undefined) return { verdict: 'wrong', email: given, why: 'is no e-mail address' }
  const wrong = (why: string): Judgement => ({ verdict: 'wrong', email, why })

  const state = (listed.state ?? '').trim().toLowerCase()
  const reason = gone.find((each) => each === state)
  if (reason !== undefined) return { verdict: 'left', email, reason }
  if (state === 'pending' || state === 'held') return { verdict: 'unconfirmed', email }
  if (!reading.includes(state)) return wrong(`is in an unknown state, “${state.slice(0, 40)}”`)

  const words = (listed.consentWords?.trim() || shared.words?.trim()) ?? ''
  if (words === '') return wrong('has no words of consent')
  if (words.length > longestWords) return wrong(`has words of consent that are longer than ${longestWords} characters`)
  const consentText = (listed.consentAt?.trim() || shared.at?.trim()) ?? ''
  if (consentText === '') return wrong('has no time of consent')
  const consentAt = readMoment(consentText)
  if (consentAt === undefined) return wrong(`has a time of consent that cannot be read, “${consentText.slice(0, 40)}”`)
  const confirmedText = listed.confirmedAt?.trim() ?? ''
  const confirmedAt = confirmedText === '' ? consentAt : readMoment(confirmedText)
  if (confirmedAt === undefined) {
    return wrong(`has a time of confirmation that cannot be read, “${confirmedText.slice(0, 40)}”`)
  }
  if (Math.max(consentAt, confirmedAt) > now) return wrong('has a time of consent that lies in the future')

  return {
    verdict: 'reader',
    email,
    reader: {
      id: randomBytes(16).toString('base64url'),
      email,
      email_key: emailKey(email),
      state: 'confirmed',
      reasons: '[]',
      request_key: null,
      consent_words: words,
      consent_page: shortText(listed.consentPage) ?? shortText(shared.page) ?? 'import',
      consent_network: shortText(listed.consentNetwork, 100),
      consent_at: consentAt,
      confirmed_at: confirmedAt,
      unsubscribed_at: null,
      created_at: now,
    },
  }
}

const pattern = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2})(?::(\d{2})(\.\d{1,9})?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i

/** ISO 8601 (the T may be a space), UTC without a zone; undefined otherwise: 05/01 is May or January, and not guessed. */
export function readMoment(text: string): number | undefined {
  const [, day, minutes = '00:00', seconds = '00', fraction = '', zone = 'Z'] = pattern.exec(text.trim()) ?? []
  if (day === undefined) return undefined
  const utc = /^(?:z|utc)$/i.test(zone)
  const offset = utc ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(-2)}`
  const ms = Date.parse(`${day}T${minutes}:${seconds}${fraction.slice(0, 4)}${offset}`)
  // The 30th of February is read as a day in March.
  return Number.isNaN(ms) || new Date(`${day}T00:00Z`).toISOString().slice(0, 10) !== day ? undefined : ms
}
