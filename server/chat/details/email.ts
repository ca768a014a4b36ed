import { emailKey } from '../../../platform/email/email-address.ts'
import type { Clause } from './clauses.ts'
import { has, wordList } from './tokens.ts'

/** Before an address: “not the old one old@…”, “cc my colleague ravi@…”, “like name@example.com”, “i wrote to hello@…” */
export const emailVetoes = wordList(
  'not old former cc bcc colleague boss partner wife husband friend assistant his her their like format e.g eg example wrote emailed your',
)
const maxDistance = 6

/** The visitor's own address. The last one wins. */
export function findEmail({ tokens }: Clause, studioAddress: string | undefined): string | undefined {
  let found: string | undefined
  let from = 0
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'email') continue
    const isStudios = studioAddress !== undefined && emailKey(text) === emailKey(studioAddress)
    const before = tokens.slice(Math.max(from, at - maxDistance), at)
    if (!isStudios && !has(emailVetoes, before) && tokens[at + 1]?.lower !== 'your') found = text
    from = at + 1
  }
  return found
}

const dot = '(?: ?[([]dot[)\\]] ?| dot )'
const part = '[\\p{L}\\p{N}_+.-]{1,40}'
const spelled = new RegExp(
  `(?<![\\p{L}\\p{N}_+.-])(${part}(?:${dot}${part}){0,2})(?: at | ?[([]at[)\\]] ?)(${part}(?:${dot}${part}){1,3})`,
  'giu',
)
const spelledCue = /(?:mail|contact|reach|address|write|\bit'?s|\bis|\bme|^|[,:;\n])[ :]*(?:(?:me|us|is|at|on) )*$/i

/** Puts spelled-out addresses together: “dale at kowalandscaping dot com”. */
export function joinSpelledAddresses(message: string): string {
  return message.replaceAll(spelled, (text: string, name: string, domain: string, at: number) => {
    const isCued = spelledCue.test(message.slice(Math.max(0, at - 40), at))
    const join = (words: string) => words.replaceAll(new RegExp(dot, 'gi'), '.')
    return isCued ? `${join(name)}@${join(domain)}`.toLowerCase() : text
  })
}
