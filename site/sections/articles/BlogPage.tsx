import type { Article } from '../../../platform/content/articles.ts'
import type { SiteContent } from '../../../platform/content/site-content.ts'
import { articlesInFull } from '../../../platform/content/site-words.ts'
import { NewsletterForm } from '../newsletter/NewsletterForm.tsx'
import { SearchForm } from '../search/SearchForm.tsx'
import { ArticleCards, OlderArticles } from './ArticleCards.tsx'
import '../../ui/ListPage.css'

type BlogPageProps = {
  content: Pick<SiteContent, 'blog' | 'search' | 'newsletter'>
  articles: readonly Article[]
  island?: string
}

export function BlogPage({ content: { blog, search, newsletter }, articles, island }: BlogPageProps) {
  return (
    <div className="list-page">
      <header>
        <div>
          <p className="remark">{blog.remark}</p>
          <h1 className="display">{blog.heading}</h1>
        </div>
        <SearchForm words={search} label={blog.search.label} />
      </header>
      <ArticleCards articles={articles.slice(0, articlesInFull)} words={blog}>
        <NewsletterForm id="newsletter-blog" texts={newsletter.form} heading={blog.newsletter} island={island} />
      </ArticleCards>
      <OlderArticles articles={articles.slice(articlesInFull)} words={blog} />
    </div>
  )
}
