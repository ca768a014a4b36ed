import { foldText } from './fold-text.ts'
import { promiseRules } from './promise-words.ts'

const idioms =
  /\b(?:no doubt|without (?:a )?doubt|no problem|no worries|not a problem|not only|not just|why not|don't worry|do not worry|no question|not to mention|can't wait|cannot wait|nothing but|no matter|not an issue|no issue|don't hesitate|no need to worry|not at all|never mind|no kidding|can't deny|won't deny|not deny|no sooner|no less|can't refuse|won't refuse|can't say no|won't say no|can't not|cannot not|don't forget|not without|no joke|no catch|nobody else|no one else|not (?:a )?bad|if not)\b/g
/** A no before it, in the same clause. */
const denial =
  /\b(?:not|no|never|none|nor|neither|nobody|cannot|unable|without|instead of|rather than|nothing|refuse|decline|avoid|beyond|outside|ask(?:ed|ing|s)? (?:for|about|whether|if)|whether|question about|only (?:the|a|your) (?:written )?quote)\b|n't\b/
/** A no after it, or that it is left to the written quote. */
const denialAfter =
  /^\w+ (?:no|nothing)\b|\b(?:(?:is|are|was|were|does|do|can|will|would|has|have)(?:n't| not)|cannot|not (?:something|part|possible|available|offered|in|mine|included)|no longer|nowhere|ends?\b|ended|expired|has passed|is over|out of the question|(?:only|when|where|once|unless|if) (?:in |by |with )?(?:a|the|your|an accepted) (?:written )?quote)\b/
/** What is only said to happen if something fails: "a refund if you are not happy" denies nothing. */
const condition =
  /\b(?:if|when|whenever|unless|in case|should you|until)\b(?! (?:a|the|your|an accepted) (?:written )?quote)[^,;]*/g
const clauseEnd =
  /[;:()—?!]| (?:but|however|yet|still|though|although|because|and then) |, (?:but|and|so|however|yet|still|we|i|you|it|the|that)\b/g
const call =
  /\b(?:consultation|discovery call|first call|initial call|intro(?:ductory)? call|minute call|strategy call|(?:the|a|this|that) call)\b/g
const otherThing =
  /\b(?:hosting|support|mvps?|apps?|trial|domain|design|work|revisions?|changes|websites?|development|maintenance|features?|version|product|code|unlimited|lifetime|refund|money|project)\b/
/** Mending is part of the price: the terms say so. */
const mending = /\bdeparts? from\b/

/**
 * Finds a promise that only the content could make: a discount, a guarantee, free work, something said to be done.
 * @param folded a sentence by foldText
 * @param mayNameDiscount whether the sentence tells of the promotion as the content does
 * @returns the reason for the log, or undefined
 */
export function findPromise(
  folded: string,
  mayNameDiscount = false,
): (typeof promiseRules)[number]['reason'] | undefined {
  const plain = folded.replaceAll(idioms, ' ')
  const broken = promiseRules.find(({ pattern, unless }) =>
    [...plain.matchAll(pattern)].some(({ 0: words, index }) => {
      if (mayNameDiscount && /^(?:discount|promotion)/.test(words)) return false
      return unless === 'denied' ? !isDenied(plain, index) : !isOfCall(plain, index, words) && !mending.test(plain)
    }),
  )
  return broken?.reason
}

/** Whether a text speaks of the first call. */
export function namesCall(text: string): boolean {
  return foldText(text).search(call) !== -1
}

/** The first call is free: it is named before, and nothing else between. */
function isOfCall(text: string, at: number, words: string): boolean {
  const last = [...text.slice(0, at + words.length).matchAll(call)].at(-1)
  if (last === undefined)
    return (
      /^(?:[\w ]+ )?(?:free of charge|complimentary|no cost|without charge|no charge)/.test(words) &&
      text.slice(at, at + 60).search(call) !== -1
    )
  if (/\b(?:so (?:is|are)|as well|too)\b/.test(text)) return false
  return !otherThing.test(text.slice(last.index + last[0].length, at)) && at - last.index < 90
}

function isDenied(text: string, at: number): boolean {
  const ends = [...text.matchAll(clauseEnd)]
  const from = ends.findLast(({ index }) => index < at)?.index ?? 0
  const to = ends.find(({ index }) => index > at)?.index ?? text.length
  return (
    denial.test(text.slice(from, at).replaceAll(condition, ' ')) ||
    denialAfter.test(text.slice(at, to).replaceAll(condition, ' '))
  )
}
