import { type Frame, readFrame } from './frame.ts'
import { type Home, readHome } from './home.ts'
import { type Newsletter, readNewsletter } from './newsletter.ts'
import { type Offers, readOffers } from './offers.ts'
import { readStudio, type Studio } from './studio.ts'

export type SiteContent = { studio: Studio; offers: Offers; home: Home; frame: Frame; newsletter: Newsletter }

let kept: SiteContent | undefined

/**
 * Everything that the pages say, checked: read once, since a page that is rendered on demand must not wait for it, and
 * anew at every request of `npm run dev`. @throws ContentError
 */
export function siteContent(): SiteContent {
  if (kept === undefined || import.meta.env?.DEV) kept = readSiteContent()
  return kept
}

function readSiteContent(): SiteContent {
  const offers = readOffers()
  const studio = readStudio()
  const newsletter = readNewsletter(offers, studio)
  return { studio, offers, home: readHome(offers), frame: readFrame(), newsletter }
}
