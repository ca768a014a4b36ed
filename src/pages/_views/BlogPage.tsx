import type { Article } from '../../content/articles.ts'
import type { SiteContent } from '../../content/site-content.ts'
import { articlesInFull } from '../../content/site-words.ts'
import { ArticleCards, OlderArticles } from '../../features/articles/ArticleCards.tsx'
import { NewsletterForm } from '../../features/newsletter/NewsletterForm.tsx'
import { SearchForm } from '../../features/search/SearchForm.tsx'
import '../../ui/ListPage.css'
import type { ReactNode } from 'react'

type BlogPageProps = {
  content: Pick<SiteContent, 'blog' | 'search' | 'newsletter'>
  articles: readonly Article[]
  island?: string
}

export function BlogPage({ content: { blog, search, newsletter }, articles, island }: BlogPageProps) {
  return (
    <ListPage
      heading={blog.heading}
      remark={blog.remark}
      aside={<SearchForm words={search} label={blog.search.label} />}
    >
      <ArticleCards articles={articles.slice(0, articlesInFull)} words={blog}>
        <NewsletterForm id="newsletter-blog" texts={newsletter.form} heading={blog.newsletter} island={island} />
      </ArticleCards>
      <OlderArticles articles={articles.slice(articlesInFull)} words={blog} />
    </ListPage>
  )
}

type ListPageProps = { heading: string; remark?: string; aside?: ReactNode; children: ReactNode }

function ListPage({ heading, remark, aside, children }: ListPageProps) {
  return (
    <div className="list-page">
      <header>
        <div>
          {remark && <p className="remark">{remark}</p>}
          <h1 className="display">{heading}</h1>
        </div>
        {aside}
      </header>
      {children}
    </div>
  )
}
