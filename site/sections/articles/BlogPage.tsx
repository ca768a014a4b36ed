import './BlogPage.css'
import type { ReactNode } from 'react'
import type { Article } from '../../../platform/content/articles.ts'
import type { SiteContent } from '../../../platform/content/site-content.ts'
import { type Blog, maxArticleCards } from '../../../platform/content/site-copy.ts'
import { Drawing } from '../../ui/Drawing.tsx'
import { Headline } from '../../ui/Headline.tsx'
import { Link } from '../../ui/Link.tsx'
import { NewsletterForm } from '../newsletter/NewsletterForm.tsx'
import { SearchForm } from '../search/SearchForm.tsx'
import { ArticleMeta } from './ArticleMeta.tsx'

type BlogPageProps = {
  content: Pick<SiteContent, 'blog' | 'search' | 'newsletter' | 'words'>
  articles: readonly Article[]
  island?: string
}

export function BlogPage({ content: { blog, search, newsletter, words }, articles, island }: BlogPageProps) {
  return (
    <div className="list-page">
      <header>
        <div>
          <p className="remark">{blog.remark}</p>
          <h1 className="display">{blog.heading}</h1>
        </div>
        <SearchForm copy={search} label={blog.search.label} />
      </header>
      <ArticleCards articles={articles.slice(0, maxArticleCards)} copy={blog}>
        <NewsletterForm
          id="newsletter-blog"
          copy={newsletter.form}
          texts={words.form}
          heading={blog.newsletter}
          island={island}
        />
      </ArticleCards>
      <OlderArticles articles={articles.slice(maxArticleCards)} copy={blog} />
    </div>
  )
}

type ArticleCardsProps = { articles: readonly Article[]; copy: Blog; children?: ReactNode }

function ArticleCards({ articles, copy, children }: ArticleCardsProps) {
  return (
    <div className="cards">
      {articles.map((article, i) => (
        <article key={article.slug} className="card">
          <ArticlePicture article={article} isWide={i === 0} />
          <div className="remark">
            <ArticleMeta article={article} copy={copy} />
          </div>
          <h2 className="serif large">
            <Headline text={article.title} />
          </h2>
          <p>{article.description}</p>
          <a className="card-link link" href={article.path}>
            {copy.readMore}
            <span className="visually-hidden">: {article.title}</span>
          </a>
        </article>
      ))}
      {children}
    </div>
  )
}

function ArticlePicture({ article, isWide }: { article: Article; isWide: boolean }) {
  const { card } = article.drawing
  if (card === undefined) return null
  const viewBox = isWide ? wideBox(card.viewBox) : card.viewBox
  return <Drawing drawing={card} className="article-picture" viewBox={viewBox} />
}

/** Fraction of a drawing to crop at the top. Drawings start with 14 of 300 units of empty sky. */
const croppedTopFraction = 14 / 300
const wideningFactor = 1.25

/** The view box of the first card's drawing: wider on both sides and cropped at the top, to fit next to the text. */
function wideBox(viewBox: string): string {
  const [x = 0, y = 0, width = 0, height = 0] = viewBox.split(/[ ,]+/).map(Number)
  const croppedTop = Math.round(height * croppedTopFraction)
  const addedLeft = (width * (wideningFactor - 1)) / 2
  return `${x - addedLeft} ${y + croppedTop} ${width * wideningFactor} ${height - croppedTop}`
}

function OlderArticles({ articles, copy }: Omit<ArticleCardsProps, 'children'>) {
  if (articles.length === 0) return null
  return (
    <section aria-labelledby="older">
      <h2 id="older" className="serif large">
        {copy.older}
      </h2>
      <ul className="ruled">
        {articles.map(({ slug, path, title, date, dateLabel }) => (
          <li key={slug}>
            <Link to={path}>{title}</Link> · <time dateTime={date}>{dateLabel}</time>
          </li>
        ))}
      </ul>
    </section>
  )
}
