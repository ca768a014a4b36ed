import { randomBytes } from 'node:crypto'
import type { SubscriberRow } from '../../../migrations/tables.ts'
import { emailKey, parseEmailAddress } from '../../../platform/email/address.ts'
import { shortText } from '../../../platform/text/clean-text.ts'
import { readTime } from '../../../platform/text/read-time.ts'
import { type Field, isEmptyCell, type Sign, type Standing, type SuppressionReason, standingOf } from './columns.ts'

/** A line in a list. `signs`: its cells that show the person's status. */
export type ListedSubscriber = { email: string; signs: { column: string; sign: Sign; cell: string }[] } & {
  [name in Field]?: string
}

/** Consent that the owner states for lines without their own. */
export type SharedConsent = { words: string; at: string; page: string }

/** `why`: the reason for the owner, from the list. `suppressed`: they unsubscribed, bounced, or complained elsewhere. */
export type Classification = { email: string; why: string } & (
  | { verdict: 'subscriber'; standing: 'subscriber'; subscriber: Omit<SubscriberRow, 'reference'> }
  | { verdict: 'suppressed'; standing: SuppressionReason }
  | { verdict: 'unconfirmed' | 'invalid'; standing: Standing }
)

/** Exceeds any consent text. Longer text is in the wrong column. */
const maxConsentLength = 5_000

/** Classifies a line. Only a line with consent, and without any sign to the contrary, becomes a subscriber. */
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

/** The worst status among a line's signs, with its reason. */
function classifySigns({ signs, confirmedAt }: ListedSubscriber): { standing: Standing; why: string } {
  const quoted = (cell: string) => `is “${cell.trim().slice(0, 40)}”`
  const found = signs.map(({ column, sign, cell }) => ({
    standing: standingOf(sign, cell, confirmedAt),
    why: `${column} ${sign.kind === 'any' || sign.kind === 'since' ? 'isn’t empty' : quoted(cell)}`,
  }))
  if (confirmedAt !== undefined && readTime(confirmedAt) === undefined) {
    const standing = isEmptyCell(confirmedAt) ? 'unconfirmed' : 'unknown'
    found.push({ standing, why: `the day of confirmation ${quoted(confirmedAt)}` })
  }
  for (const standing of worstFirst) {
    const worst = found.find((each) => each.standing === standing)
    if (worst !== undefined) return { standing, why: worst.why }
  }
  const why = signs.length === 0 ? 'the list doesn’t show who unsubscribed' : 'the list shows nothing against it'
  return { standing: 'subscriber', why }
}
