import { allMatches } from './all-matches.ts'
import { bareNames, signedNames, standingNames } from './bare-name.ts'
import { fittingCues } from './fitting-cues.ts'
import type { Message, Sentence, Span } from './message.ts'
import { nameCues, occasion, weight } from './name-cues.ts'
import { isSomethingElse, type NameHit, toHit } from './name-hit.ts'
import { isPlace } from './places.ts'
import { isNext, readName } from './read-name.ts'

/** All names that the visitor gives as their own or as the one of whom they book for, in the order of writing. */
export function findNames(messages: readonly Message[]): NameHit[] {
  const hits: NameHit[] = []
  let settled: NameHit | undefined
  const take = (found: readonly NameHit[]) => {
    hits.push(...found)
    settled = settle(settled, found)
  }
  messages.forEach((message, at) => {
    const before = hits.length
    for (const sentence of message.sentences) take(namesIn(sentence, at))
    take([...assistantsOf(message, at), ...signedNames(message, at)])
    if (hits.length === before) take(bareNames(message, at))
    if (hits.length === before) take(standingNames(message, at))
    if (settled === undefined) return
    take(correctedNames(message, at, settled.value))
    for (const sentence of message.sentences) take(fullerName(sentence, at, settled.value))
  })
  return hits
}

/** The fullest form of what weighs most; of two different names the later. */
export function settleName(hits: readonly NameHit[]): string | undefined {
  return settle(undefined, hits)?.value
}

function settle(before: NameHit | undefined, hits: readonly NameHit[]): NameHit | undefined {
  let settled = before
  for (const hit of hits) {
    if (settled === undefined || replaces(hit, settled)) settled = hit
  }
  return settled
}

function replaces(hit: NameHit, settled: NameHit): boolean {
  if (hit.corrects) return weight[hit.kind] >= 4 || settled.kind !== 'bookedFor'
  if (isPartOf(hit.value, settled.value)) return false
  if (isPartOf(settled.value, hit.value)) return true
  if (hit.kind === 'bare' || hit.kind === 'signed' || hit.kind === 'called') return false
  return weight[hit.kind] >= weight[settled.kind]
}

function isPartOf(part: string, whole: string): boolean {
  if (part === whole) return true
  const all = nameWords(whole)
  return nameWords(part).every((word) =>
    all.some((other) => other === word || (word.length <= 4 && other.startsWith(word))),
  )
}

function nameWords(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[\s.]+/)
    .filter(Boolean)
}

/** Said of another: "he says I'm", "the form says my name is". */
const reported = /\b(?:he|she|they|form|bot|agent|website)\s+(?:said|says|told|calls?|wrote|thinks?)\s+(?:that\s+)?$/
const correction =
  /\b(?:sorry|actually|oops|correction|typo|meant|mean|mistake|misspelled|misspelt|spelled|spelt|spelling|spell|wrong|rather|instead|wait|not|no)\b|^\s*\*/

function namesIn(sentence: Sentence, message: number): NameHit[] {
  const hits: NameHit[] = []
  for (const cue of fittingCues(nameCues, sentence.low)) {
    for (const found of allMatches(cue.isCased ? sentence.text : sentence.low, cue.before)) {
      const end = found.index + found[0].length
      if (reported.test(sentence.low.slice(0, found.index))) continue
      const name = cue.isTurned ? readTurned(sentence.text, end) : readName(sentence.text, end)
      if (name === undefined || !isNext(sentence.text, end, name)) continue
      if (cue.kind === 'said' && isFirmsName(sentence.low.slice(0, found.index), found[0])) continue
      if (cue.after !== undefined && !cue.after.test(sentence.low.slice(name.end))) continue
      if (isSomethingElse(sentence, name, cue.kind)) continue
      hits.push(
        toHit(
          sentence,
          name,
          message,
          cue.kind,
          cue.kind !== 'bookedFor' && correction.test(sentence.low.slice(0, found.index)),
        ),
      )
    }
  }
  return hits.sort((one, other) => one.start - other.start)
}

