import type { ParsedMessage, Passage, Sentence, Span } from './message.ts'
import { findNameSpan } from './name-span.ts'
import { canBeName, companyWords, isRole, isWordlikeName } from './words.ts'

export function findNames(messages: readonly ParsedMessage[]): NameCandidate[] {
  const candidates: NameCandidate[] = []
  messages.forEach((message, index) => {
    const found = message.sentences.flatMap((sentence) => introducedNames(sentence, index))
    found.push(...signedNames(message, index))
    if (found.length === 0) found.push(...replyNames(message, index))
    if (found.length === 0) found.push(...standaloneNames(message, index))
    candidates.push(...found)
    const known = resolveName(candidates)
    if (known !== undefined)
      candidates.push(...message.sentences.flatMap((sentence) => restatedNames(sentence, index, known)))
  })
  return candidates
}

export function resolveName(candidates: readonly NameCandidate[]): string | undefined {
  let resolved: NameCandidate | undefined
  for (const candidate of candidates) {
    if (resolved === undefined || replaces(candidate, resolved)) resolved = candidate
  }
  return resolved?.value
}

function replaces(candidate: NameCandidate, current: NameCandidate): boolean {
  if (candidate.isCorrection) return true
  if (isPartOf(candidate.value, current.value)) return false
  return isPartOf(current.value, candidate.value) || kindScores[candidate.kind] >= Math.max(2, kindScores[current.kind])
}

function isPartOf(part: string, whole: string): boolean {
  const all = nameWords(whole)
  return nameWords(part).every((word) =>
    all.some((other) => other === word || (word.length <= 4 && other.startsWith(word))),
  )
}

function nameWords(name: string): string[] {
  return name.toLowerCase().split(/[\s.]/).filter(Boolean)
}

/** "I have a company, name is Bluepeak." */
const companyBefore = /\b(?:company|business|startup|brand|shop|store|agency|firm|product|app|studio)\b[^.!?]{0,60}$/
const maxMatches = 12

function introducedNames(sentence: Sentence, message: number): NameCandidate[] {
  const { lower, text } = sentence
  const candidates = nameCues.flatMap(({ kind, cues, capitals = 0, after }) =>
    [cues].flat().flatMap((pattern) =>
      [...lower.matchAll(pattern)].slice(0, maxMatches).flatMap(({ index, 0: cue }) => {
        const candidate = candidateAt(sentence, index + cue.length, message, kind)
        if (candidate === undefined || after?.test(lower.slice(candidate.end)) === false) return []
        if (kind === 'said' && companyBefore.test(lower.slice(Math.max(0, index - 80), index))) return []
        return [...text.slice(candidate.start, candidate.end).matchAll(/(?<!\S)\p{Lu}/gu)].length < capitals
          ? []
          : [candidate]
      }),
    ),
  )
  return candidates.sort((one, other) => one.start - other.start)
}

