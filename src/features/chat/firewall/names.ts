import { foldText } from './fold-text.ts'

/** Everybody's words that happen to be written with a capital. */
const common = new Set(
  'i ai saas mvp mvps api apis ui ux pwa pwas crm erp pdf csv html css sql url urls faq b2b b2c ceo cto usd inr us usa uk eu q1 q2 q3 q4 monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december mondays tuesdays wednesdays thursdays fridays english hindi indian american america europe european gst vat sms ok okay ios android iphone chrome safari firefox windows mac linux excel google stripe razorpay paypal whatsapp slack github internet web app apps product features scope budget timeline'.split(
    ' ',
  ),
)
const named = /(?<=[\p{L}\p{N},;:)%'"’”–—-] ["'“‘(]?)\p{Lu}[\p{L}\p{N}&.+’'-]*/gu
const ofOurs =
  /\b(?:i'm|i am|my name|we|we've|we're|our|ours|us|i've|studio|kitewright|founder|founder's|he|she|his|her|clients?|customers?|packages?|plans?|tiers?|choose|offices?|team|located|based|stored|hosted|servers?|data)\b/
const denied = /\b(?:no|not|never|cannot|nobody|neither|nor|rather|instead|whether|if|unless)\b|n't\b/
/** These may be named as what many have, never as those who vouch for the studio. */
const vouching =
  /\b(?:clients?|customers?|worked (?:with|for|at)|working with|partner\w*|featured|backed|investors?|funded|trusted by|trust us|certified|endorsed|recommended by|awarded?|built (?:\w+ ){0,6}for|ex-|former|(?:founder|he|she|developer) (?:\w+ )?(?:built|worked|was|led|studied|has|comes|ran|managed|co-founded))\b/
const tier =
  /(?<=[\p{L},] )(\p{Lu}[\p{L}\p{N}-]*)(?: (?:and|or) (?:\p{Lu}[\p{L}\p{N}-]*))? (?:package|plan|tier|edition|bundle|option)s?\b/giu

export type NameCheck = (sentence: string, folded: string, visitor: readonly string[]) => boolean

/**
 * Finds names that the studio is said to have something to do with, and that neither the site nor the visitor names:
 * clients, people, places, packages that somebody made up.
 * @param texts the site's own
 */
export function createNameCheck(texts: readonly string[], packages: readonly string[]): NameCheck {
  const known = new Set(texts.flatMap(wordsOf))
  const packageWords = new Set([...packages.flatMap(wordsOf), 'mvp', 'saas', 'package', 'packages', 'custom'])
  return (sentence, folded, visitor) => {
    if (!ofOurs.test(folded) || /\?["'”’)]*$/.test(sentence) || denied.test(folded)) return false
    const own = new Set(visitor.flatMap(wordsOf))
    const vouches = vouching.test(folded)
    const isKnown = (word: string) => known.has(word) || own.has(word) || (common.has(word) && !vouches)
    const names = (sentence.match(named) ?? []).flatMap(wordsOf)
    const isInvented = names.some((word) => word.length > 1 && !isKnown(word))
    const tiers = [...sentence.matchAll(tier)].map((match) => match[1] ?? '').filter((word) => /^\p{Lu}/u.test(word))
    return isInvented || tiers.some((word) => !wordsOf(word).every((part) => packageWords.has(part)))
  }
}

function wordsOf(text: string): string[] {
  return (
    foldText(text)
      .replaceAll(/'(?:s|ll|ve|re|d|m)\b/g, '')
      .match(/[a-z\d][a-z\d.+]*[a-z\d+]|[a-z]/g) ?? []
  )
}
