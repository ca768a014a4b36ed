import { readTime } from '../../../lib/text/time-text.ts'

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

/** Whether somebody may be written to, by a column of the list; `unknown`: it says something that nobody here understands. */
export type Standing = 'reader' | 'unconfirmed' | 'unknown' | Reason

/** How a column says it: in a word, as yes or no, or by saying anything at all, such as a day. */
export type Sign = { kind: 'word' } | { kind: 'yes'; no: Standing } | { kind: 'any'; means: Reason }

export type Meaning = Field | Sign | 'nothing' | undefined

const words: [Standing, string][] = [
  [
    'reader',
    'confirmed subscribed active enabled regular premium paid free gift comped trial trialing activated verified optedin doubleoptin yes',
  ],
  [
    'unsubscribed',
    'unsubscribed unsubscribe unsub cancelled canceled disabled removed deleted optedout optout blocklisted blacklisted blocked suppressed donotcontact archived left churned nonsubscribed notsubscribed paused past rejected manual',
  ],
  ['bounced', 'bounced bounce hardbounced hardbounce softbounced cleaned unreachable invalid undeliverable failed'],
  ['complained', 'complained complaint spam spammed junk abuse reported'],
  [
    'unconfirmed',
    'unconfirmed notconfirmed pending unactivated inactive held validating waiting awaiting unverified new',
  ],
]
const standings = new Map(words.flatMap(([standing, all]) => all.split(' ').map((word) => [word, standing] as const)))

const yes = new Set(['true', 'yes', 'y', '1', 't', 'x', 'on', 'ja', 'oui', 'si', 'sí'])
const no = new Set(['false', 'no', 'n', '0', 'f', 'off', 'nein', 'non', '', 'null', 'none', '-'])

/** By a column's name in letters alone: ours, and those of Mailchimp, Ghost, Substack, Buttondown, MailPoet, Mautic, Kit, beehiiv, listmonk and Keila. */
const columns: [Exclude<Meaning, undefined>, string][] = [
  ['email', 'email emailaddress mail subscriber contactemail emailadresse adresseemail correoelectronico'],
  ['consentWords', 'consentwords'],
  ['consentAt', 'consentat optintime'],
  [
    'addedAt',
    'createdat creationdate created subscribedat subscribedon subscribedate subscriptiondate signupdate dateadded joinedat addedat',
  ],
  ['consentPage', 'consentpage'],
  ['consentNetwork', 'consentnetwork'],
  ['confirmedAt', 'confirmedat confirmtime'],
  [
    { kind: 'word' },
    'state status globalstatus liststatus emailstatus subscriberstatus subscriptionstatus contactstatus memberstatus subscribertype optinstatus',
  ],
  [
    { kind: 'yes', no: 'unsubscribed' },
    'subscribed issubscribed subscribedtoemails optin optedin emailoptin acceptsmarketing acceptsemailmarketing active isactive enabled',
  ],
  [{ kind: 'yes', no: 'unconfirmed' }, 'confirmed isconfirmed verified isverified emailverified activated'],
  [
    { kind: 'any', means: 'unsubscribed' },
    'unsubscribed isunsubscribed unsubscribedat unsubtime unsubscribetime unsubscriptiondate unsubscribedate unsubscribedon optout optedout optoutat optouttime emaildisabled disabled donotcontact dnc blocked blocklisted blacklisted emailblacklisted suppressed deletedat removedat archivedat',
  ],
  [
    { kind: 'any', means: 'bounced' },
    'bounced isbounced bouncedat hardbounced cleantime cleaned cleanedat undeliverable',
  ],
  [{ kind: 'any', means: 'complained' }, 'complained complainedat complaint spamcomplaint markedasspam'],
  [
    'nothing',
    'name firstname lastname fullname middlename surname givenname familyname nickname vorname nachname prénom nom nombre apellido company language locale gender reasons optinip confirmip unsubcampaigntitle unsubcampaignid unsubreason unsubreasonother cleancampaigntitle cleancampaignid unsubscriptionreason activesubscription digestenabled complimentaryplan subscriptiontier subscribertier lastactive lastactivity lastchanged subscribedip subscriberid subscriptionid subscribersource',
  ],
]
const meanings = new Map(
  columns.flatMap(([meaning, names]) => names.split(' ').map((name) => [name, meaning] as const)),
)

const letters = (text: string) => text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')

export function meaningOf(column: string): Meaning {
  return meanings.get(letters(column))
}

/** What a cell says of whether somebody may be written to. @param confirmedAt since when they have, by the same line */
export function standingOf(sign: Sign, cell: string, confirmedAt?: string): Standing | undefined {
  const said = cell.trim().toLowerCase()
  if (sign.kind === 'word') return said === '' ? 'unconfirmed' : (standings.get(letters(said)) ?? 'unknown')
  if (sign.kind === 'yes')
    return yes.has(said) ? 'reader' : no.has(said) ? sign.no : (standings.get(letters(said)) ?? 'unknown')
  if (no.has(said)) return undefined
  const [left, back] = [readTime(said), readTime(confirmedAt ?? '')]
  // Whoever came back after leaving is a reader again.
  if (left !== undefined && back !== undefined && back > left) return undefined
  const meant = standings.get(letters(said))
  return meant === 'bounced' || meant === 'complained' ? meant : sign.means
}

const suspicious =
  /stat(?:us|e\b|ut|o\b)|estado|subscri|opt.?(?:in|out)|bounce|complain|spam|clean|confirm|activ|enabl|disabl|block|black|suppress|delet|remov|verif|permi|consent|reach|mailable|cancel|churn|\bdnc\b|gdpr|market|deliverab|abmeld|abbestell|désinscri|desinscri|baja\b/i

/**
 * Whether a column that isn't known could say who wants no letter: by its name, or by what is in it.
 * @param cells some of its values, each once; without empty ones
 */
export function couldBeStanding(name: string, cells: readonly string[]): boolean {
  if (cells.length === 0) return false
  const said = cells.map((cell) => cell.trim().toLowerCase())
  // A number alone may count anything.
  const isYesOrNo =
    said.every((cell) => yes.has(cell) || no.has(cell)) && (said.length > 1 || !/^\d$/.test(said[0] ?? ''))
  return (
    suspicious.test(name) ||
    isYesOrNo ||
    said.some((cell) => !['reader', undefined].includes(standings.get(letters(cell))))
  )
}
