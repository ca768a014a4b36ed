import type { Article } from '../../../platform/content/articles.ts'
import type { Blog } from '../../../platform/content/site-copy.ts'

type ArticleMetaProps = { article: Article; copy: Blog; withUpdate?: boolean }

export function ArticleMeta({ article, copy, withUpdate }: ArticleMetaProps) {
  const { date, dateLabel, updated, updatedLabel, minutes, unpublished } = article
  return (
    <ul className="dots">
      {unpublished && (
        <li>
          <mark>{`${unpublished}: not listed anywhere yet`}</mark>
        </li>
      )}
      <li>
        <time dateTime={date}>{dateLabel}</time>
      </li>
      <li>
        {minutes} {copy.readTime}
      </li>
      {withUpdate && updated && (
        <li>
          {copy.updated} <time dateTime={updated}>{updatedLabel}</time>
        </li>
      )}
    </ul>
  )
}
