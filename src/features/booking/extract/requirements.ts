import type { Message, Sentence } from './message.ts'
import { endOf, hasProduct, isBareThing, isThing, limitsIn, skipLead, weightOf } from './thing.ts'
import { wishCues } from './wish-cues.ts'

type Hit = { value: string; weight: number; corrects: boolean; isProduct: boolean }

/** What is to be built, changed or fixed, as written; the first that is told, unless it is corrected or was vague. */
export function findRequirements(messages: readonly Message[]): string | null {
  let settled: Hit | undefined
  for (const message of messages) {
    const found = message.sentences.flatMap((sentence) => wishesIn(sentence))
    for (const hit of found.length > 0 ? found : bareThings(message)) {
      if (settled === undefined || hit.corrects || isBetter(hit, settled)) settled = hit
    }
  }
  return settled?.value ?? null
}

function isBetter(hit: Hit, settled: Hit): boolean {
  if (hit.isProduct !== settled.isProduct) return hit.isProduct
  return settled.weight < 2 && hit.weight > settled.weight
}

const correction =
  /\b(?:actually|instead|scratch that|changed (?:my|our) mind|rather|sorry|correction|on second thought|not an? )\b/
const denied = /\b(?:don't|do not|dont|doesn't|didn't|not|no longer|never|isn't|without|if) (?:really )?$/
const reported =
  /\b(?:you|users?|customers?|people|students|patients|do you|does your|did you) (?:(?:also|really|can|will) )?$/
/** Asked for a price, a thing is a wish when it is theirs. */
const own = /\b(?:my|our|mine|ours)\b/
/** A sentence that says "need" a hundred times tells no more than one that says it a few times. */
const most = 12

/** The one wish of a sentence: the first, but one for a thing that is built before any other. */
function wishesIn({ low, raw }: Sentence): Hit[] {
  const limits = limitsIn(low)
  const taken: Array<Hit & { start: number; end: number }> = []
  for (const { cues, keepsVerb = false, isSure = false, needsOwn, needsProduct } of wishCues) {
    const found = cues.flatMap((cue) => [...low.matchAll(cue)].slice(0, most))
    for (const { index, 0: cue } of found) {
      const start = skipLead(low, index + cue.length)
      const head = low.slice(0, index)
      if (taken.some((other) => start < other.end && start >= other.start - 40)) continue
      if (limits.includes(start) || denied.test(head) || reported.test(head) || isGeneralQuestion(low, start)) continue
      const value = trimmed(raw.slice(start, endOf(low, start, limits)))
      const thing = value.toLowerCase()
      if (!isThing(thing, keepsVerb, isSure) || (needsOwn && !own.test(thing))) continue
      if (needsProduct && (!hasProduct(thing) || !/^(?!the \S+$)\S+ /.test(thing))) continue
      const isProduct = keepsVerb || hasProduct(thing)
      taken.push({
        value,
        weight: weightOf(value),
        corrects: correction.test(head),
        isProduct,
        start,
        end: start + value.length,
      })
    }
  }
  taken.sort((one, other) => Number(other.isProduct) - Number(one.isProduct) || one.start - other.start)
  return taken.slice(0, 1)
}

function trimmed(value: string): string {
  return value.replace(/[\s.,;:!?'"(-]{1,4}$/, '')
}

/** "do you build apps?", "could you integrate Stripe?": asked of the studio, unless it is their own thing. */
function isGeneralQuestion(text: string, start: number): boolean {
  const head = text.slice(0, start)
  if (/\b(?:do|does|did|have|are) (?:you|u|your team)\b[^,.]{0,60}$/.test(head))
    return !/\b(?:need|want|looking)/.test(head)
  if (!text.includes('?')) return false
  if (/^\W{0,2}(?:so |and )?(?:do|would|should) (?:i|we) (?:really )?(?:need|want)\b/.test(text)) return true
  const asked = /\b(?:can|could|would|will) (?:you|u)\b[^,.]{0,60}$/.exec(head)
  return asked !== null && !/\b(?:my|our|this|me|us|for|with|that|which|it)\b/.test(text.slice(asked.index + 6))
}

const opener =
  /^\s{0,3}(?:(?:ok|okay|so|yes|sure|hi|hello|hey|well|it's|its|it is|basically|just|maybe|actually|for|sir|bhai|probably|sorry|that's|also)[\s,:]{1,3}){0,5}/

/** A reply or a segment of a list that names a thing: "CRM for real estate agents". */
function bareThings({ sentences }: Message): Hit[] {
  for (const { low, raw } of sentences) {
    if (low.includes('?')) continue
    const limits = limitsIn(low)
    let at = 0
    for (const segment of low.split(/(?<=[,;\n|]\s)|(?<=\s-\s)/).slice(0, 20)) {
      const start = at + (opener.exec(segment)?.[0].length ?? 0)
      at += segment.length
      const value = trimmed(raw.slice(start, endOf(low, start, limits)))
      if (!isBareThing(value.toLowerCase())) continue
      return [{ value, weight: weightOf(value), corrects: correction.test(low.slice(0, start)), isProduct: true }]
    }
  }
  return []
}
