import { emailKey } from '../../../platform/email/address.ts'
import { type Clause, hasPhrase, phraseEnd, spanOf, type Token, wordAt } from './clauses.ts'
import {
  capitalizedNameCues,
  companyClosers,
  companyCues,
  companyIntroducers,
  companyKinds,
  companySuffixes,
  emailCues,
  nameAnswerStarts,
  nameClosers,
  nameCueStarts,
  nameCues,
  nameParticles,
  ownership,
  suffixedCompanyCues,
  vetoes,
} from './words.ts'

const honorific = /^(?:dr|mrs?|ms|miss|prof(?:essor)?|sir|col(?:onel)?|captain|major|[.\n])$/
const maxNameWords = 5
const maxNameCharacters = 60

/** The visitor's own name, without an honorific. @param known the name so far, for “it's Anna Belle, with an e” */
export function findName(clause: Clause, asked: string | undefined, known: string | null): string | undefined {
  return nameAfterCue(clause) ?? nameInAnswer(clause, asked, known)
}

function nameAfterCue(clause: Clause): string | undefined {
  const { tokens } = clause
  for (const at of tokens.keys()) {
    const cueEnd = phraseEnd(nameCues, tokens, at)
    const name = cueEnd === undefined ? undefined : nameAt(clause, cueEnd)
    if (name) return name
    const canStartCue = at === 0 || nameCueStarts.has(wordAt(tokens, at - 1))
    const capitalizedCueEnd = canStartCue ? phraseEnd(capitalizedNameCues, tokens, at) : undefined
    const capitalized = capitalizedCueEnd === undefined ? undefined : capitalizedNameAt(clause, capitalizedCueEnd)
    if (capitalized) return capitalized
  }
  return undefined
}

/** A name at the start: before an email address, after we asked for it, or a longer form of the known name. */
function nameInAnswer(clause: Clause, asked: string | undefined, known: string | null): string | undefined {
  const { tokens } = clause
  const address = tokens.find(({ kind }) => kind === 'email')?.lower ?? ''
  const [local = '', domain] = address.split('@')
  const start = phraseEnd(nameAnswerStarts, tokens, 0) ?? 0
  if (asked === 'contact' && local !== '') {
    const name = nameAt(clause, start)
    // “sana mirza sana.mirza@mail.example”
    const isLikely = name !== undefined && (/ |^[\p{Lu}\p{Lo}]/u.test(name) || local.includes(name.toLowerCase()))
    if (isLikely && !namesDomain(name, domain)) return name
  }
  const name = capitalizedNameAt(clause, start)
  if (name === undefined) return undefined
  const isAnswer = asked === 'contact' && local === ''
  const isLonger = known?.toLowerCase().split(' ')[0] === name.toLowerCase().split(' ')[0]
  const isWithAddress = local !== '' && name.includes(' ') && !namesDomain(name, domain)
  return isAnswer || isLonger || isWithAddress ? name : undefined
}

/** “Acme Tools, info@acmetools.example” */
function namesDomain(name: string, domain = ''): boolean {
  return domain.startsWith(name.toLowerCase().replaceAll(/[ .]/g, ''))
}

function capitalizedNameAt(clause: Clause, start: number): string | undefined {
  const name = nameAt(clause, start)
  if (name === undefined || /^\p{Lu}{2,}$/u.test(name)) return undefined
  const isCapitalized = name.split(' ').every((word) => /^[\p{Lu}\p{Lo}]/u.test(word) || nameParticles.has(word))
  return isCapitalized ? name : undefined
}

