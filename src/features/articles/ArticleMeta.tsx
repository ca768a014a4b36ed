import type { Article } from '../../content/articles.ts'
import type { Blog } from '../../content/blog.ts'
import { longDay } from '../../lib/day.ts'

type ArticleMetaProps = { article: Article; words: Blog; withUpdate?: boolean }

/** When it was written, and how long it takes to read. */
export function ArticleMeta({ article: { date, updated, minutes }, words, withUpdate = false }: ArticleMetaProps) {
  return (
    <p className="article-meta">
      <time dateTime={date}>{longDay(date)}</time> · {minutes} {words.readTime}
      {withUpdate && updated && (
        <>
          {' '}
          · {words.updated} <time dateTime={updated}>{longDay(updated)}</time>
        </>
      )}
    </p>
  )
}
