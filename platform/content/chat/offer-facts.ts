import { ContentError } from '../files/content-error.ts'
import type { Entry, Fact } from './answers.ts'
import type { Offer, Talk } from './talk.ts'

/**
 * A reply can combine sentences from multiple answers. So if a sentence about an offer has a figure or lists what's
 * included, it must name an offer or lean on a sentence that does. “It comes with 30 days” could follow any price.
 * @throws ContentError
 */
export function checkOfferFacts(entries: readonly Entry[], { offers }: Pick<Talk, 'offers'>): void {
  const problems = entries.flatMap(({ id, facts, afterwards }) => {
    const own = offers.filter(({ answers }) => Object.values(answers).includes(id))
    if (own.length === 0) return []
    // An aside, such as “support”, is often mentioned with other offers, so its name only works in its own answers.
    const names = offers.filter((offer) => own.includes(offer) || !offer.isAside).flatMap(namesOf)
    const unnamed = [facts, afterwards?.facts ?? []].flatMap((list) => unnamedFacts(list, names))
    const rule = `must name ${own.map(({ name }) => name).join(' or ')}, or lean on a sentence that does`
    return unnamed.map((fact) => `content/agent/answers: ${fact.id} ${rule}: ${fact.text}`)
  })
  if (problems.length > 0) throw new ContentError(...problems)
}

const inclusion = /\b(?:has|have|includes?|included|contains?|comes? with)\b/i

function unnamedFacts(facts: readonly Fact[], names: readonly string[]): Fact[] {
  const isNamed = facts.map(({ text }) => names.some((name) => plain(text).includes(name)))
  return facts.filter(({ text, leans }, i) => {
    const support = leans ? facts.findLastIndex((fact, n) => n < i && !fact.leans) : i
    return (inclusion.test(text) || hasFigure(text)) && !isNamed.slice(support, i + 1).includes(true)
  })
}

/** Whether text has digits outside email addresses and URLs. */
function hasFigure(text: string): boolean {
  return text.split(/\s+/).some((word) => /\d/.test(word) && !/[@/]/.test(word))
}

function namesOf({ name, words }: Offer): string[] {
  return [name, ...words].map(plain)
}

/** Lowercases text and puts a space before and after each word. */
function plain(text: string): string {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return ` ${words.join(' ')} `
}
