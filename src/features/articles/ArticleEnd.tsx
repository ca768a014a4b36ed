import './ArticleEnd.css'
import type { Article } from '../../content/articles.ts'
import type { Blog } from '../../content/site-words.ts'
import type { Studio } from '../../content/studio.ts'
import type { Neighbours } from './neighbours.ts'

type ArticleEndProps = { article: Article; neighbours: Neighbours; words: Blog; studio: Studio }

export function ArticleEnd({ article: { tags }, neighbours, words, studio }: ArticleEndProps) {
  const { related, earlier, later } = neighbours
  return (
    <>
      <CallToAction words={words.callToAction} />
      <div className="end-row">
        <span className="remark">{words.callToAction.byMail}</span>
        <ul className="end-links">
          {words.callToAction.mails.map(({ text, subject }) => (
            <li key={subject}>
              <a className="link" href={`mailto:${studio.email}?subject=${encodeURIComponent(subject)}`}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
      <section className="end-row" aria-labelledby="author">
        <h2 id="author" className="remark">
          {words.author.heading}
        </h2>
        <div>
          <p className="serif">{studio.founder.name ?? words.author.anonymous}</p>
          <p>{words.author.text}</p>
        </div>
      </section>
      <div className="end-row">
        <span className="remark">{words.topics}</span>
        {/* Each leads to what else the site says of it. */}
        <ul className="end-links" aria-label={words.topics}>
          {tags.map((tag) => (
            <li key={tag}>
              <a className="link" href={`/search?q=${encodeURIComponent(tag)}`}>
                #{tag}
              </a>
            </li>
          ))}
        </ul>
      </div>
      {related.length > 0 && (
        <nav className="end-row" aria-labelledby="related">
          <h2 id="related" className="remark">
            {words.related}
          </h2>
          <ul>
            {related.map((each) => (
              <li key={each.slug}>
                <Leaf article={each} />
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

type NeighbourProps = { label: string; article: Article; rel: 'prev' | 'next' }

function Neighbour({ label, article, rel }: NeighbourProps) {
  return (
    <div className="end-row">
      <span className="remark">{label}</span>
      <Leaf article={article} rel={rel} />
    </div>
  )
}

function Leaf({ article: { path, title }, rel }: { article: Article; rel?: 'prev' | 'next' }) {
  return (
    <a className="link" href={path} rel={rel}>
      {title}
    </a>
  )
}

function CallToAction({ words }: { words: Blog['callToAction'] }) {
  return (
    <section className="call" aria-labelledby="call">
      <h2 id="call" className="serif large">
        {words.heading}
      </h2>
      <p>{words.text}</p>
      <p>
        <a className="button" href="/contact">
          {words.form}
        </a>
      </p>
    </section>
  )
}
