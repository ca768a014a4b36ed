import { randomBytes } from 'node:crypto'
import type { SubscriberRow } from '../../../migrations/tables.ts'
import { cleanAddress, emailKey, hasInvisible, parseMailAddress } from '../../../platform/email/mail-address.ts'
import { shortText } from '../../../platform/text/plain-text.ts'
import { readTime } from '../../../platform/text/time-text.ts'
import { type Field, isNothing, type Reason, type Sign, type Standing, standingOf } from './list-columns.ts'

export type ListedSubscriber = { email: string; signs: ListedSign[] } & { [name in Field]?: string }

/** What a column says about whether somebody may be emailed. */
type ListedSign = { column: string; sign: Sign; cell: string }

export type SharedConsent = { words?: string | undefined; at?: string | undefined; page?: string | undefined }

/** `why`: the part of the list that says so, shown to the owner. */
export type Judgement = { email: string; why: string } & (
  | { verdict: 'reader'; reader: Omit<SubscriberRow, 'reference'> }
  /** Left there in one of three ways; here too, then, nobody writes to them. */
  | { verdict: 'left'; reason: Reason }
  | { verdict: 'unconfirmed' }
  | { verdict: 'wrong' }
)

const longestWords = 5_000

/** The strongest first: one column that says no outweighs all others. */
const weights: Standing[] = ['complained', 'bounced', 'unsubscribed', 'unconfirmed', 'unknown', 'reader']

function judgeSigns({ signs, confirmedAt }: ListedSubscriber): { standing: Standing; why: string } {
  const said = signs.flatMap(({ column, sign, cell }): { standing: Standing; why: string }[] => {
    const standing = standingOf(sign, cell, confirmedAt)
    if (standing === undefined) return []
    return [
      {
        standing,
        why:
          sign.kind === 'any' || sign.kind === 'since'
            ? `${column} isn’t empty`
            : `${column} is “${cell.trim().slice(0, 40)}”`,
      },
    ]
  })
  if (confirmedAt !== undefined && readTime(confirmedAt) === undefined) {
    const standing = isNothing(confirmedAt) ? 'unconfirmed' : 'unknown'
    said.push({ standing, why: `the day of confirmation is “${confirmedAt.trim().slice(0, 40)}”` })
  }
  if (signs.length === 0) said.push({ standing: 'reader', why: 'the list doesn’t say who has left' })
  const [first = { standing: 'reader', why: 'nothing speaks against it' } as const] = said.toSorted(
    (one, other) => weights.indexOf(one.standing) - weights.indexOf(other.standing),
  )
  return first
}

export function judgeListed(listed: ListedSubscriber, shared: SharedConsent, now: number): Judgement {
  const given = cleanAddress(listed.email)
    .replace(/^mailto:/i, '')
    .replace(/[.,;]$/, '')
  const email = parseMailAddress(given)?.address
  if (email === undefined)
    return {
      verdict: 'wrong',
      email: given,
      why: hasInvisible(given) ? 'has invisible characters' : 'is no e-mail address',
    }
  const wrong = (why: string): Judgement => ({ verdict: 'wrong', email, why })

  const { standing, why } = judgeSigns(listed)
  if (standing === 'unknown') return wrong(`can’t be judged: ${why}`)
  if (standing === 'unconfirmed') return { verdict: 'unconfirmed', email, why }
  if (standing !== 'reader') return { verdict: 'left', email, reason: standing, why }

  const words = (listed.consentWords?.trim() || shared.words?.trim()) ?? ''
  if (words === '') return wrong('has no words of consent')
  if (words.length > longestWords) return wrong(`has words of consent that are longer than ${longestWords} characters`)
  const { consentAt: agreedAt, confirmedAt: confirmedText, addedAt } = listed
  const times = [agreedAt, confirmedText, addedAt, shared.at].flatMap((text) => text?.trim() || [])
  const consentAt = times.map(readTime).find((time) => time !== undefined)
  if (times.length === 0) return wrong('has no time of consent')
  if (consentAt === undefined) return wrong(`has a time of consent that cannot be read, “${times[0]?.slice(0, 40)}”`)
  const confirmedAt = readTime(confirmedText ?? '') ?? consentAt
  if (Math.max(consentAt, confirmedAt) > now) return wrong('has a time of consent that lies in the future')

  return {
    verdict: 'reader',
    ...{ email, why },
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
