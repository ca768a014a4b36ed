import './ArticlePage.css'
import type { Article } from '../../content/articles.ts'
import type { Blog } from '../../content/blog.ts'
import { proseHtml } from '../../content/prose/render-prose.ts'
import type { Studio } from '../../content/studio.ts'
import { Prose } from '../../ui/Prose.tsx'
import { TableOfContents } from '../../ui/TableOfContents.tsx'
import { ArticleKite } from './ArticleKite.tsx'
import { ArticleMeta } from './ArticleMeta.tsx'
import { CallToAction } from './CallToAction.tsx'
import type { Neighbours } from './neighbours.ts'

type ArticlePageProps = Neighbours & { article: Article; words: Blog; studio: Studio }

export function ArticlePage({ article, words, studio, related, earlier, later }: ArticlePageProps) {
  const { title, prose, tags, pictures } = article
  return (
    <article className="article section">
      <header className="article-head">
        <a className="link" href="/blog">
          ← {words.back}
        </a>
        <h1 className="display">{title}</h1>
        <ArticleMeta article={article} words={words} withUpdate />
        <ArticleKite article={article} />
      </header>
      <TableOfContents heading={words.contents} headings={prose.headings} />
      <Prose html={proseHtml(prose, { pictures })} />
      <footer className="article-foot">
        <ul className="article-tags" aria-label={words.topics}>
          {tags.map((tag) => (
            <li key={tag}>
              <a href={`/search?q=${tag}`}>#{tag}</a>
            </li>
          ))}
        </ul>
        <CallToAction words={words.callToAction} email={studio.email} />
        <section className="article-author" aria-labelledby="author">
          <h2 id="author" className="remark">
            {words.author.heading}
          </h2>
          <p>
            <b className="serif">{studio.founder.name ?? words.author.anonymous}</b>
            <br />
            {words.author.text}
          </p>
        </section>
        {related.length > 0 && (
          <nav aria-labelledby="related">
            <h2 id="related" className="serif large">
              {words.related}
            </h2>
            <ul className="ruled">
              {related.map((each) => (
                <li key={each.slug}>
                  <a className="link" href={each.path}>
                    {each.title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        <nav className="article-neighbours" aria-label={words.name}>
          {earlier && <Neighbour label={words.previous} article={earlier} rel="prev" />}
          {later && <Neighbour label={words.next} article={later} rel="next" />}
        </nav>
      </footer>
    </article>
  )
}

function Neighbour({ label, article, rel }: { label: string; article: Article; rel: 'prev' | 'next' }) {
  return (
    <a href={article.path} rel={rel}>
      <span className="remark">{label}</span>
      <br />
      {article.title}
    </a>
  )
}
