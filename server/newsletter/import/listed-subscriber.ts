import { randomBytes } from 'node:crypto'
import type { SubscriberRow } from '../../../migrations/tables.ts'
import { cleanAddress, emailKey, hasInvisible, parseEmailAddress } from '../../../platform/email/email-address.ts'
import { shortText } from '../../../platform/text/plain-text.ts'
import { dayMs, readTime } from '../../../platform/text/time-text.ts'

export type ListedSubscriber = { email: string; signs: ListedSign[] } & { [name in Field]?: string }

/** A cell that says whether someone may be emailed. */
type ListedSign = { column: string; sign: Sign; cell: string }

export type SharedConsent = { words: string; at: string; page: string }

/** `why`: the reason in the list, for the owner. */
export type Judgement = { email: string; why: string } & (
  | { verdict: 'subscriber'; subscriber: Omit<SubscriberRow, 'reference'> }
  /** They unsubscribed, bounced, or complained elsewhere, so they get nothing from here either. */
  | { verdict: 'left'; reason: Reason }
  | { verdict: 'unconfirmed' | 'wrong' }
)

const maxConsentCharacters = 5_000

export function judgeListed(listed: ListedSubscriber, shared: SharedConsent, now: number): Judgement {
  const cleaned = cleanAddress(listed.email)
    .replace(/^mailto:/i, '')
    .replace(/[.,;]$/, '')
  const address = parseEmailAddress(cleaned)?.address
  const email = address ?? cleaned
  const wrong = (why: string): Judgement => ({ verdict: 'wrong', email, why })
  if (address === undefined) return wrong(hasInvisible(cleaned) ? 'has invisible characters' : 'isn’t an email address')

  const { standing, why } = judgeSigns(listed)
  if (standing === 'unknown') return wrong(`can’t be judged: ${why}`)
  if (standing === 'unconfirmed') return { verdict: 'unconfirmed', email, why }
  if (standing !== 'subscriber') return { verdict: 'left', email, reason: standing, why }

  const consent = listed.consentWords?.trim() || shared.words.trim()
  if (consent === '') return wrong('doesn’t say what they agreed to')
  if (consent.length > maxConsentCharacters)
    return wrong(`has consent text longer than ${maxConsentCharacters} characters`)
  const { consentAt, confirmedAt, addedAt } = listed
  const times = [consentAt, confirmedAt, addedAt, shared.at].flatMap((text) => text?.trim() || [])
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

/** Strongest first: a single no outweighs everything else. */
const weights: Standing[] = ['complained', 'bounced', 'unsubscribed', 'unconfirmed', 'unknown', 'subscriber']

function judgeSigns({ signs, confirmedAt }: ListedSubscriber): { standing: Standing; why: string } {
  const quoted = (cell: string) => `is “${cell.trim().slice(0, 40)}”`
  const said = signs.map(({ column, sign, cell }) => ({
    standing: standingOf(sign, cell, confirmedAt),
    why: `${column} ${sign.kind === 'any' || sign.kind === 'since' ? 'isn’t empty' : quoted(cell)}`,
  }))
  if (confirmedAt !== undefined && readTime(confirmedAt) === undefined) {
    const standing = isNothing(confirmedAt) ? 'unconfirmed' : 'unknown'
    said.push({ standing, why: `the day of confirmation ${quoted(confirmedAt)}` })
  }
  for (const standing of weights) {
    const found = said.find((each) => each.standing === standing)
    if (found !== undefined) return { standing, why: found.why }
  }
  return {
    standing: 'subscriber',
    why: signs.length === 0 ? 'the list doesn’t say who has left' : 'nothing says otherwise',
  }
}

/** What a column contains. `addedAt` counts as the time of consent if there is no other. */
type Field = 'email' | 'consentWords' | 'consentAt' | 'addedAt' | 'consentPage' | 'consentNetwork' | 'confirmedAt'

type Reason = 'unsubscribed' | 'bounced' | 'complained'

/** Whether someone may be emailed. `unknown`: the value isn't understood. */
type Standing = 'subscriber' | 'unconfirmed' | 'unknown' | Reason

/** How a column says so: with a word, yes or no, any value, or a date. */
type Sign = { kind: 'word' } | { kind: 'yes'; no: Standing } | { kind: 'any' | 'since'; means: Reason }

export type Meaning = Field | Sign | 'freeText' | 'nothing' | undefined

const words: [Standing, string][] = [
  [
    'subscriber',
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

/** By the letters of a column's name: ours, and those of the newsletter services listed in docs/desk.md. */
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
    'freeText',
    'note notes comment comments tag tags label labels list lists segment segments group groups attributes metadata data customfields preferences title jobtitle role product source referrer interests',
  ],
  [
    'nothing',
    'id uuid uid name firstname lastname fullname middlename surname givenname familyname nickname vorname nachname prénom nom nombre apellido company organization position language locale age gender birthday birthdate phone phonenumber telephone mobile mobilephone fax website url facebook foursquare instagram linkedin skype twitter avatarurl ip address addressline street housenumber city zip zipcode postcode postalcode county province stateprovince country countrycode region timezone latitude longitude gmtoff dstoff cc leid euid memberrating optinip confirmip confirmedip subscribedip ipaddress unsubcampaigntitle unsubcampaignid unsubreason unsubreasonother unsubscriptionreason cleancampaigntitle cleancampaignid undeliverabilityreason reasons lastchanged lastactive lastactivity lastopened lastclicked lastopendate lastclickdate lastseenat updatedat activesubscription digestenabled preferdigests expiry firstpaymentat upgradedate churndate plan complimentaryplan stripecustomerid subscriptiontier subscribertier subscriptionpremiumtiernames tier tiers points stage owner attribution attributiondate referrerurl referringsite referringurl referralcode acquisitionsource sourcetype sourcename sourcemechanism sourcemechanismid utmsource utmmedium utmchannel utmcampaign utmterm utmcontent externalid emailsreceived emailsopened linksclicked lastemailopened lastclickedat revenue preferredlocale subscriberid subscriptionid subscriberimportid secondaryid subscribersource commentingdisabled riskscore',
  ],
]
const meanings = new Map(
  columns.flatMap(([meaning, names]) => names.split(' ').map((name) => [name, meaning] as const)),
)

const lettersOf = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

export function meaningOf(column: string): Meaning {
  return meanings.get(lettersOf(column))
}

/** Whether a cell is empty, however databases and spreadsheets write that. */
function isNothing(cell: string): boolean {
  return nothing.test(cell.trim().toLowerCase())
}

/** Only plain words count: “1 active” and “❌ Subscribed” could mean anything. */
function wordStanding(word: string): Standing | undefined {
  return /^[\p{L}\s_.-]+$/u.test(word) ? standings.get(lettersOf(word)) : undefined
}

const leavingWords =
  /unsub|bounced|complain|\bspam|opt.?out|block.?list|blacklist|suppressed|unconfirmed|do.?not.?(?:contact|e?mail|send)|no.?e?mails?\b/i

/** Whether a cell that isn't understood could say that someone has left. */
export function isDoubtful(meaning: Meaning, cell: string): boolean {
  if (meaning === undefined) return true
  if (typeof meaning === 'object') return standingOf(meaning, cell) === 'unknown'
  return (
    meaning === 'freeText' && ((wordStanding(cell.trim()) ?? 'subscriber') !== 'subscriber' || leavingWords.test(cell))
  )
}

/** Whether someone may be emailed, according to one cell. @param confirmedAt when they confirmed, in the same line */
function standingOf(sign: Sign, cell: string, confirmedAt?: string): Standing | undefined {
  const value = cell.trim().toLowerCase()
  if (sign.kind === 'word') return isNothing(value) ? 'unconfirmed' : (wordStanding(value) ?? 'unknown')
  if (sign.kind === 'yes') {
    if (yes.has(value)) return 'subscriber'
    return no.has(value) || isNothing(value) ? sign.no : (wordStanding(value) ?? 'unknown')
  }
  if (no.has(value) || isNothing(value)) return undefined
  const [left, back] = [readTime(value), readTime(confirmedAt ?? '')]
  // They confirmed again on a later day.
  if (sign.kind === 'since' && left !== undefined && back !== undefined && back - left > dayMs) return undefined
  const standing = wordStanding(value)
  return standing === 'bounced' || standing === 'complained' ? standing : sign.means
}
