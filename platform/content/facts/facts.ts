import { readAll, requireExtensions, tryRead } from '../read-content.ts'
import { readWords } from '../site-words.ts'
import { readStudio, type Studio } from '../studio.ts'
import { type Offers, readOffers } from './offers.ts'

/** Everything that texts can name in braces: the offers and the studio. Dates and numbers are formatted in `lang`. */
export type Facts = Offers & { studio: Studio; lang: string }

export function readFacts(): Facts {
  const { offers, studio } = readAll({ files: requireExtensions, offers: readOffers, studio: readStudio })
  // Mistakes in words.yaml itself are reported when it's read.
  return { ...offers, studio, lang: tryRead(readWords)?.lang ?? 'en' }
}
