import type { Article } from '../../../platform/content/articles.ts'
import { proseHtml } from '../../../platform/content/prose/render-prose.ts'
import type { Blog } from '../../../platform/content/site-words.ts'
import type { Studio } from '../../../platform/content/studio.ts'
import { Link } from '../../ui/Link.tsx'
import { LongPage } from '../../ui/LongPage.tsx'
import { ArticleEnd } from './ArticleEnd.tsx'
import { ArticleMeta } from './ArticleMeta.tsx'

type ArticlePageProps = {
  article: Article
  articles: readonly Article[]
  words: Blog
  studio: Studio
  /** What leads to the times of calls. */
  call?: string | undefined
  site: URL
}

export function ArticlePage({ article, articles, words, studio, call, site }: ArticlePageProps) {
  const { title, path, prose, pictures } = article
  return (
    <LongPage
      title={title}
      back={<Link to="/blog">← {words.back}</Link>}
      remark={<ArticleMeta article={article} words={words} withUpdate />}
      drawing={article.drawing.page}
      isLarge
      contents={words.contents}
      headings={prose.headings}
      html={proseHtml(prose, { pictures })}
      address={`${studio.founder.name ?? studio.name} · ${new URL(path, site).href}`}
    >
      <ArticleEnd article={article} articles={articles} words={words} studio={studio} call={call} />
    </LongPage>
  )
}
