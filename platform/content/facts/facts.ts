import { readAll, tryRead } from '../files/content-error.ts'
import { requireExtensions } from '../files/content-files.ts'
import { readStudio, type Studio } from '../studio.ts'
import { readWords } from '../words.ts'
import { type Offers, readOffers } from './offers.ts'

/** Everything content can name in braces: the offers and the studio. Dates and numbers are formatted in `lang`. */
export type Facts = Offers & { studio: Studio; lang: string }

export function readFacts(): Facts {
  const { offers, studio } = readAll({ files: requireExtensions, offers: readOffers, studio: readStudio })
  // Invalid words.yaml is reported when the site's content is read.
  return { ...offers, studio, lang: tryRead(readWords)?.lang ?? 'en' }
}
