import type { HomeSection } from '../../../content/home/home.ts'
import { threadThrough } from '../thread.ts'
import otherOrders from './other-orders.css?inline'
import photos from './photos.css?inline'
import severalTags from './several-tags.css?inline'

/** Of what not every landing page has: a page carries the styles of its own content alone. */
export function optionalStyles(sections: readonly HomeSection[]): string {
  const isPlain = threadThrough(sections).every(({ side, crosses }, i) => {
    const kind = sections[i]?.kind
    return !crosses && (kind !== 'pricing' || side === 'right')
  })
  return [
    isPlain ? '' : otherOrders,
    sections.some(hasPhotos) ? photos : '',
    sections.some(({ kind, words }) => kind === 'pricing' && words.offers.length > 1) ? severalTags : '',
  ].join('')
}

function hasPhotos(section: HomeSection): boolean {
  if (section.kind === 'clients') return section.words.items.some(({ picture }) => picture)
  return (section.kind === 'hero' || section.kind === 'founder') && section.words.photo !== undefined
}
