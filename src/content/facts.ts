import { type Offers, readOffers } from './offers.ts'
import { readStudio, type Studio } from './studio.ts'
import { readWords } from './words.ts'

/** What texts name in braces: the offers, and the studio itself. Dates and numbers among them are written in `lang`. */
export type Facts = Offers & { studio: Studio; lang: string }

export function readFacts(): Facts {
  return { ...readOffers(), studio: readStudio(), lang: readWords().lang }
}
