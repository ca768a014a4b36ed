import type { Picture } from '../../content/pictures.ts'
import { siteContent } from '../../content/site-content.ts'
import { siteTexts } from '../../content/site-texts.ts'

/** Of articles, pages and the landing page. */
export function shownPictures(): Picture[] {
  const { articles, previews, pages } = siteTexts()
  const ofTexts = [...articles, ...previews, ...pages].flatMap(({ pictures }) => [...pictures.values()])
  const ofHome = siteContent().home.sections.flatMap((section): (Picture | undefined)[] => {
    if (section.kind === 'clients') return section.words.items.map(({ picture }) => picture)
    if (section.kind === 'founder' || section.kind === 'hero') return [section.words.photo?.picture]
    return []
  })
  return [...ofTexts, ...ofHome.filter((picture) => picture !== undefined)]
}
