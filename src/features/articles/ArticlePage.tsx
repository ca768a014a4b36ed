import type { Article } from '../../content/articles.ts'
import type { Blog } from '../../content/blog.ts'
import { proseHtml } from '../../content/prose/render-prose.ts'
import type { Studio } from '../../content/studio.ts'
import { LongPage } from '../../ui/LongPage.tsx'
import { ArticleKite } from './ArticleKite.tsx'
import { ArticleMeta } from './ArticleMeta.tsx'
import { ArticleTags } from './ArticleTags.tsx'
import { AuthorBox } from './AuthorBox.tsx'
import { CallToAction } from './CallToAction.tsx'
import { MoreArticles } from './MoreArticles.tsx'
import type { Neighbours } from './neighbours.ts'

type ArticlePageProps = { article: Article; neighbours: Neighbours; words: Blog; studio: Studio }

export function ArticlePage({ article, neighbours, words, studio }: ArticlePageProps) {
  const { title, prose, tags, pictures } = article
  return (
    <LongPage
      title={title}
      back={
        <a className="link" href="/blog">
          ← {words.back}
        </a>
      }
      remark={<ArticleMeta article={article} words={words} withUpdate />}
      picture={<ArticleKite article={article} />}
      contents={words.contents}
      headings={prose.headings}
      html={proseHtml(prose, { pictures })}
    >
      <ArticleTags tags={tags} label={words.topics} />
      <CallToAction words={words.callToAction} email={studio.email} />
      <AuthorBox words={words.author} founder={studio.founder} />
      <MoreArticles {...neighbours} words={words} />
    </LongPage>
  )
}
