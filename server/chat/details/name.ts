import { type Clause, spanOf } from './clauses.ts'
import { endOf, has, type Token, wordList } from './tokens.ts'

/** Names after them may be in lower case. */
const sureCues = wordList(
  "name_: name_- my_name_is my_name's my_names mera_naam mera_name मेरा_नाम je_m'appelle me_llamo mi_chiamo ich_heiße you_may_call_me you_can_call_me",
)
const capitalCues = wordList(
  "i'm i_am im this_is contact_is contact_person_is booking_is_for call_me here_is ich_bin je_suis soy sono",
  'best_, regards_, wishes_, sincerely_, yours_, cheers_,',
)
const answerCues = wordList("sure_,_it's sure_, it's its yes_, ok_,")
/** Before a cue. “My colleague, this is …” and “is this …?” aren't about the visitor. */
const openers = wordList('and hi hello hey there so um namaste kind best warm many with , . ! ( — – - :')
const honorifics = wordList('dr mr mrs ms miss prof professor sir . \n')
const particles = wordList('de da di du van von der den la le al el bin ibn ní bint dos')
/** What may follow a name. */
const closers = wordList(', . ! ( ) - – / | and from at with here i we hai है et y und my ceo cto founder owner of')
/** In capitals, but no name: “I'm German”, “I'm Looking For A Developer”, “this is Great”, “Sure Thing”, “Sales Team”. */
export const nameVetoes = wordList(
  'german indian french english american british italian spanish chinese japanese dutch polish russian canadian australian irish european african muslim hindu',
  'looking interested available not happy great good fine okay ok sure thing yes no maybe later please thanks thank now new urgent important here there just still',
  'very so too also and with from but the a an on in at your our we i you it this that to for or by ceo cto cfo coo vp head founder owner manager director developer designer student',
  'nurse doctor team sales support info admin hello hi hey dear regards best why what when how who monday tuesday wednesday thursday friday saturday sunday working',
  'trying building planning running ready back going done busy curious wondering based located writing asking thinking hoping need want would could can should is are',
  'was have ai llc ltd inc gmbh corp pvt website app project none nothing nobody already gave email mail phone call me will do does idk anything something whatever',
  'nope nah yep sorry test null undefined visitor user customer client anonymous budget company serious worried excited glad sad lost stuck confused broke tomorrow',
)
const [maxWords, maxCharacters] = [4, 60]

/** The visitor's own name, without an honorific. */
export function findName(clause: Clause, asked: string | undefined): string | undefined {
  const { tokens } = clause
  for (const at of tokens.keys()) {
    const isOpen = at === 0 || openers.has(tokens[at - 1]?.lower ?? '')
    const [sure, capital] = [endOf(sureCues, tokens, at), isOpen && endOf(capitalCues, tokens, at)]
    const name = (sure && nameAt(clause, sure)) ?? (capital ? capitalsAt(clause, capital) : undefined)
    if (name) return name
  }
  const hasEmail = tokens.some(({ kind }) => kind === 'email')
  const start = (asked === 'contact' && endOf(answerCues, tokens, 0)) || 0
  // “sana mirza sana.mirza@mail.example”
  if (asked === 'contact') return hasEmail ? nameAt(clause, start) : capitalsAt(clause, start)
  const name = hasEmail ? capitalsAt(clause, start) : undefined
  return name?.includes(' ') ? name : undefined
}

function capitalsAt(clause: Clause, at: number): string | undefined {
  const name = nameAt(clause, at)
  const isCapital = name?.split(' ').every((word) => /^(?:\p{Lu}|\p{Lo})/u.test(word) || particles.has(word))
  return isCapital && !/^\p{Lu}{2,}$/u.test(name ?? '') ? name : undefined
}

function nameAt(clause: Clause, cueEnd: number): string | undefined {
  const { tokens } = clause
  let start = cueEnd
  while (honorifics.has(tokens[start]?.lower ?? '')) start++
  let end = start
  while (isNameWord(tokens[end]) && (end === start || !closers.has(tokens[end]?.lower ?? ''))) end++
  const after = tokens[end]
  const isClosed = after === undefined || after.kind === 'email' || closers.has(after.lower)
  const isShort = end > start && end - start <= maxWords
  if (!isShort || !isClosed || has(nameVetoes, tokens.slice(start, end))) return undefined
  const name = spanOf(clause, start, end)
  return name.length <= maxCharacters ? name : undefined
}

function isNameWord(token: Token | undefined): boolean {
  return token?.kind === 'word' && /^[\p{L}\p{M}'’.-]+$/u.test(token.text)
}
