import type { Article } from '../../content/articles.ts'
import { type Flight, type FlyingKite, flyingKite } from '../../ui/kite/flying-kite.ts'

type Drawn = Pick<Article, 'slug' | 'scene' | 'prose'>

/** Its fold follows from the slug, and a longer text has more bows. */
export function articleKite({ slug, prose }: Pick<Drawn, 'slug' | 'prose'>, flight: Flight): FlyingKite {
  const parts = prose.headings.filter(({ level }) => level === 2).length
  return flyingKite(slug, Math.min(6, Math.max(4, Math.round(parts / 2))), flight)
}

export function articlePicture(article: Drawn) {
  const { kite: at, tie, size, ...scene } = article.scene
  const [[x, y], [toX, toY]] = [at, tie]
  const sag = [x + (toX - x) * 0.12, y + (toY - y) * 0.7, toX + (x - toX) * 0.45, toY + 6].map(Math.round)
  return {
    ...scene,
    kite: articleKite(article, { at, size, wind: x > toX ? 1 : -1 }),
    line: `M${at}C${sag.join(' ')} ${tie}`,
  }
}
