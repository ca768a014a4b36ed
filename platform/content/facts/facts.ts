import { readAll, tryRead } from '../files/content-error.ts'
import { requireExtensions } from '../files/content-files.ts'
import { readStudio, type Studio } from '../studio.ts'
import { readWords } from '../words.ts'
import { type Offers, readOffers } from './offers.ts'

/** The values content can name in braces: offers.yaml, the studio, and the language for formatting dates and numbers. */
export type Facts = Offers & { studio: Studio; lang: string }

/** @throws ContentError */
export function readFacts(): Facts {
  const { offers, studio } = readAll({ files: requireExtensions, offers: readOffers, studio: readStudio })
  // If words.yaml is invalid, readSiteContent reports it.
  return { ...offers, studio, lang: tryRead(readWords)?.lang ?? 'en' }
}
