import type { ShareDrawing } from '../../build/share-picture/share-picture.ts'
import { type Article, sharePath } from '../../content/articles.ts'
import { firstOf, type Home } from '../../content/home/home.ts'
import { siteContent } from '../../content/site-content.ts'
import { siteTexts } from '../../content/site-texts.ts'
import type { Blog } from '../../content/site-words.ts'
import type { Studio } from '../../content/studio.ts'
import { articleKite } from '../../features/articles/article-kite.ts'
import { heroKite } from '../_home/hero/hero-kite.ts'

export function shareDrawings(): ReadonlyMap<string, ShareDrawing> {
  const { studio, home, blog } = siteContent()
  const articles = siteTexts().articles.map(
    (article) => [sharePath(article.path), articleDrawing(article, studio, blog)] as const,
  )
  return new Map([['/share.png', studioDrawing(studio, home)], ...articles])
}

function studioDrawing({ name, tagline }: Studio, { sections }: Home): ShareDrawing {
  const hill = 'M-834 549C-540 510-320 540-88 553S226 510 343 516'
  const { thread, ...kite } = heroKite
  return {
    name,
    headline: firstOf(sections, 'hero')?.words.headline ?? tagline,
    remark: tagline,
    kite: { ...kite, thread: thread.replace('V2000', 'V578') },
    hill,
    place: { x: 850, y: 40, scale: 1.02 },
  }
}

function articleDrawing(article: Article, { name }: Studio, { readTime }: Blog): ShareDrawing {
  const kite = articleKite(article, { at: [222, 90], size: 156, wind: 1 })
  return {
    name,
    headline: article.title,
    remark: `${article.minutes} ${readTime}`,
    kite: { ...kite, thread: 'M222 90C230 190 120 200 96 300' },
    hill: 'M-286 274C-140 252 20 284 140 274S330 266 400 272',
    place: { x: 500, y: 105, scale: 1.75 },
  }
}
