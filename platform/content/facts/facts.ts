import { readAll, tryRead } from '../read-content.ts'
import { readWords } from '../site-words.ts'
import { readStudio, type Studio } from '../studio.ts'
import { type Offers, readOffers } from './offers.ts'

/** What texts name in braces: the offers, and the studio itself. Dates and numbers among them are written in `lang`. */
export type Facts = Offers & { studio: Studio; lang: string }

export function readFacts(): Facts {
  const { offers, studio } = readAll({ offers: readOffers, studio: readStudio })
  // What is wrong with the words themselves is told where they are read.
  return { ...offers, studio, lang: tryRead(readWords)?.lang ?? 'en' }
}
