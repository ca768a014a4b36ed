import './ArticlePage.css'
import type { ReactNode } from 'react'
import type { Article } from '../../../platform/content/articles.ts'
import type { Blog } from '../../../platform/content/site-words.ts'
import type { Studio } from '../../../platform/content/studio.ts'
import { tagSlug } from '../../../platform/text/slug.ts'
import { Link, LinkList } from '../../ui/Link.tsx'
import { LongPage } from '../LongPage.tsx'
import { ArticleMeta } from './ArticleMeta.tsx'

type ArticlePageProps = {
  article: Article
  articles: readonly Article[]
  words: Blog
  studio: Studio
  call?: string | undefined
  site: URL
}

export function ArticlePage({ article, articles, words, studio, call, site }: ArticlePageProps) {
  const { email, founder } = studio
  const { related, earlier, later } = neighborsOf(article, articles)
  const { callToAction, author, topics } = words
  return (
    <LongPage
      text={article}
      back={<Link to="/blog">← {words.back}</Link>}
      remark={<ArticleMeta article={article} words={words} withUpdate />}
      drawing={article.drawing.page}
      isLarge
      contents={words.contents}
      address={`${founder.name ?? studio.name} · ${new URL(article.path, site).href}`}
    >
      <CallToAction words={callToAction} email={email} call={call} />
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
        <Row as="nav" id="related" heading={words.related}>
          <LinkList links={related.map(({ path, title }) => ({ to: path, text: title }))} />
        </Row>
      )}
      {(earlier ?? later) && (
        <nav className="neighbors" aria-label={words.name}>
          {earlier && <Row heading={words.previous}>{linkTo(earlier, 'prev')}</Row>}
          {later && <Row heading={words.next}>{linkTo(later, 'next')}</Row>}
        </nav>
      )}
    </LongPage>
  )
}

const tagLink = (tag: string) => ({ to: `/search?q=%23${encodeURIComponent(tagSlug(tag))}`, text: `#${tag}` })

function linkTo({ path, title }: Article, rel: 'prev' | 'next') {
  return (
    <Link to={path} rel={rel}>
      {title}
    </Link>
  )
}

/** Finds its related articles, without drafts, and the previous and next by date. @param articles newest first */
function neighborsOf({ slug, related }: Article, articles: readonly Article[]) {
  const at = articles.findIndex((each) => each.slug === slug)
  return {
    related: related.flatMap((name) => articles.find((each) => each.slug === name) ?? []),
    earlier: articles[at + 1],
    later: articles[at - 1],
  }
}

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

type CallToActionProps = { words: Blog['callToAction']; email: string; call: string | undefined }

function CallToAction({ words, email, call }: CallToActionProps) {
  const emails = words.mails.map(({ text, subject }) => {
    return { to: `mailto:${email}?subject=${encodeURIComponent(subject)}`, text }
  })
  return (
    <>
      <section className="call" aria-labelledby="call">
        <h2 id="call" className="serif large">
          {words.heading}
        </h2>
        <p>{words.text}</p>
        <p>
          <a className="button" href="/contact">
            {words.form}
          </a>
          {call !== undefined && (
            <>
              {' '}
              <Link to="/call">{call}</Link>
            </>
          )}
        </p>
      </section>
      <Row heading={words.byMail}>
        <LinkList className="row" links={emails} />
      </Row>
    </>
  )
}
