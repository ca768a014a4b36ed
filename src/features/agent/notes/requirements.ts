import type { Message, Sentence } from './message.ts'
import { endOf, hasProduct, isBareThing, isThing, limitsIn, skipLead, weightOf } from './thing.ts'
import { wishCues } from './wish-cues.ts'

type Hit = { value: string; corrects: boolean }

/** What is to be built, changed or fixed, as written; the first that is told, unless it is corrected or was vague. */
export function findRequirements(messages: readonly Message[]): string | null {
  let settled: string | undefined
  for (const message of messages) {
    const found = message.sentences.flatMap((sentence) => wishIn(sentence) ?? [])
    for (const { value, corrects } of found.length > 0 ? found : bareThings(message)) {
      const isVague = settled === undefined || weightOf(settled) < Math.min(2, weightOf(value))
      if (isVague || corrects) settled = value
    }
  }
  return settled ?? null
}

const correction =
  /\b(?:actually|instead|scratch that|changed (?:my|our) mind|rather|sorry|correction|on second thought|not an? )\b/
const atTheEnd = /[\s.,;:!?'"(-]{1,4}$/
const denied = /\b(?:don't|do not|dont|doesn't|didn't|not|no longer|never|isn't|without|if) (?:really )?$/
/** A sentence that says "need" a hundred times tells no more than one that says it a few times. */
const most = 12
/** So far before a cue it is looked for what turns its meaning. */
const reach = 80

/** The wish of a sentence that is told most plainly. */
function wishIn({ low, raw }: Sentence): Hit | undefined {
  for (const { cues, keepsVerb = false, isSure = false, needsOwn, needsProduct } of wishCues) {
    const found = cues.flatMap((cue) => [...low.matchAll(cue)].slice(0, most))
    for (const { index, 0: cue } of found) {
      const start = skipLead(low, index + cue.length)
      const head = low.slice(Math.max(0, index - reach), index)
      if (denied.test(head) || isGeneralQuestion(low, start)) continue
      const value = raw.slice(start, endOf(low, start, limitsIn(low))).replace(atTheEnd, '')
      const thing = value.toLowerCase()
      if (!isThing(thing, keepsVerb, isSure) || (needsOwn && !/\b(?:my|our|mine|ours)\b/.test(thing))) continue
      if (needsProduct && (!hasProduct(thing) || !/^(?!the \S+$)\S+ /.test(thing))) continue
      return { value, corrects: correction.test(head) }
    }
  }
  return undefined
}

/** "do you build apps?", "could you integrate Stripe?": asked of the studio, unless it is their own thing. */
function isGeneralQuestion(text: string, start: number): boolean {
  const head = text.slice(Math.max(0, start - reach), start)
  if (/\bdo (?:you|u|i|we) [^,.]{0,60}$/.test(head))
    return !/\b(?:need|want|looking)/.test(head) || /^\W?do /.test(text)
  const asked = text.includes('?') && /\b(?:can|could|would|will) (?:you|u)\b[^,.]{0,60}$/.test(head)
  return asked && !/\b(?:my|our|this|me|us|for|with|that|which|it)\b/.test(text)
}

const opener =
  /^\s{0,3}(?:(?:ok|okay|so|yes|sure|hi|hello|hey|well|it's|its|it is|basically|just|maybe|actually|for|sir|bhai|probably|sorry|that's|also)[\s,:]{1,3}){0,5}/

/** A reply or a segment of a list that names a thing: "CRM for real estate agents". */
function bareThings({ sentences }: Message): Hit[] {
  for (const { low, raw } of sentences) {
    if (low.includes('?')) continue
    let at = 0
    for (const segment of low.split(/(?<=[,;\n|]\s)|(?<=\s-\s)/).slice(0, 20)) {
      const start = at + (opener.exec(segment)?.[0].length ?? 0)
      at += segment.length
      if (!hasProduct(segment)) continue
      const value = raw.slice(start, endOf(low, start, limitsIn(low))).replace(atTheEnd, '')
      if (isBareThing(value.toLowerCase())) return [{ value, corrects: false }]
    }
  }
  return []
}
