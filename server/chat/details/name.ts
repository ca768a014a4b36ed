import { type Clause, spanOf } from './clauses.ts'
import { endOf, has, type Token, wordAt, wordList } from './tokens.ts'
import { vetoes } from './vetoes.ts'

/** Names after them may be in lower case. */
const sureCues =
  wordList(`name_: name_- my_name_is my_name's my_names mera_naam mera_name मेरा_नाम je_m'appelle me_llamo mi_chiamo ich_heiße you_may_call_me
  you_can_call_me`)
const capitalCues =
  wordList(`i'm i_am im this_is contact_is contact_person_is booking_is_for the_consultation_is_for full_name_is call_me here_is ich_bin
  je_suis soy sono best_, regards_, wishes_, sincerely_, yours_, cheers_,`)
const answerCues = wordList("sure_,_it's sure_, it's its yes_, ok_, sorry_,_it's full_name_is actually")
/** Before a cue. “My colleague, this is …” and “is this …?” aren't about the visitor. */
const openers = wordList('and hi hello hey there so um namaste kind best warm many with , . ! ( — – - :')
const skipped = /^(?:dr|mrs?|ms|miss|prof(?:essor)?|sir|col(?:onel)?|captain|major|[.\n])$/
const particles = wordList('de da di du van von der den la le al el bin ibn ní bint dos')
/** What may follow a name. */
const closers = wordList(', ! ( ) - – / | and from at with here i we hai है et y und my ceo cto founder owner')
const [maxWords, maxCharacters] = [5, 60]

/** The visitor's own name, without an honorific. @param known the name so far, for “it's Anna Belle, with an e” */
export function findName(clause: Clause, asked: string | undefined, known: string | null): string | undefined {
  const { tokens } = clause
  for (const at of tokens.keys()) {
    const isOpen = at === 0 || openers.has(wordAt(tokens, at - 1))
    const [sure, capital] = [endOf(sureCues, tokens, at), isOpen && endOf(capitalCues, tokens, at)]
    const name = (sure && nameAt(clause, sure)) ?? (capital ? capitalsAt(clause, capital) : undefined)
    if (name) return name
  }
  const [local, domain] = (tokens.find(({ kind }) => kind === 'email')?.lower ?? '').split('@')
  const start = endOf(answerCues, tokens, 0) ?? 0
  // “sana mirza sana.mirza@mail.example”
  const lower = asked === 'contact' && local ? nameAt(clause, start) : undefined
  if (lower && (/ |^[\p{Lu}\p{Lo}]/u.test(lower) || local?.includes(lower.toLowerCase())) && !isDomain(lower, domain))
    return lower
  const name = capitalsAt(clause, start)
  const isFuller = name !== undefined && known?.toLowerCase().split(' ')[0] === name.toLowerCase().split(' ')[0]
  const isBeside = local && name?.includes(' ') && !isDomain(name, domain)
  return (asked === 'contact' && !local) || isFuller || isBeside ? name : undefined
}

/** “Acme Tools, info@acmetools.example” */
function isDomain(name: string, domain = ''): boolean {
  return domain.startsWith(name.toLowerCase().replaceAll(/[ .]/g, ''))
}

function capitalsAt(clause: Clause, at: number): string | undefined {
  const name = nameAt(clause, at)
  const isCapital = name?.split(' ').every((word) => /^[\p{Lu}\p{Lo}]/u.test(word) || particles.has(word))
  return isCapital && !/^\p{Lu}{2,}$/u.test(name ?? '') ? name : undefined
}

function nameAt(clause: Clause, cueEnd: number): string | undefined {
  const { tokens } = clause
  let start = cueEnd
  while (skipped.test(wordAt(tokens, start))) start++
  let end = start
  while (end - start <= maxWords && isNameWord(tokens, end) && (end === start || !closers.has(wordAt(tokens, end))))
    end++
  const { kind, lower = '.' } = tokens[end] ?? {}
  const isClosed = kind === 'email' || /^[.\n]$/.test(lower) || closers.has(lower)
  const name = spanOf(clause, start, end)
  const isShort = end > start && end - start <= maxWords && name.length <= maxCharacters
  return isShort && isClosed && !has(vetoes.name, tokens.slice(start, end)) ? name : undefined
}

/** “J. R. Patel” has stops. */
function isNameWord(tokens: readonly Token[], at: number): boolean {
  const { kind, text = '' } = tokens[at] ?? {}
  const isInitial = text === '.' && /^\p{Lu}$/u.test(tokens[at - 1]?.text ?? '')
  return isInitial || (kind === 'word' && /^[\p{L}\p{M}'’.-]+$/u.test(text))
}
