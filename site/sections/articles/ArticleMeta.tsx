import type { Article } from '../../../platform/content/articles.ts'
import type { Blog } from '../../../platform/content/site-words.ts'

export function ArticleMeta({ article, words, withUpdate }: { article: Article; words: Blog; withUpdate?: boolean }) {
  const { date, updated, written, minutes, unpublished } = article
  return (
    <ul className="dots">
      {unpublished && (
        <li>
          <mark>{`${unpublished}: not listed anywhere yet`}</mark>
        </li>
      )}
      <li>
        <time dateTime={date}>{written.date}</time>
      </li>
      <li>
        {minutes} {words.readTime}
      </li>
      {withUpdate && updated && (
        <li>
          {words.updated} <time dateTime={updated}>{written.updated}</time>
        </li>
      )}
    </ul>
  )
}
