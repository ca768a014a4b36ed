import { allMatches } from './all-matches.ts'
import { fittingCues } from './fitting-cues.ts'
import type { Message, Sentence } from './message.ts'
import { aloneEnough, hasProduct, isBareThing, isIn, isThing, weightOf } from './thing.ts'
import { endOf, type Limits, limitsIn, skipWords } from './thing-end.ts'
import { wishCues } from './wish-cues.ts'
import { productWords } from './words.ts'

type Hit = { value: string; weight: number; corrects: boolean; isProduct: boolean }

/** What is to be built, changed or fixed, as written; the first that is told, unless it is corrected or was vague. */
export function findRequirements(messages: readonly Message[]): string | null {
  const hits: Hit[] = []
  for (const message of messages) {
    const found = message.sentences.flatMap((sentence) => wishesIn(sentence, client.test(message.low)))
    hits.push(...(found.length > 0 ? found : bareThings(message)))
  }
  let settled: Hit | undefined
  for (const hit of hits) {
    if (
      settled === undefined ||
      hit.corrects ||
      (hit.isProduct ? !settled.isProduct : false) ||
      (settled.weight < 2 && hit.weight > settled.weight && hit.isProduct >= settled.isProduct)
    )
      settled = hit
  }
  return settled?.value ?? null
}

/** Whoever asks for a client says "they need". */
const client =
  /\b(?:(?:the|our|my|a) client|client of (?:ours|mine)|my (?:boss|employer)|behalf of|assistant (?:to|of)|pa (?:to|of)|they (?:ask|asked|want) me)\b(?! (?:app|area|portal|login))/
/** Asked for a price, a thing is a wish when it is theirs. */
const own = /\b(?:my|our|mine|ours|mera|hamara|hamare|meri)\b/
const correction =
  /\b(?:actually|instead|scratch that|changed (?:my|our) mind|rather|sorry|correction|on second thought|not an? )\b/
const denied = /\b(?:don't|do not|dont|doesn't|didn't|not|no longer|never|isn't|without)\s+(?:really\s+)?$/
const reported =
  /\b(?:you|they|users?|customers?|clients of ours|people|students|patients|(?<!\b(?:client|customer|boss|friend|team)\b[^,.]{0,30})who|do you|does your|did you)\s+(?:also\s+|really\s+|can\s+|will\s+)?$/

function wishesIn(sentence: Sentence, isForClient: boolean): Hit[] {
  const text = sentence.low
  const taken: Array<Hit & { start: number; end: number }> = []
  let limits: Limits | undefined
  for (const cue of fittingCues(wishCues, text)) {
    for (const found of firstMatches(text, cue.before)) {
      limits ??= limitsIn(text)
      const start = skipWords(text, found.index + found[0].length)
      const head = text.slice(0, found.index)
      if (
        limits.includes(start) ||
        (cue.needsProduct && /\b(?:paid|spent|quoted|asked(?! me| us| to)|charged)\b/.test(head))
      )
        continue
      if (
        denied.test(head) ||
        (/\bif\s+$/.test(head) && /^(?:you|we|i)\b/.test(found[0])) ||
        (reported.test(head) &&
          !(isForClient && /\b(?:they|who)\s+$/.test(head)) &&
          !/^(?:can|could|would|will|give|send|get|quote|share|provide|prepare)\b/.test(found[0])) ||
        (/^to\b/.test(found[0]) && /\buse[sd]?\s+\S+\s+$/.test(head)) ||
        isGeneralQuestion(text, start)
      )
        continue
      if (
        taken.some(
          (other) => start < other.end && found.index + found[0].length > other.start - 60 && start >= other.start - 40,
        )
      )
        continue
      const end = endOf(text, start, limits, sentence.text)
      const value = sentence.raw.slice(start, end).replace(/[\s.,;:!?'"(-]+$/, '')
      if (cue.needsOwn && !own.test(value.toLowerCase())) continue
      if (
        !isThing(value.toLowerCase(), cue.keepsVerb, cue.isSure) ||
        (cue.needsProduct &&
          (!hasProduct(value) ||
            (value.split(/\s+/).length < 2 && !aloneEnough.test(value.toLowerCase())) ||
            /^the \S+$/.test(value)))
      )
        continue
      taken.push({
        value,
        weight: weightOf(value),
        corrects: correction.test(head),
        isProduct: hasProduct(value.toLowerCase()) || cue.keepsVerb,
        start,
        end: start + value.length,
      })
    }
  }
  return taken
    .sort((one, other) => Number(hasProduct(other.value)) - Number(hasProduct(one.value)) || one.start - other.start)
    .slice(0, 1)
}

/** A sentence that says "need" a hundred times tells no more than one that says it a few times. */
function firstMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  return allMatches(text, pattern, 12)
}

/** "do you build apps?", "how much for a site?": asked of the studio, unless it is their own thing. */
function isGeneralQuestion(text: string, start: number): boolean {
  if (
    /\b(?:do|does|did|have|are) (?:you|u|your team)\b[^,.]*$/.test(text.slice(0, start)) &&
    !/\bneed|\bwant|\blooking/.test(text.slice(0, start))
  )
    return true
  if (/^\W*(?:so |and )?(?:do|would|should) (?:i|we) (?:really )?(?:need|want)\b/.test(text) && /\?/.test(text))
    return true
  const asked = /\b(?:can|could|would|will)\s+(?:you|u)\b[^,.]*$/.exec(text.slice(0, start))
  return (
    asked !== null &&
    /\?/.test(text) &&
    !/\b(?:my|our|this|me|us|for|with|that|which|it|an? \p{L}+ like)\b/u.test(text.slice(asked.index + 6))
  )
}

/** A reply or a segment of a list that names a thing: "CRM for real estate agents". */
function bareThings(message: Message): Hit[] {
  for (const sentence of message.sentences) {
    if (/\?/.test(sentence.low) || !/\p{L}/u.test(sentence.low)) continue
    if (
      !sentence.low.split(/[^\p{L}.-]+/u).some((word) => isIn(productWords, word)) &&
      !/\b(?:something|shop)\b/.test(sentence.low)
    )
      continue
    const limits = limitsIn(sentence.low)
    let at = 0
    for (const segment of sentence.low.split(/(?<=[,;\n|]\s)|(?<=\s-\s)/).slice(0, 20)) {
      const start =
        at +
        (/^\s*(?:(?:ok|okay|so|yes|sure|hi|hello|hey|well|it's|its|it is|basically|just|maybe|actually|for|mainly|mostly|sir|bhai|mere ko|mujhe|mujhko|humko|hamko|hume|probably|sorry|that's|also)\b[\s,:]*)*/.exec(
          segment,
        )?.[0].length ?? 0)
      at += segment.length
      const end = endOf(sentence.low, start, limits, sentence.text)
      const value = sentence.raw.slice(start, end).replace(/[\s.,;:!?'"-]+$/, '')
      const words = value.toLowerCase().split(/\s+/)
      if (words.length > 16 || !isBareThing(value.toLowerCase(), words)) continue
      return [
        { value, weight: weightOf(value), corrects: correction.test(sentence.low.slice(0, start)), isProduct: true },
      ]
    }
  }
  return []
}
