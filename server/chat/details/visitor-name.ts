import { type Clause, hasPhrase, phraseEnd, spanOf, type Token, wordAt } from './clauses.ts'
import {
  capitalizedNameCues,
  nameAnswerStarts,
  nameClosers,
  nameCueStarts,
  nameCues,
  nameParticles,
  vetoes,
} from './words.ts'

/** Titles before a name, and the period or line break after them. */
const honorific = /^(?:dr|mrs?|ms|miss|prof(?:essor)?|sir|col(?:onel)?|captain|major|[.\n])$/
/** Long enough for “Maria del Carmen García López”. Longer matches are sentences. */
const maxNameWords = 5
const maxNameCharacters = 60

/** Finds the visitor's name, without an honorific. @param known the name so far, for “it's Anna Belle, with an e” */
export function findName(clause: Clause, asked: string | undefined, known: string | null): string | undefined {
  return nameAfterCue(clause) ?? nameInAnswer(clause, asked, known)
}

function nameAfterCue(clause: Clause): string | undefined {
  const { tokens } = clause
  for (const i of tokens.keys()) {
    const name = nameAt(clause, phraseEnd(nameCues, tokens, i))
    if (name) return name
    const canStartCue = i === 0 || nameCueStarts.has(wordAt(tokens, i - 1))
    const capitalizedName = canStartCue
      ? capitalizedNameAt(clause, phraseEnd(capitalizedNameCues, tokens, i))
      : undefined
    if (capitalizedName) return capitalizedName
  }
  return undefined
}

/** A name that starts a clause: before an email address, after the chat asked, or a longer form of the known name. */
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

/** Whether a name is the company's, as in “Acme Tools, info@acmetools.example”. */
function namesDomain(name: string, domain = ''): boolean {
  return domain.startsWith(name.toLowerCase().replaceAll(/[ .]/g, ''))
}

function capitalizedNameAt(clause: Clause, cueEnd: number | undefined): string | undefined {
  const name = nameAt(clause, cueEnd)
  if (name === undefined || /^\p{Lu}{2,}$/u.test(name)) return undefined
  const isCapitalized = name.split(' ').every((word) => /^[\p{Lu}\p{Lo}]/u.test(word) || nameParticles.has(word))
  return isCapitalized ? name : undefined
}

function nameAt(clause: Clause, cueEnd: number | undefined): string | undefined {
  if (cueEnd === undefined) return undefined
  const { tokens } = clause
  let start = cueEnd
  while (honorific.test(wordAt(tokens, start))) start++
  const isPart = (i: number) => isNameWord(tokens, i) && (i === start || !nameClosers.has(wordAt(tokens, i)))
  let end = start
  while (end - start <= maxNameWords && isPart(end)) end++
  const { kind, lower = '.' } = tokens[end] ?? {}
  const isClosed = kind === 'email' || /^[.\n]$/.test(lower) || nameClosers.has(lower)
  const name = spanOf(clause, start, end)
  const hasLength = end > start && end - start <= maxNameWords && name.length <= maxNameCharacters
  return hasLength && isClosed && !hasPhrase(vetoes.name, tokens.slice(start, end)) ? name : undefined
}

/** Whether a token can be part of a name, including the periods of “J. R. Patel”. */
function isNameWord(tokens: readonly Token[], i: number): boolean {
  const { kind, text = '' } = tokens[i] ?? {}
  if (text === '.') return /^\p{Lu}$/u.test(tokens[i - 1]?.text ?? '')
  return kind === 'word' && /^[\p{L}\p{M}'’.-]+$/u.test(text)
}
