import type { Article } from '../../content/articles.ts'
import type { SiteContent } from '../../content/site-content.ts'
import { articlesInFull } from '../../content/site-words.ts'
import { ArticleCards, OlderArticles } from '../../features/articles/ArticleCards.tsx'
import { NewsletterForm } from '../../features/newsletter/NewsletterForm.tsx'
import { SearchForm } from '../../features/search/SearchForm.tsx'
import { ListPage } from '../../ui/ListPage.tsx'

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