function nameAt(clause: Clause, cueEnd: number): string | undefined {
  const { tokens } = clause
  let start = cueEnd
  while (honorific.test(wordAt(tokens, start))) start++
  const isPart = (at: number) => isNameWord(tokens, at) && (at === start || !nameClosers.has(wordAt(tokens, at)))
  let end = start
  while (end - start <= maxNameWords && isPart(end)) end++
  const { kind, lower = '.' } = tokens[end] ?? {}
  const isClosed = kind === 'email' || /^[.\n]$/.test(lower) || nameClosers.has(lower)
  const name = spanOf(clause, start, end)
  const hasLength = end > start && end - start <= maxNameWords && name.length <= maxNameCharacters
  return hasLength && isClosed && !hasPhrase(vetoes.name, tokens.slice(start, end)) ? name : undefined
}

/** Includes the periods of “J. R. Patel”. */
function isNameWord(tokens: readonly Token[], at: number): boolean {
  const { kind, text = '' } = tokens[at] ?? {}
  if (text === '.') return /^\p{Lu}$/u.test(tokens[at - 1]?.text ?? '')
  return kind === 'word' && /^[\p{L}\p{M}'’.-]+$/u.test(text)
}

const maxCueDistance = 6

/** The visitor's own address. The last address wins. */
export function findEmail({ tokens }: Clause, asked: string | undefined, studioAddress = ''): string | undefined {
  let own: string | undefined
  let previous = -1
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'email') continue
    const before = tokens.slice(Math.max(previous + 1, at - maxCueDistance), at)
    previous = at
    const isStudios = emailKey(text) === emailKey(studioAddress)
    if (isStudios || hasPhrase(vetoes.email, before) || wordAt(tokens, at + 1) === 'your') continue
    if (asked === 'contact' || isAlone(before) || hasPhrase(emailCues, before)) own = text
  }
  return own
}

/** Whether an address stands after nothing, a sign, a capitalized word, or a single “or”. */
function isAlone(before: readonly Token[]): boolean {
  const last = before.at(-1)
  const isAlternative = before.length === 1 && /^(?:or|and|also)$/.test(last?.lower ?? '')
  return last === undefined || isAlternative || last.kind === 'sign' || /^\p{Lu}/u.test(last.text)
}

