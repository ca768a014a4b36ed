import { randomBytes } from 'node:crypto'
import type { SubscriberRow } from '../../../migrations/tables.ts'
import { cleanAddress, emailKey, hasInvisible, parseEmailAddress } from '../../../platform/email/email-address.ts'
import { shortText } from '../../../platform/text/plain-text.ts'
import { readTime } from '../../../platform/text/time-text.ts'

export type ListedSubscriber = { email: string; signs: ListedSign[] } & { [name in Field]?: string }

/** A column that says whether someone may be emailed. */
type ListedSign = { column: string; sign: Sign; cell: string }

export type SharedConsent = { words?: string | undefined; at?: string | undefined; page?: string | undefined }

/** `why`: what in the list says so, for the owner. */
export type Judgement = { email: string; why: string } & (
  | { verdict: 'reader'; subscriber: Omit<SubscriberRow, 'reference'> }
  /** They unsubscribed, bounced, or complained there, so they get nothing from here. */
  | { verdict: 'left'; reason: Reason }
  | { verdict: 'unconfirmed' }
  | { verdict: 'wrong' }
)

const maxConsentCharacters = 5_000

/** Strongest first: one column that says no outweighs all others. */
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
  const [first = { standing: 'reader', why: 'nothing says otherwise' } as const] = said.toSorted(
    (one, other) => weights.indexOf(one.standing) - weights.indexOf(other.standing),
  )
  return first
}

