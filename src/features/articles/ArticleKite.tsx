import './ArticleKite.css'
import type { Article } from '../../content/articles.ts'
import { FoldedKite } from '../../ui/FoldedKite.tsx'
import { articleKite, kiteBox } from './article-kite.ts'

type ArticleKiteProps = { article: Article; className?: string }

/** An article's picture. It says nothing that the title does not say, so that nobody has to hear it. */
export function ArticleKite({ article, className = '' }: ArticleKiteProps) {
  const { fold, tail, bows, thread, hill } = articleKite(article)
  return (
    <svg
      className={`article-kite ${className}`.trimEnd()}
      viewBox={`0 0 ${kiteBox.width} ${kiteBox.height}`}
      aria-hidden="true"
    >
      <path d={hill} />
      <path className="hatched" d={`${hill}V300H0Z`} />
      <path className="thread" d={thread} />
      <path d={tail} />
      <path className="facet-1" d={bows} />
      <FoldedKite fold={fold} />
    </svg>
  )
}
