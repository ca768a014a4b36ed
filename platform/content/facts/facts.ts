import { readAll, tryRead } from '../read-content.ts'
import { readWords } from '../site-words.ts'
import { readStudio, type Studio } from '../studio.ts'
import { type Offers, readOffers } from './offers.ts'

/** Texts name these in braces: offers and the studio. Dates and numbers are written in `lang`. */
export type Facts = Offers & { studio: Studio; lang: string }

export function readFacts(): Facts {
  const { offers, studio } = readAll({ offers: readOffers, studio: readStudio })
  // Mistakes in words.yaml are reported where it is read.
  return { ...offers, studio, lang: tryRead(readWords)?.lang ?? 'en' }
}
