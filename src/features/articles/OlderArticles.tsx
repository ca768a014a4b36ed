import type { Article } from '../../content/articles.ts'
import type { Blog } from '../../content/site-words.ts'
import { longDay } from '../../lib/text/time-text.ts'

type OlderArticlesProps = { articles: readonly Article[]; words: Blog }

/** Those that have no card any more, a line each. */
export function OlderArticles({ articles, words }: OlderArticlesProps) {
  if (articles.length === 0) return null
  return (
    <section aria-labelledby="older">
      <h2 id="older" className="serif large">
        {words.older}
      </h2>
      <ul className="ruled">
        {articles.map(({ slug, path, title, date }) => (
          <li key={slug}>
            <a className="link" href={path}>
              {title}
            </a>{' '}
            · <time dateTime={date}>{longDay(date)}</time>
          </li>
        ))}
      </ul>
    </section>
  )
}
