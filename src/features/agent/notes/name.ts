import { bareNames, signedNames, standingNames } from './bare-name.ts'
import type { Message, Sentence } from './message.ts'
import { nameCues, weight } from './name-cues.ts'
import { type NameHit, nameAt } from './read-name.ts'

/** All names that the visitor gives as their own or as the one of whom they book for, in the order of writing. */
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

/** The fullest form of what weighs most; of two different names the later. */
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
/** A sentence of more cues than this is a flood. */
const most = 12

function namesIn(sentence: Sentence, message: number): NameHit[] {
  const { low, text } = sentence
  const hits = nameCues.flatMap(({ kind, cues, capitals = 0, after }) =>
    [cues].flat().flatMap((pattern) =>
      [...low.matchAll(pattern)].slice(0, most).flatMap(({ index, 0: cue }) => {
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
  return [...sentence.low.matchAll(restated)].slice(0, most).flatMap(({ index, 0: cue }) => {
    const hit = nameAt(sentence, index + cue.length, at, 'said')
    if (hit === undefined || isPartOf(hit.value, known)) return []
    const corrects = /[a-z*]/.test(cue)
    const isSimilar = hit.value.slice(0, 2).toLowerCase() === known.slice(0, 2).toLowerCase()
    return isPartOf(known, hit.value) || (corrects && isSimilar) ? [{ ...hit, corrects }] : []
  })
}
