import type { Drawings } from '../../../../platform/content/drawings.ts'
import type { HomeSection } from '../../../../platform/content/home/home.ts'
import { threadThrough } from '../../../ui/Thread.tsx'
import noDrawings from './no-drawings.css?inline'
import otherOrders from './other-orders.css?inline'
import photos from './photos.css?inline'
import severalTags from './several-tags.css?inline'

/** Of what not every landing page has: a page carries the styles of its own content alone. */
export function optionalStyles(sections: readonly HomeSection[], drawings: Drawings): string {
  const isUsualOrder = threadThrough(sections).every(({ side, crosses }, i) => {
    const kind = sections[i]?.kind
    return !crosses && (kind !== 'pricing' || side === 'right')
  })
  return [
    isUsualOrder ? '' : otherOrders,
    sections.some((section) => isPlain(section, drawings)) ? noDrawings : '',
    sections.some(hasPhotos) ? photos : '',
    sections.some(({ kind, words }) => kind === 'pricing' && words.offers.length > 1) ? severalTags : '',
  ].join('')
}

function hasPhotos(section: HomeSection): boolean {
  if (section.kind === 'clients') return section.words.items.some(({ picture }) => picture)
  return (section.kind === 'hero' || section.kind === 'founder') && section.words.photo !== undefined
}

function isPlain({ kind, words }: HomeSection, drawings: Drawings): boolean {
  if (kind === 'hero')
    return words.photo !== undefined || drawings['hero-scene'] === undefined || words.badges.length === 0
  return kind === 'process' && words.items.some(({ icon }) => icon === undefined)
}
