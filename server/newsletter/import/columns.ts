import { visibleText } from '../../../platform/text/clean-text.ts'
import { readTime } from '../../../platform/text/read-time.ts'
import { dayMs } from '../../../platform/text/time-text.ts'
import general from './column-names.json' with { type: 'json' }
import services from './services.json' with { type: 'json' }

/** The reason someone gets no email: an opt-out, a bounce, or a spam complaint. */
export type SuppressionReason = 'unsubscribed' | 'bounced' | 'complained'

/** A person's status on a list. `unknown`: the list has a value the import doesn't recognize. */
export type Standing = 'subscriber' | 'unconfirmed' | 'unknown' | SuppressionReason

/**
 * How a column encodes a person's status: `word` (“bounced”), `yes` (yes/no), `any` (any cell except “no”), or `since` (a
 * date). `means`: the status for “no” or an empty cell (`word`, `yes`), or for any other cell (`any`, `since`).
 */
export type Sign = { kind: 'word' | 'yes' | 'any' | 'since'; means: Standing }

/** A column's content. `addedAt` is used as the time of consent if a line has no `consentAt` or `confirmedAt`. */
export type Field =
  | 'email'
  | 'consentWords'
  | 'consentAt'
  | 'addedAt'
  | 'consentPage'
  | 'consentNetwork'
  | 'confirmedAt'

/** `freeText` can mention anything. `nothing` is ignored. Undefined if the name is unknown. */
export type Meaning = Field | Sign | 'freeText' | 'nothing' | undefined

/** `translate` converts a service's own date formats and states. */
export type Column = { name: string; meaning: Meaning; translate: (cell: string) => string }

const signs = general.signKinds as Record<keyof typeof general.signs, Sign>

/** Finds the meanings of columns by the letters in their names, and by the service that exports these columns. */
export function readColumns(names: readonly string[]): Column[] {
  const keys = names.map(lettersIn)
  const service = services.find(({ header }) => header.split(' ').every((key) => keys.includes(key)))
  const meanings = new Map<string, Meaning>([general, service].flatMap(meaningsByName))
  const states = new Map(Object.entries(service?.states ?? {}))
  return names.map((name) => {
    const meaning = meanings.get(lettersIn(name))
    const isState = typeof meaning === 'object' && meaning.kind === 'word'
    const translate = (cell: string) => {
      if (meaning === 'addedAt' && service?.dates) return isoDate(cell, service.dates as DateOrder) ?? cell
      const state = isState ? states.get(cell.trim().toLowerCase()) : undefined
      return state ?? cell
    }
    return { name, meaning, translate }
  })
}

type DateOrder = 'dayFirst' | 'monthFirst'

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/**
 * Rewrites the date at the start of `31/01/2024 10:00` or `31 January 2024` as ISO 8601. Keeps other formats.
 * @returns undefined if the name of the month is unknown
 */
function isoDate(text: string, order: DateOrder): string | undefined {
  const [name] = /[a-z]{3,}/i.exec(text) ?? []
  const month = name === undefined ? undefined : months.indexOf(name.slice(0, 3).toLowerCase()) + 1
  if (month === 0) return undefined
  const numbers = name === undefined ? text : text.replace(name, `${month}`)
  const padded = numbers.replaceAll(/\b\d\b/g, '0$&')
  const isoOrder = order === 'dayFirst' ? '$3-$2-$1' : '$3-$1-$2'
  return padded.replace(/^(\d\d)[-/. ](\d\d)[-/. ](\d{4})/, isoOrder)
}

/** The names in column-names.json or of a service, as lists of words by what they mean. */
type Names = { fields?: WordLists<Field | 'freeText' | 'nothing'>; signs?: WordLists<keyof typeof signs> }
type WordLists<Key extends string> = { [key in Key]?: string[] | undefined } | undefined

function meaningsByName(names: Names | undefined): [name: string, Meaning][] {
  const signNames = keysByWord(names?.signs).map(([name, sign]): [string, Meaning] => [name, signs[sign]])
  return [...keysByWord(names?.fields), ...signNames]
}

function keysByWord<Key extends string>(lists: WordLists<Key>): [word: string, key: Key][] {
  const entries = Object.entries(lists ?? {}) as [Key, string[] | undefined][]
  return entries.flatMap(([key, lines = []]) => {
    const words = lines.flatMap((line) => line.split(' '))
    return words.map((word): [string, Key] => [word, key])
  })
}

function lettersIn(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}]/gu, '')
}

const mentionsUnsubscribing = new RegExp(
  [
    'unsub|bounced|complain|\\bspam|opt.?out|block.?list|blacklist|suppressed|unconfirmed',
    'do.?not.?(?:contact|e?mail|send)|no.?e?mails?\\b',
  ].join('|'),
  'i',
)

/** Whether a value in this column could mean someone has unsubscribed. */
export function couldMeanUnsubscribed(meaning: Meaning, cell: string): boolean {
  if (meaning === undefined) return true
  if (typeof meaning === 'object') return standingOf(meaning, cell) === 'unknown'
  if (meaning === 'addedAt') return !isEmptyCell(cell) && !/\d\d/.test(cell)
  if (meaning !== 'freeText') return false
  const standing = standingOfWord(cell)
  return (standing !== undefined && standing !== 'subscriber') || mentionsUnsubscribing.test(cell)
}

const yesWords = new Set(general.yes.split(' '))
const noWords = new Set(general.no.split(' '))

/** Reads a person's status from a cell. @param confirmedAt from the same line @returns undefined if there's none */
export function standingOf({ kind, means }: Sign, cell: string, confirmedAt?: string): Standing | undefined {
  const value = visibleText(cell).toLowerCase()
  const standing = standingOfWord(value)
  const isNo = isEmptyCell(value) || (kind !== 'word' && noWords.has(value))
  if (kind === 'yes' && yesWords.has(value)) return 'subscriber'
  if (kind === 'yes' || kind === 'word') return isNo ? means : (standing ?? 'unknown')
  if (isNo) return undefined
  if (kind === 'since' && isLaterByADay(confirmedAt, value)) return undefined
  return standing === 'bounced' || standing === 'complained' ? standing : means
}

/** Whether they confirmed again after unsubscribing, by more than a day. Dates without a time can be off by a day. */
function isLaterByADay(confirmedAt: string | undefined, unsubscribedAt: string): boolean {
  const confirmed = readTime(confirmedAt ?? '')
  const unsubscribed = readTime(unsubscribedAt)
  return confirmed !== undefined && unsubscribed !== undefined && confirmed - unsubscribed > dayMs
}

/** Whether a cell is empty, in any of the ways that databases and spreadsheets write that. */
export function isEmptyCell(cell: string): boolean {
  return /^(?:null|none|nil|undefined|nan|n\/?a|\\n|-+|–|—|0000-00-00.*)?$/i.test(cell.trim())
}

const standings = new Map<string, Standing>(keysByWord(general.standings))

/** Returns undefined unless the whole text is a known word: “1 active” and “❌ Subscribed” could mean anything. */
function standingOfWord(text: string): Standing | undefined {
  return standings.get(text.toLowerCase().replaceAll(/[\s_.-]/g, ''))
}