export function judgeListed(listed: ListedSubscriber, shared: SharedConsent, now: number): Judgement {
  const given = cleanAddress(listed.email)
    .replace(/^mailto:/i, '')
    .replace(/[.,;]$/, '')
  const email = parseEmailAddress(given)?.address
  if (email === undefined)
    return {
      verdict: 'wrong',
      email: given,
      why: hasInvisible(given) ? 'has invisible characters' : 'isn’t an email address',
    }
  const wrong = (why: string): Judgement => ({ verdict: 'wrong', email, why })

  const { standing, why } = judgeSigns(listed)
  if (standing === 'unknown') return wrong(`can’t be judged: ${why}`)
  if (standing === 'unconfirmed') return { verdict: 'unconfirmed', email, why }
  if (standing !== 'reader') return { verdict: 'left', email, reason: standing, why }

  const words = (listed.consentWords?.trim() || shared.words?.trim()) ?? ''
  if (words === '') return wrong('doesn’t say what they agreed to')
  if (words.length > maxConsentCharacters)
    return wrong(`has consent text longer than ${maxConsentCharacters} characters`)
  const { consentAt: agreedAt, confirmedAt: confirmedText, addedAt } = listed
  const times = [agreedAt, confirmedText, addedAt, shared.at].flatMap((text) => text?.trim() || [])
  const consentAt = times.map(readTime).find((time) => time !== undefined)
  if (times.length === 0) return wrong('doesn’t say when they agreed')
  if (consentAt === undefined) return wrong(`has an unreadable time of consent, “${times[0]?.slice(0, 40)}”`)
  const confirmedAt = readTime(confirmedText ?? '') ?? consentAt
  if (Math.max(consentAt, confirmedAt) > now) return wrong('has a time of consent in the future')

  return {
    verdict: 'reader',
    ...{ email, why },
    subscriber: {
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

/** What a column holds. `addedAt` counts as the time of consent if nothing else does. */
type Field = 'email' | 'consentWords' | 'consentAt' | 'addedAt' | 'consentPage' | 'consentNetwork' | 'confirmedAt'

type Reason = 'unsubscribed' | 'bounced' | 'complained'

/** Whether someone may be emailed. `unknown`: a value that we don't know. */
export type Standing = 'reader' | 'unconfirmed' | 'unknown' | Reason

/** How a column says it: by a word, by yes or no, by any value, or by a date. */
export type Sign = { kind: 'word' } | { kind: 'yes'; no: Standing } | { kind: 'any' | 'since'; means: Reason }

export type Meaning = Field | Sign | 'nothing' | undefined

const words: [Standing, string][] = [
  [
    'reader',
    'confirmed subscribed active enabled regular premium paid free gift gifted comped trial trialing trialed churning pastdue cold activated verified optedin doubleoptin yes',
  ],
  [
    'unsubscribed',
    'unsubscribed unsubscribe unsub cancelled canceled disabled removed deleted optedout optout blocklisted blacklisted blocked suppressed donotcontact archived left churned nonsubscribed notsubscribed rejected',
  ],
  ['bounced', 'bounced bounce hardbounced hardbounce softbounced cleaned unreachable invalid undeliverable failed'],
  ['complained', 'complained complaint spam spammed junk abuse reported'],
  [
    'unconfirmed',
    'unconfirmed notconfirmed pending unactivated inactive held suspicious validating waiting awaiting unverified new paused unpaid upcoming spammy',
  ],
]
const standings = new Map(words.flatMap(([standing, all]) => all.split(' ').map((word) => [word, standing] as const)))

const yes = new Set(['true', 'yes', 'y', '1', 't', 'x', 'on', 'ja', 'oui', 'si', 'sí'])
const no = new Set(['false', 'no', 'n', '0', 'f', 'off', 'nein', 'non', 'never', 'nie', 'jamais', 'nunca'])
const nothing = /^(?:null|none|nil|undefined|nan|n\/?a|\\n|-+|–|—|0000-00-00.*)?$/

/** Keyed by the letters of a column's name: ours, and those of Mailchimp, Ghost, Substack, Buttondown, MailPoet, Mautic, Kit, beehiiv, listmonk and Keila. */
const columns: [Exclude<Meaning, undefined>, string][] = [
  ['email', 'email emailaddress mail subscriber contactemail emailadresse adresseemail correoelectronico'],
  ['consentWords', 'consentwords'],
  ['consentAt', 'consentat optintime optindate'],
  [
    'addedAt',
    'createdat creationdate created subscribedat subscribedon subscribedate subscriptiondate subscriptiontime subscribersince signupdate dateadded dateidentified joinedat addedat insertedat',
  ],
  ['consentPage', 'consentpage'],
  ['consentNetwork', 'consentnetwork'],
  [
    'confirmedAt',
    'confirmedat confirmtime confirmedon confirmationdate confirmationtime verifiedat doubleoptinat doubleoptindate doubleoptintime',
  ],
  [
    { kind: 'word' },
    'state status globalstatus liststatus emailstatus subscriberstatus subscriptionstatus contactstatus memberstatus subscribertype type optinstatus mailingstatus',
  ],
  [
    { kind: 'yes', no: 'unsubscribed' },
    'subscribed issubscribed subscribedtoemails optin optedin emailoptin acceptsmarketing acceptsemailmarketing active isactive enabled',
  ],
  [{ kind: 'yes', no: 'unconfirmed' }, 'confirmed isconfirmed verified isverified emailverified activated'],
  [
    { kind: 'since', means: 'unsubscribed' },
    'unsubscribedat unsubtime unsubdate unsubbedat unsubscribetime unsubscriptiondate unsubscribedate unsubscribedon optoutat optoutdate optouttime',
  ],
  [
    { kind: 'any', means: 'unsubscribed' },
    'unsubscribed isunsubscribed optout optedout emaildisabled disabled donotcontact donotemail donotmail dnc blocked blocklisted blacklisted emailblacklisted suppressed deletedat removedat archivedat',
  ],
  [
    { kind: 'any', means: 'bounced' },
    'bounced isbounced bouncedat hardbounced cleantime cleaned cleanedat undeliverable undeliverabilitydate',
  ],
  [{ kind: 'any', means: 'complained' }, 'complained complainedat complaint spamcomplaint markedasspam'],
  [
    'nothing',
    'id uuid uid name firstname lastname fullname middlename surname givenname familyname nickname vorname nachname prénom nom nombre apellido company organization position language locale gender birthday birthdate phone mobile fax website address street city zip zipcode postalcode country countrycode region timezone latitude longitude gmtoff dstoff cc leid euid memberrating optinip confirmip confirmedip subscribedip ipaddress unsubcampaigntitle unsubcampaignid unsubreason unsubreasonother unsubscriptionreason cleancampaigntitle cleancampaignid undeliverabilityreason reasons lastchanged lastactive lastactivity lastopened lastclicked lastopendate lastclickdate lastseenat updatedat activesubscription digestenabled preferdigests expiry firstpaymentat upgradedate churndate plan complimentaryplan stripecustomerid subscriptiontier subscribertier subscriptionpremiumtiernames tier tiers points stage attribution attributiondate preferredlocale subscriberid subscriptionid subscriberimportid secondaryid subscribersource commentingdisabled riskscore',
  ],
]
const meanings = new Map(
  columns.flatMap(([meaning, names]) => names.split(' ').map((name) => [name, meaning] as const)),
)

const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

export function meaningOf(column: string): Meaning {
  return meanings.get(letters(column))
}

/** Whether a cell is empty, however databases and spreadsheets spell that. */
function isNothing(cell: string): boolean {
  return nothing.test(cell.trim().toLowerCase())
}

/** Only plain words count: “1 active” and “❌ Subscribed” could mean anything. */
function named(said: string): Standing | undefined {
  return /^[\p{L}\s_.-]+$/u.test(said) ? standings.get(letters(said)) : undefined
}

/** Whether someone may be emailed, according to one cell. @param confirmedAt when they confirmed, in the same row */
export function standingOf(sign: Sign, cell: string, confirmedAt?: string): Standing | undefined {
  const said = cell.trim().toLowerCase()
  if (sign.kind === 'word') return isNothing(said) ? 'unconfirmed' : (named(said) ?? 'unknown')
  if (sign.kind === 'yes') {
    if (yes.has(said)) return 'reader'
    return no.has(said) || isNothing(said) ? sign.no : (named(said) ?? 'unknown')
  }
  if (no.has(said) || isNothing(said)) return undefined
  const [left, back] = [readTime(said), readTime(confirmedAt ?? '')]
  // They came back on a later day.
  if (sign.kind === 'since' && left !== undefined && back !== undefined && back - left > dayMs) return undefined
  const meant = named(said)
  return meant === 'bounced' || meant === 'complained' ? meant : sign.means
}

const dayMs = 86_400_000
const suspiciousName =
  /stat(?:us|e\b|ut|o\b)|estado|subscri|unsub|opt.{0,3}(?:in|out)|bounce|complain|spam|clean|confirm|a[ck]tiv|enabl|disabl|block|black|suppress|suspend|withdr|delet|remov|verif|permi|consent|reach|mailable|cancel|churn|\bdnc\b|do.?not|gdpr|market|prefer|newsletter|deliverab|abgemeldet|abmeld|abbestell|inakti|d[ée]s?abonn|d[ée]sinscri|desuscri|baja\b/i
const suspiciousCell =
  /unsub|bounced|complain|\bspam|opt.?out|block.?list|blacklist|suppressed|unconfirmed|do.?not.?(?:contact|e?mail|send)|no.?e?mails?\b/i
const looksLikeTime = /^(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b.*|\d{10}|\d{13})$/

/** Names of columns with free text or labels. */
const looseName = /tag|label|list|segment|group|source|note|comment|title|product|utm|refer|campaign|interest|topic/i

const maxExamples = 5
/** Services have few states. A column with more different words isn't one. */
const maxStates = 4

/**
 * Checks whether an unknown column could say who has left, by its name and its values.
 * @param isOdd the column does say it, but these values are unknown @returns examples, or undefined if it can't
 */
export function doubtsAbout(name: string, cells: readonly string[], isOdd: boolean): string[] | undefined {
  const given = cells.map((cell) => cell.trim()).filter((cell) => !isNothing(cell))
  const said = given.map((cell) => cell.toLowerCase().slice(0, 200))
  const significant = given.filter((_, i) => isTelling(said[i] ?? ''))
  const isState = said.every((cell) => /^\p{L}+(?: \p{L}+){0,2}$/u.test(cell)) && new Set(given).size <= maxStates
  const couldBeState =
    said.every((cell) => yes.has(cell) || no.has(cell)) ||
    said.every((cell) => looksLikeTime.test(cell)) ||
    (isState && !looseName.test(name))
  const isDoubtful = isOdd || suspiciousName.test(name) || significant.length > 0 || (said.length > 0 && couldBeState)
  return isDoubtful
    ? [...new Set([...significant, ...given].map((cell) => cell.slice(0, 40)))].slice(0, maxExamples)
    : undefined
}

function isTelling(said: string): boolean {
  const standing = named(said)
  return (standing !== undefined && standing !== 'reader') || suspiciousCell.test(said)
}
