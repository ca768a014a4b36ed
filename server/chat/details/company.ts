import { type Clause, spanOf } from './clauses.ts'
import { endOf, has, type Token, wordList } from './tokens.ts'

const kinds =
  'company business firm startup agency studio shop store bakery restaurant clinic practice ngo brand'.split(' ')
/** Followed by a name in capitals. */
const sureCues = wordList(
  ...kinds.flatMap((kind) => [`my_${kind}_is`, `our_${kind}_is`, `my_${kind}_,`, `our_${kind}_,`]),
  ...kinds.flatMap((kind) => [`my_${kind}_is_called`, `our_${kind}_is_called`]),
  'company_name_is company_: company_- on_behalf_of i_represent we_represent i_run we_run i_own',
  'founder_of founder_at co-founder_of owner_of ceo_of ceo_at cto_of cto_at coo_of director_of director_at partner_at president_of',
)
/** Only before a name with a suffix like “Ltd”. */
const weakCues = wordList("from at with we're we_are of for ,")
const suffixes = wordList(
  'llc inc ltd limited gmbh ag kg bv b.v srl s.r.l s.r.o sa s.a sas oy ab as aps pvt pty plc llp corp corporation co group holdings labs studios technologies solutions partners mutual traders foods',
)
/** “I used to work at Siemens Ltd”, “our client, Delta Air Inc”, “we use Salesforce”, “no name yet”, “SOC2”, “from the USA”. */
export const companyVetoes = wordList(
  "used former formerly previously ex client clients customer customers competitor competitors use uses using like worked left think supplier vendor boss they he she their not no don't until",
  'soc2 hipaa gdpr google shopify salesforce hubspot wordpress wix etsy amazon stripe aws usa uk us india germany canada australia europe',
)
const own = wordList('my our run own')
const called = wordList('called named')
const maxWords = 6

/** @param name of the visitor in this clause */
export function findCompany(clause: Clause, asked: string | undefined, name: string | undefined): string | undefined {
  const { tokens } = clause
  for (const [at, { lower, kind }] of tokens.entries()) {
    const before = tokens.slice(Math.max(0, at - maxWords), at)
    if (has(companyVetoes, before)) continue
    // “I run a bakery called Crumb and Co”, but not “an app called Foo”
    const isNamed = called.has(lower) && has(own, before) && before.some((word) => kinds.includes(word.lower))
    // “Bob from Acme, bob@acme.example”, “Tom Becker, tom@becker.example, Becker Tools”
    const isPart =
      name !== undefined &&
      (lower === 'from' ? asked === 'contact' : kind === 'email' && tokens[at + 1]?.kind === 'sign')
    const isThird = isPart && clause.message.indexOf(name) < (tokens[at]?.start ?? 0)
    const sure = endOf(sureCues, tokens, at) ?? (isNamed || isThird ? at + (kind === 'email' ? 2 : 1) : undefined)
    const weak = endOf(weakCues, tokens, at) ?? (at === 0 ? 0 : undefined)
    const found =
      (sure && companyAt(clause, sure, true)) ?? (weak !== undefined ? companyAt(clause, weak, false) : undefined)
    // Without a cue, it's a line of a signature: “Novak Logistics s.r.o.”
    if (found && (sure || weak || found === clause.text)) return found
  }
  return undefined
}

function companyAt(clause: Clause, start: number, isSure: boolean): string | undefined {
  const { tokens } = clause
  const isPart = (at: number) => isCapital(tokens[at]) || (at > start && suffixes.has(tokens[at]?.lower ?? ''))
  let end = start
  while (isPart(end) || (end > start && /^(?:&|and|of)$/.test(tokens[end]?.lower ?? '') && isPart(end + 1))) end++
  const words = tokens.slice(start, end)
  const hasSuffix = has(suffixes, words.slice(1))
  const isAbbreviated =
    hasSuffix && tokens[end]?.lower === '.' && /^(?:inc|ltd|co|corp|s\.)/.test(words.at(-1)?.lower ?? '')
  const isPlain = words.length > 0 && words.length <= maxWords && !has(companyVetoes, words)
  return isPlain && (isSure || hasSuffix) ? spanOf(clause, start, isAbbreviated ? end + 1 : end) : undefined
}

function isCapital(token: Token | undefined): boolean {
  return token?.kind === 'word' && /^\p{Lu}/u.test(token.text) && !/^(?:i|i'.*|a|the|we)$/.test(token.lower)
}
