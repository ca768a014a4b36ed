import { readTime } from '../../../platform/text/time-text.ts'

/** What a column gives of a reader. `addedAt`: when they came, which counts as their consent where nothing else says when. */
export type Field =
  | 'email'
  | 'consentWords'
  | 'consentAt'
  | 'addedAt'
  | 'consentPage'
  | 'consentNetwork'
  | 'confirmedAt'

export type Reason = 'unsubscribed' | 'bounced' | 'complained'

/** Whether somebody may be emailed, according to a column. `unknown`: a value that we don't know. */
export type Standing = 'reader' | 'unconfirmed' | 'unknown' | Reason

/** How a column says it: a word, yes or no, any value at all, or the date since when. */
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
    'unconfirmed notconfirmed pending unactivated inactive held validating waiting awaiting unverified new paused unpaid upcoming spammy',
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

/** Whether a cell is empty, in any spelling that databases and spreadsheets export. */
export function isNothing(cell: string): boolean {
  return nothing.test(cell.trim().toLowerCase())
}

/** Only plain words count: “1 active” and “❌ Subscribed” could mean anything. */
function named(said: string): Standing | undefined {
  return /^[\p{L}\s_.-]+$/u.test(said) ? standings.get(letters(said)) : undefined
}

/** Whether somebody may be emailed, according to one cell. @param confirmedAt when they confirmed, in the same row */
export function standingOf(sign: Sign, cell: string, confirmedAt?: string): Standing | undefined {
  const said = cell.trim().toLowerCase()
  if (sign.kind === 'word') return isNothing(said) ? 'unconfirmed' : (named(said) ?? 'unknown')
  if (sign.kind === 'yes') {
    if (yes.has(said)) return 'reader'
    return no.has(said) || isNothing(said) ? sign.no : (named(said) ?? 'unknown')
  }
  if (no.has(said) || isNothing(said)) return undefined
  const [left, back] = [readTime(said), readTime(confirmedAt ?? '')]
  // Whoever came back on a later day is a reader again.
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

/** Names of columns that hold free text or labels, not a state. */
const looseName = /tag|label|list|segment|group|source|note|comment|title|product|utm|refer|campaign|interest|topic/i

/** What an unknown column holds: only yes and no, only dates, or only short words; `saysStanding`: a cell says that somebody left. */
export type Unknown = ReturnType<typeof newUnknown>

export function newUnknown(saysStanding: boolean) {
  return { examples: new Set<string>(), areYesOrNo: true, areTimes: true, areWords: true, saysStanding }
}

const mostExamples = 5
/** Services have few states. A column with more different words isn't one. */
const mostStates = 4

export function noteUnknown(unknown: Unknown, cell: string): void {
  const said = cell.trim().toLowerCase().slice(0, 200)
  if (isNothing(said)) return
  const standing = named(said)
  const saysStanding = (standing !== undefined && standing !== 'reader') || suspiciousCell.test(said)
  unknown.areYesOrNo &&= yes.has(said) || no.has(said)
  unknown.areTimes &&= looksLikeTime.test(said)
  unknown.areWords &&= /^\p{L}+(?: \p{L}+){0,2}$/u.test(said)
  unknown.saysStanding ||= saysStanding
  if (saysStanding || unknown.examples.size < mostExamples) unknown.examples.add(cell.trim().slice(0, 40))
  if (unknown.examples.size > mostExamples) unknown.examples.delete([...unknown.examples][0] ?? '')
}

/** Whether an unknown column could say who has left, by its name or its values. */
export function couldBeStanding(name: string, unknown: Unknown): boolean {
  const { examples, areYesOrNo, areTimes, areWords, saysStanding } = unknown
  if (suspiciousName.test(name) || saysStanding) return true
  const isState = areWords && examples.size <= mostStates && !looseName.test(name)
  return examples.size > 0 && (areYesOrNo || areTimes || isState)
}
