import './ArticleEnd.css'
import type { ReactNode } from 'react'
import type { Article } from '../../content/articles.ts'
import type { Blog } from '../../content/site-words.ts'
import type { Studio } from '../../content/studio.ts'

type ArticleEndProps = { article: Article; articles: readonly Article[]; words: Blog; studio: Studio }

export function ArticleEnd({ article, articles, words, studio: { email, founder } }: ArticleEndProps) {
  const { related, earlier, later } = neighboursOf(article, articles)
  const { callToAction, author, topics } = words
  return (
    <>
      <CallToAction words={callToAction} />
      <Row heading={callToAction.byMail}>
        <ul className="end-links">
          {callToAction.mails.map(({ text, subject }) => (
            <li key={subject}>
              <EndLink to={`mailto:${email}?subject=${encodeURIComponent(subject)}`} text={text} />
            </li>
          ))}
        </ul>
      </Row>
      <Row as="section" id="author" heading={author.heading}>
        <div>
          <p className="serif">{founder.name ?? author.anonymous}</p>
          <p>{author.text}</p>
        </div>
      </Row>
      <Row heading={topics}>
        <ul className="end-links" aria-label={topics}>
          {article.tags.map((tag) => (
            <li key={tag}>
              <EndLink to={`/search?q=${encodeURIComponent(tag)}`} text={`#${tag}`} />
            </li>
          ))}
        </ul>
      </Row>
      {related.length > 0 && (
        <Row as="nav" id="related" heading={words.related}>
          <ul>
            {related.map(({ slug, path, title }) => (
              <li key={slug}>
                <EndLink to={path} text={title} />
              </li>
            ))}
          </ul>
        </Row>
      )}
      {(earlier ?? later) && (
        <nav className="neighbours" aria-label={words.name}>
          {earlier && (
            <Row heading={words.previous}>
              <EndLink to={earlier.path} text={earlier.title} rel="prev" />
            </Row>
          )}
          {later && (
            <Row heading={words.next}>
              <EndLink to={later.path} text={later.title} rel="next" />
            </Row>
          )}
        </nav>
      )}
    </>
  )
}

/** Articles that it names (drafts stay out), and the two beside it in time; `articles` are newest first. */
export function neighboursOf({ slug, related }: Article, articles: readonly Article[]) {
  const at = articles.findIndex((each) => each.slug === slug)
  return {
    related: related.flatMap((name) => articles.find((each) => each.slug === name) ?? []),
    earlier: articles[at + 1],
    later: articles[at - 1],
  }
}

type RowProps = { as?: 'div' | 'nav' | 'section'; id?: string; heading: string; children: ReactNode }

function Row({ as: Tag = 'div', id, heading, children }: RowProps) {
  return (
    <Tag className="end-row" aria-labelledby={id}>
      {id ? (
        <h2 id={id} className="remark">
          {heading}
        </h2>
      ) : (
        <span className="remark">{heading}</span>
      )}
      {children}
    </Tag>
  )
}

function EndLink({ to, text, rel }: { to: string; text: string; rel?: 'prev' | 'next' }) {
  return (
    <a className="link" href={to} rel={rel}>
      {text}
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
