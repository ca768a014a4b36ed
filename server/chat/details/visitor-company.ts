import { type Clause, hasPhrase, phraseEnd, spanOf, type Token, wordAt } from './clauses.ts'
import {
  companyClosers,
  companyCues,
  companyIntroducers,
  companyKinds,
  companySuffixes,
  ownership,
  suffixedCompanyCues,
  vetoes,
} from './words.ts'

/** Maximum words in a company name, and words before it to check for vetoes. Longer names are headlines. */
const maxCompanyWords = 6

/** Finds the visitor's own company. @param name the visitor's name, if this clause has it */
export function findCompany(clause: Clause, asked: string | undefined, name: string | undefined): string | undefined {
  const { tokens, text } = clause
  for (const i of tokens.keys()) {
    const start = phraseEnd(companyCues, tokens, i) ?? startWithoutCue(clause, i, asked, name)
    const sure = companyAfterCue(clause, start)
    const company = sure ?? companyWithSuffix(clause, phraseEnd(suffixedCompanyCues, tokens, i))
    if (company === undefined || hasPhrase(vetoes.company, wordsBefore(tokens, i))) continue
    if (sure !== undefined || isVisitorsOwn(clause, i, company, name)) return company
  }
  // A line of a signature: “Novak Logistics s.r.o.”
  const line = companyWithSuffix(clause, 0)
  return line?.startsWith(text) ? line : undefined
}

/** Whether the visitor works at the company after the cue at `i`: “I'm Laura from …”, but not “an invoice from …”. */
function isVisitorsOwn({ tokens, text }: Clause, i: number, company: string, name: string | undefined): boolean {
  const cue = wordAt(tokens, i)
  const isAmbiguous = /^(?:from|at|,)$/.test(cue)
  const isIntroduced = name !== undefined || companyIntroducers.has(wordAt(tokens, i - 1))
  const isTrailing = cue === ',' && text.endsWith(company)
  return !isAmbiguous || isIntroduced || isTrailing
}

function wordsBefore(tokens: readonly Token[], i: number): Token[] {
  return tokens.slice(Math.max(0, i - maxCompanyWords), i)
}

/** The start index of a company without one of `companyCues`: after “called” at `i`, or after the visitor's name. */
function startWithoutCue(
  { tokens, message }: Clause,
  i: number,
  asked: string | undefined,
  name: string | undefined,
): number | undefined {
  const { lower = '', kind, start = 0 } = tokens[i] ?? {}
  const before = wordsBefore(tokens, i)
  // “I run a bakery called Crumb and Co”, but not “an app called Foo”
  if (/^(?:call|nam)ed$/.test(lower) && hasPhrase(ownership, before) && hasPhrase(companyKinds, before)) return i + 1
  if (name === undefined || message.indexOf(name) >= start) return undefined
  // “Tom Becker, tom@becker.example, Becker Tools”
  if (kind === 'email' && tokens[i + 1]?.kind === 'sign') return i + 2
  // “Bob from Acme, bob@acme.example”
  return lower === 'from' && asked === 'contact' ? i + 1 : undefined
}

/** The company after a cue. It needs a suffix only if it's an ordinary word or runs into the next word. */
function companyAfterCue(clause: Clause, start: number | undefined): string | undefined {
  const { tokens } = clause
  const span = companySpan(tokens, start)
  if (span === undefined) return undefined
  const { words, end } = span
  const isOrdinary = words.length === 1 && (hasPhrase(vetoes.name, words) || /ly$/.test(wordAt(words, 0)))
  const isClosed = end >= tokens.length || companyClosers.has(wordAt(tokens, end))
  return hasSuffix(span) || (isClosed && !isOrdinary) ? textOfCompany(clause, span) : undefined
}

/** A company with a suffix like “Ltd”, for places where capitalization alone isn't enough. */
function companyWithSuffix(clause: Clause, start: number | undefined): string | undefined {
  const span = companySpan(clause.tokens, start)
  return span !== undefined && hasSuffix(span) ? textOfCompany(clause, span) : undefined
}

type CompanySpan = { start: number; end: number; words: Token[] }

function companySpan(tokens: readonly Token[], start: number | undefined): CompanySpan | undefined {
  if (start === undefined) return undefined
  const end = companyEnd(tokens, start)
  const words = tokens.slice(start, end)
  const hasLength = words.length > 0 && words.length <= maxCompanyWords
  return hasLength && !hasPhrase(vetoes.company, words) ? { start, end, words } : undefined
}

function hasSuffix({ words }: CompanySpan): boolean {
  return hasPhrase(companySuffixes, words.slice(1))
}

/** Abbreviated suffixes. Their period isn't part of the token, so it's added back. */
const abbreviatedSuffix = /^(?:inc|ltd|co|corp|s\.r\.[lo]|s\.a)$/

function textOfCompany(clause: Clause, { start, end }: CompanySpan): string {
  const last = clause.tokens[end - 1]
  const hasPeriod = abbreviatedSuffix.test(last?.lower ?? '') && clause.message[last?.end ?? 0] === '.'
  return `${spanOf(clause, start, end)}${hasPeriod ? '.' : ''}`
}

/** Suffixes must be capitalized or unambiguous: “Diwali sa” isn't a company. */
const writtenSuffix = /^\p{Lu}|^(?:inc|ltd|llc|gmbh|s\.r\.[lo])$/u

function companyEnd(tokens: readonly Token[], start: number): number {
  const isSuffix = (i: number) =>
    i > start && companySuffixes.has(wordAt(tokens, i)) && writtenSuffix.test(tokens[i]?.text ?? '')
  const isPart = (i: number) => isCapitalized(tokens[i]) || isSuffix(i)
  // “Pixel & Thread”
  const isJoint = (i: number) => /^(?:&|and|of)$/.test(wordAt(tokens, i)) && isPart(i + 1)
  // “Fernhill Energy, Inc.”
  const isBeforeSuffix = (i: number) => /^[,.]$/.test(wordAt(tokens, i)) && isSuffix(i + 1)
  const continues = (i: number) => isPart(i) || (i > start && (isJoint(i) || isBeforeSuffix(i)))
  let end = start
  while (end - start <= maxCompanyWords && continues(end)) end++
  return end
}

/** Whether a token is a capitalized word. “I”, “A”, “The”, and “We” often start the next sentence. */
function isCapitalized(token: Token | undefined): boolean {
  return token?.kind === 'word' && /^\p{Lu}/u.test(token.text) && !/^(?:i|i'.*|a|the|we)$/.test(token.lower)
}
