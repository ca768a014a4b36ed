import type { Message, Sentence } from './message.ts'
import { bareNames, type NameHit, type NameKind, nameAt, signedNames, standingNames, weight } from './read-name.ts'

export function findNames(messages: readonly Message[]): NameHit[] {
  const hits: NameHit[] = []
  messages.forEach((message, at) => {
    const found = message.sentences.flatMap((sentence) => namesIn(sentence, at))
    found.push(...signedNames(message, at))
    if (found.length === 0) found.push(...bareNames(message, at))
    if (found.length === 0) found.push(...standingNames(message, at))
    hits.push(...found)
    const known = settleName(hits)
    if (known !== undefined) hits.push(...message.sentences.flatMap((sentence) => restatedNames(sentence, at, known)))
  })
  return hits
}

export function settleName(hits: readonly NameHit[]): string | undefined {
  let settled: NameHit | undefined
  for (const hit of hits) {
    if (settled === undefined || replaces(hit, settled)) settled = hit
  }
  return settled?.value
}

function replaces(hit: NameHit, settled: NameHit): boolean {
  if (hit.corrects) return true
  if (isPartOf(hit.value, settled.value)) return false
  return isPartOf(settled.value, hit.value) || weight[hit.kind] >= Math.max(2, weight[settled.kind])
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
const ofFirm = /\b(?:company|business|startup|brand|shop|store|agency|firm|product|app|studio)\b[^.!?]{0,60}$/
const max = 12

function namesIn(sentence: Sentence, message: number): NameHit[] {
  const { low, text } = sentence
  const hits = nameCues.flatMap(({ kind, cues, capitals = 0, after }) =>
    [cues].flat().flatMap((pattern) =>
      [...low.matchAll(pattern)].slice(0, max).flatMap(({ index, 0: cue }) => {
        const hit = nameAt(sentence, index + cue.length, message, kind)
        if (hit === undefined || after?.test(low.slice(hit.end)) === false) return []
        if (kind === 'said' && ofFirm.test(low.slice(Math.max(0, index - 80), index))) return []
        return [...text.slice(hit.start, hit.end).matchAll(/(?<!\S)\p{Lu}/gu)].length < capitals ? [] : [hit]
      }),
    ),
  )
  return hits.sort((one, other) => one.start - other.start)
}

const restated =
  /(?:^|,|\(|\b(?:sorry|actually|oops|correction|typo|i meant?|wait|no|spelled|spelt|it's|its|it is)\b|\*)[\s,.:;!-]{0,3}/g

/** The known name said again, with more to it ("I'm Caroline by the way, Caroline Mbeki") or in another spelling. */
function restatedNames(sentence: Sentence, at: number, known: string): NameHit[] {
  return [...sentence.low.matchAll(restated)].slice(0, max).flatMap(({ index, 0: cue }) => {
    const hit = nameAt(sentence, index + cue.length, at, 'said')
    if (hit === undefined || isPartOf(hit.value, known)) return []
    const corrects = /[a-z*]/.test(cue)
    const isSimilar = hit.value.slice(0, 2).toLowerCase() === known.slice(0, 2).toLowerCase()
    return isPartOf(known, hit.value) || (corrects && isSimilar) ? [{ ...hit, corrects }] : []
  })
}

/** `capitals`: so many words of the name have to be written with one; `after`: what has to follow it. */
type CueGroup = { kind: NameKind; cues: RegExp | readonly RegExp[]; capitals?: 1 | 2; after?: RegExp }

const opening = String.raw`(?:\b(?:hi|hello|hey|greetings|namaste|morning|evening|afternoon|there|and|so|sorry|actually|yes|sure|ok|btw)\b[\s,.!]{1,3}|(?:^|[.!?,;:\n])\s{0,2})`
const occasion = `\\b(?:book(?:ing|ed)?|consultation|appointment|session|slot|call|meeting|reservation|scheduling|arranging)(?: (?:this|it|that|is|will be|would be))? (?:for|on behalf of|under) (?:the name (?:of )?)?`
const boss = `(?:(?:my|our|the) (?:boss|manager|director|ceo|cto|founder|chief|head|owner|partner|wife|husband|brother|sister|father|mother|dad|mum|mom|son|daughter|friend|colleague|client|principal|president),? (?:is )?)?`
const ending =
  /^\s?(?:$|[,.!()-]|\uFFFC|(?:here|from|at|with|of|on|and|now|again|this side|speaking|writing|reaching|calling|we|i|i'm)\b)/

const nameCues: readonly CueGroup[] = [
  { kind: 'bookedFor', cues: new RegExp(`${occasion}${boss}`, 'g') },
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
  { kind: 'said', capitals: 2, cues: /\b(?:me|i), /g, after: ending },
  {
    kind: 'introduced',
    cues: [
      /(?<![\p{L}\d])(?:i'm|i am|im|i m|iam|ich bin|je suis|soy|sono) /gu,
      /\b(?:this is|this's|dis is|(?:hi|hello|hey)[,!]? (?:it's|its|it is)) /g,
      new RegExp(`${opening}(?:am|m|it'?s me(?: again)?,?|me is) `, 'g'),
    ],
  },
  {
    kind: 'introduced',
    capitals: 1,
    cues: /\b(?:i'm|i am|im|this is) (?:the|an?|her|his|their|our|your) (?:(?!(?:at|of|from|for|with)\b)[\p{L}-]{1,20} ){0,4}?[\p{L}-]{1,20}, |\bhere (?:is|writes|speaks) /gu,
  },
  {
    kind: 'introduced',
    cues: new RegExp(opening, 'g'),
    after:
      /^(?:,? from [\p{L}\p{N}&'.\s-]{2,50}?)?,? (?:(?:here|this side|speaking|on this side)\b(?! (?:is|are|to|in my|in our|at our|you)\b)|is (?:my|the) (?:full |first )?name|naam hai)/u,
  },
  { kind: 'likely', cues: /\b(?:call me|address me as|i go by|people call me|everyone calls me|i'm known as) /g },
  {
    kind: 'likely',
    capitals: 1,
    cues: /(?:^\s?|[.!?,] ?|\b(?:so|and|but|now) )(?:it's|it is|its) |\b(?:ask for|attention(?: of|:)?|attn\.?:?) /g,
    after: ending,
  },
  {
    kind: 'likely',
    capitals: 2,
    cues: /^\s?(?:hi{1,3}|hello|hey|namaste|(?:good )?(?:morning|afternoon|evening|day)|greetings|salut|hej|hola|ciao|bonjour|guten (?:tag|morgen))(?: (?:there|team|all|everyone))?[,.!] /g,
    after:
      /^(?:[,.]|\s[-|]|\s(?:from|at|of|with) (?!(?:our|your|the|my|a)\b)(?!.{0,40}\b(?:told|said|recommended|mentioned|referred)\b))/,
  },
]
