import './ArticlePicture.css'
import type { Article } from '../../content/articles.ts'
import { FlownKite } from '../../ui/kite/FlownKite.tsx'
import { articlePicture } from './article-kite.ts'

/** An article's picture on its card. It says nothing that the title does not say, so that nobody has to hear it. */
export function ArticlePicture({ article, isWide }: { article: Article; isWide: boolean }) {
  const { kite, line, ground, object, shade } = articlePicture(article)
  return (
    <svg className="article-picture" viewBox={isWide ? '-50 14 500 286' : '0 0 400 300'} aria-hidden="true">
      <path d={ground} />
      <path className="hatched" d={`${ground}V400H-290Z`} />
      <path className="article-object" d={object} />
      <path className="dense" d={shade} />
      <FlownKite kite={kite} line={line} />
    </svg>
  )
}
