import type { Offer } from '../../../platform/content/chat/talk.ts'
import type { Answers } from '../answers.ts'
import { tokenize } from './model.ts'
import { largestOffer, middleOffer, otherOffers, smallestOffer, wholeFamily } from './words.ts'

/** Finds the offer in text. If there's more than one, the longest name wins. */
export function offerIn(text: string, { talk }: Answers): Offer | undefined {
  const tokens = ` ${tokenize(text).join(' ')} `
  let longest: { length: number; offer: Offer | undefined } = { length: 0, offer: undefined }
  for (const offer of talk.offers) {
    for (const name of offer.words) {
      const words = ` ${tokenize(name).join(' ')} `
      if (words.length > longest.length && tokens.includes(words)) longest = { length: words.length, offer }
    }
  }
  return longest.offer
}

/** Resolves references like “the other one” or “the small one” within the family of the last mentioned offer. */
export function referredOffer(
  words: readonly string[],
  { offer }: { offer: Offer | undefined },
  { talk }: Answers,
): Offer | undefined {
  if (offer === undefined || !words.some(isOfferReference)) return undefined
  const family = talk.offers.find(
    ({ id, members }) => members.includes(offer.id) || (id === offer.id && members.length > 0),
  )
  if (family === undefined) return undefined
  const members = family.members
    .map((id) => talk.offers.find((each) => each.id === id))
    .filter((each) => each !== undefined)
  const refersTo = (references: ReadonlySet<string>) => words.some((word) => references.has(word))
  if (refersTo(wholeFamily)) return family
  if (refersTo(smallestOffer)) return members[0]
  if (refersTo(middleOffer)) return members[1]
  if (refersTo(largestOffer)) return members.at(-1)
  const others = members.filter(({ id }) => id !== offer.id)
  return others.length === 1 ? others[0] : family
}

export function isOfferReference(word: string): boolean {
  return [smallestOffer, largestOffer, middleOffer, wholeFamily, otherOffers].some((words) => words.has(word))
}
