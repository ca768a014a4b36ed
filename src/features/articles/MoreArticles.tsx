import './MoreArticles.css'
import type { Article } from '../../content/articles.ts'
import type { Blog } from '../../content/blog.ts'
import type { Neighbours } from './neighbours.ts'

/** Where to read on: what belongs to it, and what came before and after. */
export function MoreArticles({ related, earlier, later, words }: Neighbours & { words: Blog }) {
  return (
    <>
      {related.length > 0 && (
        <nav aria-labelledby="related">
          <h2 id="related" className="serif large">
            {words.related}
          </h2>
          <ul className="ruled">
            {related.map(({ slug, path, title }) => (
              <li key={slug}>
                <a className="link" href={path}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      {(earlier ?? later) && (
        <nav className="neighbours" aria-label={words.name}>
          {earlier && <Neighbour label={words.previous} article={earlier} rel="prev" />}
          {later && <Neighbour label={words.next} article={later} rel="next" />}
        </nav>
      )}
    </>
  )
}

function Neighbour({ label, article, rel }: { label: string; article: Article; rel: 'prev' | 'next' }) {
  return (
    <a href={article.path} rel={rel}>
      <span className="remark">{label}</span>
      <br />
      {article.title}
    </a>
  )
}