const at = '(?: at | ?[([]at[)\\]] ?)'
const dot = '(?: dot | ?[([]dot[)\\]] ?)'
const addressPart = '[\\p{L}\\p{N}_+.-]{1,40}'
const localPart = `(${addressPart}(?:${dot}${addressPart}){0,2})`
const domainPart = `(${addressPart}(?:${dot}${addressPart}){1,3})`
const spelledAddress = new RegExp(`(?<![\\p{L}\\p{N}_+.-])${localPart}${at}${domainPart}`, 'giu')
const spelledCue =
  /(?:mail|contact|reach|address|write|\bit'?s|\bis|\bme|^|[,:;\n])[ :]{0,3}(?:(?:me|us|is|at|on|to|likh|likho|lo|pe|par) ){0,2}$/i
const maxCueCharacters = 40

/** Puts spelled-out addresses together: “dale at kowalandscaping dot com”. */
export function joinSpelledAddresses(message: string): string {
  return message.replaceAll(spelledAddress, (written: string, local: string, domain: string, start: number) => {
    const before = message.slice(Math.max(0, start - maxCueCharacters), start)
    if (!spelledCue.test(before)) return written
    return `${local}@${domain}`.replaceAll(new RegExp(dot, 'gi'), '.').toLowerCase()
  })
}

const maxCompanyWords = 6
const companyAbbreviation = /^(?:inc|ltd|co|corp|s\.r\.[lo]|s\.a)$/
/** “Diwali sa” isn't a company. */
const writtenSuffix = /^\p{Lu}|^(?:inc|ltd|llc|gmbh|s\.r\.[lo])$/u

/** @param name of the visitor in this clause */
export function findCompany(clause: Clause, asked: string | undefined, name: string | undefined): string | undefined {
  const { tokens, text } = clause
  for (const at of tokens.keys()) {
    const start = phraseEnd(companyCues, tokens, at) ?? companyStart(clause, at, asked, name)
    const sure = companyAt(clause, start, true)
    const company = sure ?? companyAt(clause, phraseEnd(suffixedCompanyCues, tokens, at), false)
    if (company === undefined || hasPhrase(vetoes.company, wordsBefore(tokens, at))) continue
    const lower = wordAt(tokens, at)
    // “I'm Laura from …”, not “an invoice from …”
    const isOwn = !/^(?:from|at|,)$/.test(lower) || name !== undefined || companyIntroducers.has(wordAt(tokens, at - 1))
    const isTrailing = lower === ',' && text.endsWith(company)
    if (sure !== undefined || isOwn || isTrailing) return company
  }
  // A line of a signature: “Novak Logistics s.r.o.”
  const line = companyAt(clause, 0, false)
  return line?.startsWith(text) ? line : undefined
}

function wordsBefore(tokens: readonly Token[], at: number): Token[] {
  return tokens.slice(Math.max(0, at - maxCompanyWords), at)
}

/** Where a company starts without a cue of its own. */
function companyStart(
  { tokens, message }: Clause,
  at: number,
  asked: string | undefined,
  name: string | undefined,
): number | undefined {
  const { lower = '', kind, start = 0 } = tokens[at] ?? {}
  const before = wordsBefore(tokens, at)
  // “I run a bakery called Crumb and Co”, but not “an app called Foo”
  if (/^(?:call|nam)ed$/.test(lower) && hasPhrase(ownership, before) && hasPhrase(companyKinds, before)) return at + 1
  if (name === undefined || message.indexOf(name) >= start) return undefined
  // “Tom Becker, tom@becker.example, Becker Tools”
  if (kind === 'email' && tokens[at + 1]?.kind === 'sign') return at + 2
  // “Bob from Acme, bob@acme.example”
  return lower === 'from' && asked === 'contact' ? at + 1 : undefined
}

/** @param isSure whether a name without a suffix like “Ltd” is enough */
function companyAt(clause: Clause, start: number | undefined, isSure: boolean): string | undefined {
  if (start === undefined) return undefined
  const { tokens, message } = clause
  const end = companyEnd(tokens, start)
  const words = tokens.slice(start, end)
  if (words.length === 0 || words.length > maxCompanyWords || hasPhrase(vetoes.company, words)) return undefined
  const isOrdinary = words.length === 1 && (hasPhrase(vetoes.name, words) || /ly$/.test(wordAt(words, 0)))
  const isClosed = end >= tokens.length || companyClosers.has(wordAt(tokens, end))
  const hasSuffix = hasPhrase(companySuffixes, words.slice(1))
  if (!hasSuffix && !(isSure && isClosed && !isOrdinary)) return undefined
  const isAbbreviated = companyAbbreviation.test(wordAt(tokens, end - 1)) && message[tokens[end - 1]?.end ?? 0] === '.'
  return `${spanOf(clause, start, end)}${isAbbreviated ? '.' : ''}`
}

function companyEnd(tokens: readonly Token[], start: number): number {
  const isSuffix = (at: number) =>
    at > start && companySuffixes.has(wordAt(tokens, at)) && writtenSuffix.test(tokens[at]?.text ?? '')
  const isPart = (at: number) => isCapitalized(tokens[at]) || isSuffix(at)
  // “Pixel & Thread”
  const isJoint = (at: number) => /^(?:&|and|of)$/.test(wordAt(tokens, at)) && isPart(at + 1)
  // “Fernhill Energy, Inc.”
  const isBeforeSuffix = (at: number) => /^[,.]$/.test(wordAt(tokens, at)) && isSuffix(at + 1)
  const continues = (at: number) => isPart(at) || (at > start && (isJoint(at) || isBeforeSuffix(at)))
  let end = start
  while (end - start <= maxCompanyWords && continues(end)) end++
  return end
}

function isCapitalized(token: Token | undefined): boolean {
  return token?.kind === 'word' && /^\p{Lu}/u.test(token.text) && !/^(?:i|i'.*|a|the|we)$/.test(token.lower)
}
