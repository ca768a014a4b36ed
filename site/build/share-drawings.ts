import { sharePath } from '../../platform/content/articles.ts'
import { firstOf } from '../../platform/content/home/home.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { siteTexts } from '../../platform/content/site-texts.ts'
import type { ShareDrawings } from './theme/share-picture.ts'

export function shareDrawings(): ShareDrawings {
  const { studio, theme, drawings, home, blog } = siteContent()
  const { name, tagline } = studio
  const { mark, hero } = drawings
  const headline = firstOf(home.sections, 'hero')?.words.headline ?? tagline
  const articles = siteTexts().articles.map(({ path, title, minutes, drawing }) => {
    const picture = { name, headline: title, remark: `${minutes} ${blog.readTime}`, mark, drawing: drawing.page }
    return [sharePath(path), picture] as const
  })
  return {
    theme,
    pictures: new Map([['/share.png', { name, headline, remark: tagline, mark, drawing: hero }], ...articles]),
  }
}