/** "DSOUZA, Melvin". */
function readTurned(text: string, from: number): Span | undefined {
  const surname = readName(text, from)
  const first = surname === undefined ? undefined : readName(text, surname.end + 2)
  return surname === undefined || first === undefined || isPlace(text.slice(first.start, first.end))
    ? undefined
    : { start: surname.start, end: first.end }
}

/** "I have a company, name is Bluepeak." */
function isFirmsName(before: string, cue: string): boolean {
  return (
    !/\bmy\b/.test(cue) &&
    /\b(?:company|business|startup|brand|shop|store|agency|firm|product|app|studio)\b[^.!?]*$/.test(before)
  )
}

const otherPerson =
  /(?:assistant|secretary|pa|ea|aide)\s+(?:to|of|for)\s+|\b(?:my|our)\s+(?:boss|manager|ceo|founder|director|md|chief|husband|wife|brother|sister|father|mother|dad|mom|friend|client|colleague|partner|cofounder|co-founder),?\s+(?:is\s+)?(?:called\s+)?|(?:behalf of|for)\s+/g
const forThem = new RegExp(
  String.raw`\b${occasion}(?:\s+(?:this|it|is|a call|a consultation|the consultation))*\s+(?:is\s+)?(?:for|on behalf of)\s+(?:him|her|them)\b`,
)

/** "I'm Kim, assistant to Mark Reyes. The call is for him." */
function assistantsOf(message: Message, at: number): NameHit[] {
  if (!forThem.test(message.low)) return []
  const sentences = message.sentences
  for (const sentence of sentences) {
    for (const found of allMatches(sentence.low, otherPerson)) {
      const name = readName(sentence.text, found.index + found[0].length)
      if (name !== undefined) return [toHit(sentence, name, at, 'bookedFor', false)]
    }
  }
  return []
}

/** "I'm Caroline by the way, Caroline Mbeki": the known name said again, with more to it. */
function fullerName(sentence: Sentence, at: number, known: string): NameHit[] {
  const first = nameWords(known)[0] ?? known
  const hits: NameHit[] = []
  const starts = allMatches(sentence.text, /(?:^|,)\s*(?=\S)/g, 5).map((found) => found.index + found[0].length)
  for (let at = sentence.low.indexOf(first); at >= 0 && starts.length < 12; at = sentence.low.indexOf(first, at + 1))
    starts.push(at)
  for (const from of starts) {
    if (/[\p{L}\p{N}]/u.test(sentence.text[from - 1] ?? ' ')) continue
    const name = readName(sentence.text, from)
    if (name?.start !== from || name.end - from <= known.length || isSomethingElse(sentence, name, 'said')) continue
    const hit = toHit(sentence, name, at, 'said', false)
    if (isPartOf(known, hit.value)) hits.push(hit)
  }
  return hits
}

const restated =
  /(?:\b(?:sorry|actually|oops|autocorrect|correction|typo|i meant?|wait|no|spelled|spelt|it's|its|it is|with an? \p{L})\b|\*)[\s,.:;!-]*/gu

/** A name said again in another spelling, with no more than "sorry" or "it's" before it. */
function correctedNames(message: Message, at: number, known: string): NameHit[] {
  const hits: NameHit[] = []
  for (const sentence of message.sentences) {
    for (const found of allMatches(sentence.low, restated)) {
      const name = readName(sentence.text, found.index + found[0].length)
      if (name === undefined || !isNext(sentence.text, found.index + found[0].length, name)) continue
      const hit = toHit(sentence, name, at, 'said', true)
      if (!isPartOf(hit.value, known) && isSimilar(hit.value, known)) hits.push(hit)
    }
  }
  return hits
}

/** Another spelling of the same name: they share a word, or how it begins. */
function isSimilar(one: string, other: string): boolean {
  const [first = '', second = ''] = [one.toLowerCase(), other.toLowerCase()]
  if (nameWords(first).some((word) => word.length > 1 && nameWords(second).includes(word))) return true
  const sound = (name: string) => name.slice(0, 3).replace(/^k/, 'c').replace(/^ph/, 'f').replace(/^y/, 'i').slice(0, 2)
  return sound(first) === sound(second) && Math.abs(first.length - second.length) <= 8
}
