import './ArticleCards.css'
import type { ReactNode } from 'react'
import type { Article } from '../../content/articles.ts'
import type { Blog } from '../../content/site-words.ts'
import { Headline } from '../../ui/Headline.tsx'
import { ArticleMeta } from './ArticleMeta.tsx'
import { ArticlePicture } from './ArticlePicture.tsx'

type ArticleCardsProps = {
  articles: readonly Article[]
  words: Blog
  /** Fills the place behind the last card. */
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
