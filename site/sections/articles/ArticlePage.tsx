import './ArticlePage.css'
import type { ReactNode } from 'react'
import type { Article } from '../../../platform/content/articles.ts'
import type { Blog } from '../../../platform/content/site-copy.ts'
import type { Studio } from '../../../platform/content/studio.ts'
import { tagSlug } from '../../../platform/text/slug.ts'
import { Link, LinkList } from '../../ui/Link.tsx'
import { ProsePage } from '../ProsePage.tsx'
import { ArticleMeta } from './ArticleMeta.tsx'

type ArticlePageProps = {
  article: Article
  articles: readonly Article[]
  copy: Blog
  studio: Studio
  call?: string | undefined
  site: URL
}

export function ArticlePage({ article, articles, copy, studio, call, site }: ArticlePageProps) {
  const { email, founder } = studio
  const { related, earlier, later } = neighborsOf(article, articles)
  const { callToAction, author, topics } = copy
  return (
    <ProsePage
      content={article}
      back={<Link to="/blog">← {copy.back}</Link>}
      details={<ArticleMeta article={article} copy={copy} withUpdate />}
      drawing={article.drawing.page}
      isLarge
      contentsHeading={copy.contents}
      printedSource={`${founder.name ?? studio.name} · ${new URL(article.path, site).href}`}
    >
      <CallToAction copy={callToAction} email={email} call={call} />
      <Row as="section" id="author" heading={author.heading}>
        <div>
          <p className="serif">{founder.called}</p>
          <p>{author.text}</p>
        </div>
      </Row>
      <Row heading={topics}>
        <LinkList className="row" label={topics} links={article.tags.map(tagLink)} />
      </Row>
      {related.length > 0 && (
        <Row as="nav" id="related" heading={copy.related}>
          <LinkList links={related.map(({ path, title }) => ({ to: path, text: title }))} />
        </Row>
      )}
      {(earlier ?? later) && (
        <nav className="neighbors" aria-label={copy.name}>
          {earlier && <Row heading={copy.previous}>{linkTo(earlier, 'prev')}</Row>}
          {later && <Row heading={copy.next}>{linkTo(later, 'next')}</Row>}
        </nav>
      )}
    </ProsePage>
  )
}

function tagLink(tag: string): { to: string; text: string } {
  return { to: `/search?q=%23${encodeURIComponent(tagSlug(tag))}`, text: `#${tag}` }
}

function linkTo({ path, title }: Article, rel: 'prev' | 'next') {
  return (
    <Link to={path} rel={rel}>
      {title}
    </Link>
  )
}

/** Finds an article's related articles, without drafts, and the articles before and after it. @param articles newest first */
function neighborsOf({ slug, related }: Article, articles: readonly Article[]) {
  const index = articles.findIndex((article) => article.slug === slug)
  const relatedArticles = related.map((name) => articles.find((article) => article.slug === name))
  return {
    related: relatedArticles.filter((article) => article !== undefined),
    earlier: articles[index + 1],
    later: articles[index - 1],
  }
}

/** A row below the article: a label and its content. With an `id`, the label is a heading. */
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

type CallToActionProps = { copy: Blog['callToAction']; email: string; call: string | undefined }

function CallToAction({ copy, email, call }: CallToActionProps) {
  const emails = copy.mails.map(({ text, subject }) => {
    return { to: `mailto:${email}?subject=${encodeURIComponent(subject)}`, text }
  })
  return (
    <>
      <section className="call" aria-labelledby="call">
        <h2 id="call" className="serif large">
          {copy.heading}
        </h2>
        <p>{copy.text}</p>
        <p>
          <a className="button" href="/contact">
            {copy.form}
          </a>
          {call !== undefined && (
            <>
              {' '}
              <Link to="/call">{call}</Link>
            </>
          )}
        </p>
      </section>
      <Row heading={copy.byMail}>
        <LinkList className="row" links={emails} />
      </Row>
    </>
  )
}
