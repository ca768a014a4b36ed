import { emailKey } from '../../../platform/email/address.ts'
import type { Clause } from './clauses.ts'
import { has, wordAt, wordList } from './tokens.ts'
import { vetoes } from './vetoes.ts'

const maxDistance = 6
const cues = wordList(
  "my me mail email e-mail reach mine write i'm it's its use ping contact name address meant reply send_it_to",
)

/** The visitor's own address. The last one wins. */
export function findEmail({ tokens }: Clause, asked: string | undefined, studioAddress = ''): string | undefined {
  const places = tokens.flatMap(({ kind }, at) => (kind === 'email' ? at : []))
  const own = places.filter((at, n) => {
    const before = tokens.slice(Math.max((places[n - 1] ?? -1) + 1, at - maxDistance), at)
    const isStudios = emailKey(tokens[at]?.text ?? '') === emailKey(studioAddress)
    const last = before.at(-1)
    const isFirst = before.length === 1 && /^(?:or|and|also)$/.test(last?.lower ?? '')
    const isBare = last === undefined || isFirst || last.kind === 'sign' || /^\p{Lu}/u.test(last.text)
    return (
      (isBare || asked === 'contact' || has(cues, before)) &&
      !isStudios &&
      !has(vetoes.email, before) &&
      wordAt(tokens, at + 1) !== 'your'
    )
  })
  return tokens[own.at(-1) ?? -1]?.text
}

const [at, dot] = ['(?: at | ?[([]at[)\\]] ?)', '(?: dot | ?[([]dot[)\\]] ?)']
const part = '[\\p{L}\\p{N}_+.-]{1,40}'
const address = `(?<![\\p{L}\\p{N}_+.-])(${part}(?:${dot}${part}){0,2})${at}(${part}(?:${dot}${part}){1,3})`
const spelled = new RegExp(address, 'giu')
const cue =
  /(?:mail|contact|reach|address|write|\bit'?s|\bis|\bme|^|[,:;\n])[ :]{0,3}(?:(?:me|us|is|at|on|to|likh|likho|lo|pe|par) ){0,2}$/i

/** Puts spelled-out addresses together: “dale at kowalandscaping dot com”. */
export function joinSpelledAddresses(message: string): string {
  return message.replaceAll(spelled, (text: string, name: string, domain: string, start: number) => {
    const isCued = cue.test(message.slice(Math.max(0, start - 40), start))
    return isCued ? `${name}@${domain}`.replaceAll(new RegExp(dot, 'gi'), '.').toLowerCase() : text
  })
}
