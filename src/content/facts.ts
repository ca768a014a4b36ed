import { type Offers, readOffers } from './offers.ts'
import { readStudio, type Studio } from './studio.ts'

/** What texts name in braces: the offers, and the studio itself. */
export type Facts = Offers & { studio: Studio }

export function readFacts(): Facts {
  return { ...readOffers(), studio: readStudio() }
}
