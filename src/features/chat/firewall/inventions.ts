import { contentWords } from './evidence.ts'
import { foldText } from './fold-text.ts'
import { withoutLinks } from './forbidden.ts'
import type { SiteKnowledge } from './knowledge.ts'

const dayByDay =
  /\b(?:day|week|month|friday) (?:\d+|one|two|three|four|five|six|seven|ten)\b|\b(?:first|second|third|fourth|fifth|sixth|last|final|very next|same) (?:day|week|month)\b/
const mereNumber =
  /^(?:\d|mvp|app|product|one|first|second|third|fourth|fifth|sixth|last|final|two|three|four|five|six|seven|ten)/

/** Whether a folded sentence tells what happens on which day, and the site doesn't. */
export function schedules(folded: string, { evidence }: SiteKnowledge): boolean {
  if (
    !dayByDay.test(folded) ||
    /\?["')]*$|\b(?:click|depends|not|can't|cannot|your|you)\b(?!'ll| (?:will|get|can|see|have)\b)/.test(folded)
  )
    return false
  return !evidence(new Set([...contentWords(folded)].filter((word) => !mereNumber.test(word))))
}

/** Asked to judge others, nobody says anything of them that leaves no choice. */
export function judges(folded: string, knowledge: SiteKnowledge): boolean {
  if (/^(?:they|their)\b/.test(folded)) return true
  const turnsAway =
    /\b(?:i|i'm|i'd|my|blog|site|depends?|can|may|could|whether|founder|kitewright|studio|here|you|your)\b|\?["')]*$/
  if (turnsAway.test(folded)) return false
  return /\b(?:them|their|freelancers?|agency|agencies)\b/.test(folded) || isUnheardOf(contentWords(folded), knowledge)
}

/** Whether one sentence of the site says all of it, and enough to be sure that it is the same. */
export function isTold(folded: string, { evidence }: SiteKnowledge): boolean {
  const words = contentWords(folded)
  return words.size > fewestWords && evidence(words)
}

/** What such a sentence says is said of the studio. */
const ofStudio =
  /^(?:every|all) (?!three|six|of|packages)|\b(?:we|we'll|we've|we're|our|ours|us|studio|kitewright|founder|he|she|he'll|you(?:'ll| will)? (?:get|keep|own|receive)|freelancers?|agencies)\b/
const saysNo =
  /\b(?:no|not|never|cannot|nobody|neither|nor|rather|instead|whether|if|unless|question|would|could|might|may)\b|n't\b|\?["')]*$/
/** Where more is to be found. */
const toReadOn = /\b(?:blog|articles?|guides?|pages?|form|section|policy)\b/
/** Of what is true of the studio the site speaks in much the same words. */
const leastSupport = 0.45
const fewestWords = 3

/** Whether the site says next to nothing of what these words say. */
export function isUnheardOf(words: ReadonlySet<string>, { support }: SiteKnowledge): boolean {
  return support(words) < leastSupport
}

/** Whether a folded sentence tells something of the studio of which the site says next to nothing. */
export function isInvented(folded: string, visitor: readonly string[], knowledge: SiteKnowledge): boolean {
  const text = withoutLinks(folded)
  const isOfClient = knowledge.lexicon(text).some(({ ids }) => ids.some((id) => id.startsWith('client:')))
  if (!(ofStudio.test(text) || isOfClient) || toReadOn.test(text) || saysNo.test(folded) || /^i\b/.test(folded))
    return false
  const theirs = contentWords(foldText(visitor.slice(-lastMessages).join(' ')))
  const words = new Set([...contentWords(text)].filter((word) => !theirs.has(word)))
  return words.size >= fewestWords && isUnheardOf(words, knowledge)
}

/** As many of the visitor's messages say what is talked of. */
const lastMessages = 6
