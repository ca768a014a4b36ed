import type { Drawings } from '../../../../platform/content/drawings.ts'
import type { HomeSection } from '../../../../platform/content/home/home.ts'
import noDrawings from './no-drawings.css?inline'
import photos from './photos.css?inline'

/** Inlines only the optional styles that the home page's content needs. */
export function optionalStyles(sections: readonly HomeSection[], drawings: Drawings): string {
  return [
    sections.some((section) => lacksDrawing(section, drawings)) ? noDrawings : '',
    sections.some(hasPhotos) ? photos : '',
  ].join('')
}

function hasPhotos(section: HomeSection): boolean {
  if (section.kind === 'clients') return section.words.items.some(({ picture }) => picture)
  return (section.kind === 'hero' || section.kind === 'founder') && section.words.photo !== undefined
}

function lacksDrawing({ kind, words }: HomeSection, drawings: Drawings): boolean {
  if (kind === 'hero')
    return words.photo !== undefined || drawings['hero-scene'] === undefined || words.badges.length === 0
  return kind === 'process' && words.items.some(({ icon }) => icon === undefined)
}
