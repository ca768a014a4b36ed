import { type Clause, spanOf } from './clauses.ts'
import { endOf, has, type Token, wordAt, wordList } from './tokens.ts'
import { vetoes } from './vetoes.ts'

const kinds = 'company|business|firm|startup|agency|studio|shop|store|bakery|restaurant|clinic|practice|ngo|brand'
const kind = wordList(kinds.replaceAll('|', ' '))
const ofKind = kinds.replaceAll(/\w+/g, 'my_$&_is_called|our_$&_is_called|my_$&_,|our_$&_,')
/** Followed by a name in capitals. */
const sureCues =
  wordList(`${ofKind.replaceAll('|', ' ')} company_name_is company_: company_- on_behalf_of i_represent we_represent
  founder_of founder_at co-founder_of owner_of ceo_of ceo_at cto_of cto_at coo_of director_of director_at partner_at president_of`)
/** Only before a name with a suffix like “Ltd”. */
const weakCues = wordList("from at we're we_are i_run we_run i_own ,")
const suffixes =
  wordList(`llc inc ltd limited gmbh ag kg bv b.v srl s.r.l s.r.o sa s.a sas oy ab aps pvt pty plc llp corp corporation co group holdings labs
  studios technologies solutions partners mutual traders foods`)
/** “Diwali sa” isn't a company. */
const written = /^\p{Lu}|^(?:inc|ltd|llc|gmbh|s\.r\.[lo])$/u
/** What may follow a name without a suffix: “I run Facebook ads” isn't one. */
const closers = wordList(
  ", . ! ( ) - – | / and or in a an from here with we i i'd i'm i've is but based that which who needs wants",
)
const introducers = wordList("i'm im am are we're here writing")
const own = wordList('my our run own')
const abbreviations = /^(?:inc|ltd|co|corp|s\.r\.[lo]|s\.a)$/
const maxWords = 6

/** @param name of the visitor in this clause */
export function findCompany(clause: Clause, asked: string | undefined, name: string | undefined): string | undefined {
  const { tokens, message, text } = clause
  const nameStart = name === undefined ? Infinity : message.indexOf(name)
  for (const [at, { lower, kind: tokenKind, start }] of tokens.entries()) {
    // “I run a bakery called Crumb and Co”, but not “an app called Foo”
    const before = () => tokens.slice(Math.max(0, at - maxWords), at)
    const isNamed = /^(?:call|nam)ed$/.test(lower) && has(own, before()) && has(kind, before())
    // “Bob from Acme, bob@acme.example”, “Tom Becker, tom@becker.example, Becker Tools”
    const isThird = lower === 'from' ? asked === 'contact' : tokenKind === 'email' && tokens[at + 1]?.kind === 'sign'
    const next = isNamed || (isThird && nameStart < start) ? at + (tokenKind === 'email' ? 2 : 1) : undefined
    const sure = companyAt(clause, endOf(sureCues, tokens, at) ?? next, true)
    const weak = sure ?? companyAt(clause, endOf(weakCues, tokens, at), false)
    // “I'm Laura from …”, not “an invoice from …”
    const isOwn = !/^(?:from|at|,)$/.test(lower) || name !== undefined || introducers.has(wordAt(tokens, at - 1))
    const isTrailing = lower === ',' && text.endsWith(weak ?? '-')
    if (weak && (sure || isOwn || isTrailing) && !has(vetoes.company, before())) return weak
  }
  // A line of a signature: “Novak Logistics s.r.o.”
  const line = companyAt(clause, 0, false)
  return line?.startsWith(text) ? line : undefined
}

function companyAt(clause: Clause, start = -1, isSure: boolean): string | undefined {
  if (start < 0) return undefined
  const { tokens, message } = clause
  const isSuffix = (at: number) =>
    at > start && suffixes.has(wordAt(tokens, at)) && written.test(tokens[at]?.text ?? '')
  const isPart = (at: number) => isCapital(tokens[at]) || isSuffix(at)
  // “Pixel & Thread”, “Fernhill Energy, Inc.”
  const isJoin = (at: number) => /^(?:&|and|of)$/.test(wordAt(tokens, at)) && isPart(at + 1)
  const isStop = (at: number) => /^[,.]$/.test(wordAt(tokens, at)) && isSuffix(at + 1)
  let end = start
  while (end - start <= maxWords && (isPart(end) || (end > start && (isJoin(end) || isStop(end))))) end++
  const words = tokens.slice(start, end)
  const isPlain = words.length > 0 && words.length <= maxWords && !has(vetoes.company, words)
  const isOrdinary = words.length === 1 && (has(vetoes.name, words) || /ly$/.test(wordAt(words, 0)))
  const isClosed = !isOrdinary && (end >= tokens.length || closers.has(wordAt(tokens, end)))
  const hasSuffix = has(suffixes, words.slice(1))
  if (!isPlain || !(hasSuffix || (isSure && isClosed))) return undefined
  const isAbbreviation = abbreviations.test(wordAt(tokens, end - 1)) && message[tokens[end - 1]?.end ?? 0] === '.'
  return `${spanOf(clause, start, end)}${isAbbreviation ? '.' : ''}`
}

function isCapital({ kind, text, lower }: Partial<Token> = {}): boolean {
  return kind === 'word' && /^\p{Lu}/u.test(text ?? '') && !/^(?:i|i'.*|a|the|we)$/.test(lower ?? '')
}
