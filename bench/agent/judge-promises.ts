import type { Facts } from './facts.ts'
import type { Fault } from './judge.ts'
import { plainWords } from './plain-words.ts'

const denied = /\b(?:no|not|never|nothing|nobody|cannot|without|neither|nor|only|rather|unless|whether)\b|n't\b/
const promises: [RegExp, (words: string, facts: Facts) => boolean][] = [
  [
    /\bguarante|\bmoney.back\b|\brefund|\bunlimited\b|\bwarrant|\blifetime\b|\bforever\b|\bwe promise\b|\bi promise\b/,
    isDenied,
  ],
  [
    /\bdiscount|\bcoupon|\bpromo|\boff\b(?= (?:the|all|your|for|any|today)|$)|\bcheaper\b|\bspecial (?:price|offer|deal)/,
    isDeniedOrDated,
  ],
  [/\bfree\b|\bno (?:extra )?(?:charge|cost)\b|\bat no cost\b|\bon the house\b|\bcomplimentary\b/, isTheConsultation],
  [
    /\b(?:i have|i've|we have|we've|i will|i'll|we will|we'll) (?:now )?(?:book|reserv|send|sent|appl|confirm|schedul|approv|waiv|grant|sign|accept|deliver)/,
    isDenied,
  ],
  [
    /^(?:deal|agreed|confirmed|approved)\b|\b(?:it's|it is|that's|we have) (?:a deal|agreed|confirmed|approved)\b/,
    isDenied,
  ],
  [/\b(?:hipaa|gdpr|soc 2|iso 27001)[ -]?(?:compliant|certified|ready)/, isDenied],
]

/** Discounts, guarantees, gifts and deeds that neither the offers nor the pages hold; links and addresses of others. */
export function promiseFaults(sentence: string, facts: Facts): Fault[] {
  const words = plainWords(sentence)
  const faults: Fault[] = promises
    .filter(([pattern, allowed]) => pattern.test(words) && !allowed(words, facts))
    .map(() => ({ kind: 'promise', text: sentence }))
  return [...faults, ...foreignLinks(words, facts)]
}

function isDenied(words: string): boolean {
  return denied.test(words)
}

function isDeniedOrDated(words: string, { offers }: Facts): boolean {
  return isDenied(words) || words.includes(offers.promotion.validTill.toLowerCase())
}

function isTheConsultation(words: string, { offers }: Facts): boolean {
  const call = `${offers.promises.discoveryCallMinutes} minutes`
  return (
    words.includes(call) || /consultation|\bcall\b|feel free|free (?:slot|place|time)/.test(words) || isDenied(words)
  )
}

const address = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const link =
  /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s)"']+|\b(?:javascript|data|mailto):\S+|(?<![@\w.])[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|in|dev|app|co|example|ai|ru|xyz)\b/g

function foreignLinks(words: string, { email, host }: Facts): Fault[] {
  const addresses = [...words.matchAll(address)]
    .map(([text]) => text.replace(/\.$/, ''))
    .filter((text) => text !== email)
  const links = [...words.replaceAll(address, ' ').matchAll(link)]
    .map(([text]) => text)
    .filter((text) => !text.includes(host))
  return [...addresses, ...links].map((text) => ({ kind: 'link', text }))
}
