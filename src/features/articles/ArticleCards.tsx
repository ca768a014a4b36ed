import './ArticleCards.css'
import type { ReactNode } from 'react'
import type { Article } from '../../content/articles.ts'
import type { Blog } from '../../content/site-words.ts'
import { longDay } from '../../lib/text/time-text.ts'
import { Headline } from '../../ui/Headline.tsx'
import { FlownKite } from '../../ui/kite/FlownKite.tsx'
import { ArticleMeta } from './ArticleMeta.tsx'
import { articlePicture } from './article-kite.ts'

type ArticleCardsProps = {
  articles: readonly Article[]
  words: Blog
  children?: ReactNode
}

export function ArticleCards({ articles, words, children }: ArticleCardsProps) {
  return (
    <div className="cards">
      {articles.map((article, i) => (
        <article key={article.slug} className="card">
          <ArticlePicture article={article} isWide={i === 0} />
          <div className="remark">
            <ArticleMeta article={article} words={words} />
          </div>
          <h2 className="serif large">
            <Headline text={article.title} />
          </h2>
          <p>{article.description}</p>
          <a className="card-link link" href={article.path}>
            {words.readMore}
            <span className="visually-hidden">: {article.title}</span>
          </a>
        </article>
      ))}
      {children}
    </div>
  )
}

/** Decoration: it says nothing that the title does not say. */
function ArticlePicture({ article, isWide }: { article: Article; isWide: boolean }) {
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

export function OlderArticles({ articles, words }: Omit<ArticleCardsProps, 'children'>) {
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