const restated =
  /(?:^|,|\(|\b(?:sorry|actually|oops|correction|typo|i meant?|wait|no|spelled|spelt|it's|its|it is)\b|\*)[\s,.:;!-]{0,3}/g

/** The known name again, with more to it ("I'm Caroline by the way, Caroline Mbeki") or in another spelling. */
function restatedNames(sentence: Sentence, message: number, known: string): NameCandidate[] {
  return [...sentence.lower.matchAll(restated)].slice(0, maxMatches).flatMap(({ index, 0: cue }) => {
    const candidate = candidateAt(sentence, index + cue.length, message, 'said')
    if (candidate === undefined || isPartOf(candidate.value, known)) return []
    const isCorrection = /[a-z*]/.test(cue)
    const isSimilar = candidate.value.slice(0, 2).toLowerCase() === known.slice(0, 2).toLowerCase()
    return isPartOf(known, candidate.value) || (isCorrection && isSimilar) ? [{ ...candidate, isCorrection }] : []
  })
}

/** `capitals` is how many words of the name must have one; `after` must match what follows it. */
type CueGroup = { kind: NameKind; cues: RegExp | readonly RegExp[]; capitals?: 1 | 2; after?: RegExp }

const phraseStart = String.raw`(?:\b(?:hi|hello|hey|greetings|namaste|morning|evening|afternoon|there|and|so|sorry|actually|yes|sure|ok|btw)\b[\s,.!]{1,3}|(?:^|[.!?,;:\n])\s{0,2})`
const appointmentFor = `\\b(?:book(?:ing|ed)?|consultation|appointment|session|slot|call|meeting|reservation|scheduling|arranging)(?: (?:this|it|that|is|will be|would be))? (?:for|on behalf of|under) (?:the name (?:of )?)?`
const relation = `(?:(?:my|our|the) (?:boss|manager|director|ceo|cto|founder|chief|head|owner|partner|wife|husband|brother|sister|father|mother|dad|mum|mom|son|daughter|friend|colleague|client|principal|president),? (?:is )?)?`
const phraseEnd =
  /^\s?(?:$|[,.!()-]|\uFFFC|(?:here|from|at|with|of|on|and|now|again|this side|speaking|writing|reaching|calling|we|i|i'm)\b)/

const nameCues: readonly CueGroup[] = [
  { kind: 'bookedFor', cues: new RegExp(`${appointmentFor}${relation}`, 'g') },
  {
    kind: 'bookedFor',
    capitals: 2,
    cues: /\b(?:put|list|save|register|file|note|book) (?:it|this|that|us|me) (?:down )?(?:under|as) |\bbehalf of /g,
  },
  {
    kind: 'said',
    cues: [
      /(?:^|\n)\s{0,2}(?:from|who|(?:my )?details|contact(?: person| name)?|point of contact|spoc|poc|regards|me) ?(?::|-(?=\s)) ?/g,
      /\b(?:contact(?: person| name)?|point of contact|spoc|poc) (?:is|will be|would be|name is) /g,
      /(?<!\p{L})(?:मेरा नाम|меня зовут|我叫)\s?:?\s?/gu,
      /(?:^|[.,;!?\n(-]|\b(?:my|full|first|real|legal|own|good|and|contact|hi|hello|hey|the|here's|yes|sure|sorry|actually|correction)) ?(?:full )?name(?:'s| is\b(?!n't)| should be| ?:| ?-(?=\s)) ?(?:(?:actually|now|really|is|just)\b ?)?[:-]? ?/g,
      /\b(?:i'm called|i am called|myself|mera naam|naam(?: hai)?|me llamo|mi nombre es|je m'appelle|mon nom est|ich hei(?:ss|ß)e|mein name ist|mi chiamo|meu nome é) ?:? ?/g,
    ],
  },
  {
    kind: 'said',
    capitals: 1,
    cues: /(?:^\s?|[,.;] |\bmy |\bfull )name |\b(?:officially|legally|on paper|short for),? (?:(?:it's|it is|i'm) )?/g,
  },
  { kind: 'said', capitals: 2, cues: /\b(?:me|i), /g, after: phraseEnd },
  {
    kind: 'introduced',
    cues: [
      /(?<![\p{L}\d])(?:i'm|i am|im|i m|iam|ich bin|je suis|soy|sono) /gu,
      /\b(?:this is|this's|dis is|(?:hi|hello|hey)[,!]? (?:it's|its|it is)) /g,
      new RegExp(`${phraseStart}(?:am|m|it'?s me(?: again)?,?|me is) `, 'g'),
    ],
  },
  {
    kind: 'introduced',
    capitals: 1,
    cues: /\b(?:i'm|i am|im|this is) (?:the|an?|her|his|their|our|your) (?:(?!(?:at|of|from|for|with)\b)[\p{L}-]{1,20} ){0,4}?[\p{L}-]{1,20}, |\bhere (?:is|writes|speaks) /gu,
  },
  {
    kind: 'introduced',
    cues: new RegExp(phraseStart, 'g'),
    after:
      /^(?:,? from [\p{L}\p{N}&'.\s-]{2,50}?)?,? (?:(?:here|this side|speaking|on this side)\b(?! (?:is|are|to|in my|in our|at our|you)\b)|is (?:my|the) (?:full |first )?name|naam hai)/u,
  },
  { kind: 'likely', cues: /\b(?:call me|address me as|i go by|people call me|everyone calls me|i'm known as) /g },
  {
    kind: 'likely',
    capitals: 1,
    cues: /(?:^\s?|[.!?,] ?|\b(?:so|and|but|now) )(?:it's|it is|its) |\b(?:ask for|attention(?: of|:)?|attn\.?:?) /g,
    after: phraseEnd,
  },
  {
    kind: 'likely',
    capitals: 2,
    cues: /^\s?(?:hi{1,3}|hello|hey|namaste|(?:good )?(?:morning|afternoon|evening|day)|greetings|salut|hej|hola|ciao|bonjour|guten (?:tag|morgen))(?: (?:there|team|all|everyone))?[,.!] /g,
    after:
      /^(?:[,.]|\s[-|]|\s(?:from|at|of|with) (?!(?:our|your|the|my|a)\b)(?!.{0,40}\b(?:told|said|recommended|mentioned|referred)\b))/,
  },
]

const kindScores = { bookedFor: 4, said: 3, introduced: 2, likely: 1 } as const
type NameKind = keyof typeof kindScores

export type NameCandidate = Span & {
  message: number
  sentence: number
  value: string
  kind: NameKind
  isCorrection: boolean
}

/** "Asha & Sons", "I'm Austin based". */
const notAPerson = /^\s?(?:&|-?\s?(?:based|area|educated|trained|certified|born)\b|,?\s(?:pvt|private|corp|plc)\b)/
const isCompanyWord = (word: string) => companyWords.has(word.toLowerCase()) && !isWordlikeName(word)

function candidateAt(sentence: Passage, from: number, message: number, kind: NameKind): NameCandidate | undefined {
  const span = findNameSpan(sentence.text, from)
  if (span === undefined || notAPerson.test(sentence.lower.slice(span.end, span.end + 20))) return undefined
  const value = sentence.original.slice(span.start, span.end)
  if (value.split(' ').slice(1).some(isCompanyWord)) return undefined
  return { ...span, message, sentence: sentence.index, value, kind, isCorrection: false }
}

const signOff =
  /(?:^|\n|[.!?,]\s{0,3})(?:(?:best |kind |warm |warmest |many )?(?:regards|wishes|thanks)|best|cheers|thanks(?: and regards| in advance| so much)|thank you|thx|sincerely|cordially|saludos|respectfully|warmly|(?:mit freundlichen|viele|liebe|beste) gr(?:ü|ue)(?:ß|ss)en?|mfg|vg|lg|signed|yours(?: truly| sincerely)?|rgds|br|greetings|take care|love)(?:,\s{1,2}|[.! ]?[-~\n]{1,3} ?)|(?:\n|[.!?]\s)[-~]{1,2} ?/g

/** At the end of a message: "Thanks, Brian", "Best regards\nYuki Tanaka". Not "thanks Mike!", which is a greeting. */
function signedNames({ text, lower, original }: ParsedMessage, message: number): NameCandidate[] {
  return [...lower.matchAll(signOff)].flatMap(({ index, 0: found }) => {
    const candidate = candidateAt({ text, lower, original, index: -1 }, index + found.length, message, 'likely')
    if (candidate === undefined || !/^\.?\s{0,2}(?:$|\n|[,|(]|\uFFFC)/.test(text.slice(candidate.end))) return []
    const isReply = index < 12 && /^\W{0,3}(?:thank|thx|best,|love)[^\n]{0,40}$/.test(found)
    return isReply && !candidate.value.includes(' ') ? [] : [candidate]
  })
}

const replyStart =
  /^[-~\s]{0,3}(?:(?:yo|yes|yeah|yep|sure|ok|okay|hi{1,2}|hello|hey|good|morning|afternoon|evening|namaste|there|fine)\b[\s,.!:-]{0,3}){0,5}(?:(?:it's|it is|its) )?/
const greeting = /\b(?:hi{1,3}|hello|hey|yo|morning|afternoon|evening|namaste)\b[\s,!]{0,3}$/
const pleasantries =
  /^\W{0,3}(?:(?:team|all|yo|morning|afternoon|evening|good|namaste|yes|yeah|yep|sure|ok|okay|hi|hello|hey|great|thanks|thank you|cool|perfect|there|alright|fine)\b\W{0,3}){1,6}$/
const replyEnd =
  /^[.!]?\s{0,2}(?:$|\n|[,;(|/-]|\uFFFC|(?:from|at)\b(?! (?:our|your|the|my|a)\b)(?!.{0,60}\b(?:told|said|recommended|mentioned|suggested|gave|sent|referred|introduced|is|was|has|will)\b)|and (?:my|i)\b)/
const nothingMore = /^[.!]?\s{0,2}$/

/** A reply that is a name, or starts with one: "Farhan Qureshi", "carlos mendoza carlos@…", "Priya Nair, Bluepeak Labs". */
function replyNames({ sentences }: ParsedMessage, message: number): NameCandidate[] {
  const first = sentences.find(({ lower }) => !pleasantries.test(lower))
  if (first === undefined || first.text.includes('?')) return []
  const candidate = candidateAt(first, replyStart.exec(first.lower)?.[0].length ?? 0, message, 'likely')
  if (candidate === undefined || !isLikely(first, candidate)) return []
  const rest = first.lower.slice(candidate.end)
  if (isBesideCompany(first, candidate) || (nothingMore.test(rest) && sentences.at(-1) === first)) return [candidate]
  if (greeting.test(first.lower.slice(0, candidate.start))) return []
  return /^\p{Lu}/u.test(candidate.value) || /^[\s,]{0,2}\uFFFC/.test(rest) ? [candidate] : []
}

function isLikely({ lower }: Sentence, { value, end }: NameCandidate): boolean {
  if (
    !replyEnd.test(lower.slice(end)) ||
    isCamelCase(value) ||
    /(\p{L})\1\1|^h[aeio]h[aeio]|^(?:autumn|spring|summer|winter|fall|may|march)$/iu.test(value)
  )
    return false
  return value.includes(' ') || canBeName(value, false) || isWordlikeName(value)
}

/** In lowercase: "asha rao, foo labs", "pooja shah, owner", "hey, maria from sunbeam yoga". */
function isBesideCompany({ lower }: Sentence, { start, end, value }: NameCandidate): boolean {
  const rest = lower.slice(end, end + 60)
  const next = /^ ?[,|/-] ?([\p{L}&' ]{2,40})/u.exec(rest)?.[1]?.trim().split(' ') ?? []
  const isCompany = next.length > 1 && next.length < 5 && companyWords.has(next.at(-1) ?? '')
  if (value.includes(' ') && (isCompany || (next.length < 3 && next.some(isRole)))) return true
  const isFrom = /^ (?:from|at) (?!(?:our|your|the|my|a|an|india|here)\b)[\p{L}\d&'. -]{2,40}[.!]?\s?$/u.test(rest)
  return isFrom && greeting.test(lower.slice(0, start))
}

/** "KicksVault" is a company; "McBride" and "DeShawn" are people. */
export function isCamelCase(value: string): boolean {
  return /^\p{Lu}\p{Ll}{2,20}\p{Lu}\p{Ll}/u.test(value) && !/^(?:Mac|Fitz|Van|Del|Des)/.test(value)
}

/** A sentence or line of just two or more names, and perhaps a company: "Need an app by May. Asha Rao, Foo Labs." */
function standaloneNames({ sentences }: ParsedMessage, message: number): NameCandidate[] {
  return sentences.slice(0, 20).flatMap((sentence, index) => {
    const candidate = candidateAt(sentence, 0, message, 'likely')
    if (candidate === undefined || index === 0 || !/^\p{Lu}/u.test(candidate.value)) return []
    const rest = sentence.text.slice(candidate.end, candidate.end + 4)
    const isFarewell = index > 1 && index === sentences.length - 1 && nothingMore.test(rest)
    if (!/ \p{Lu}/u.test(candidate.value) && !isFarewell) return []
    return /^\s?(?:[.!]?\s{0,2}$|[,|/-]\s?\p{Lu}|[,(-]?\s?\uFFFC)/u.test(rest) ? [candidate] : []
  })
}
