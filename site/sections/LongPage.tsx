import './LongPage.css'
import type { Article } from '../../platform/content/articles.ts'
import type { Drawing } from '../../platform/content/drawings.ts'
import type { Frame } from '../../platform/content/site-words.ts'
import type { TextPage } from '../../platform/content/text-pages.ts'
import { DrawnPage, type DrawnPageProps } from '../ui/DrawnPage.tsx'
import { Prose } from './Prose.tsx'

type LongPageProps = Pick<DrawnPageProps, 'back' | 'remark' | 'drawing' | 'isLarge' | 'children'> & {
  text: Pick<Article, 'title' | 'prose' | 'pictures'>
  contents: string
  /** Shown below the title in print. */
  address: string
}

export function LongPage({ text: { title, prose, pictures }, contents, address, children, ...head }: LongPageProps) {
  const sections = prose.headings.filter(({ level }) => level === 2)
  return (
    <DrawnPage className="long" title={title} {...head} lead={<p className="long-address">{address}</p>}>
      {sections.length > 0 && (
        <nav className="contents" aria-labelledby="contents">
          <h2 id="contents" className="remark">
            {contents}
          </h2>
          <ol>
            {sections.map(({ id, text }) => (
              <li key={id}>
                <a href={`#${id}`}>{text}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <Prose prose={prose} pictures={pictures} />
      {children && <footer className="long-foot">{children}</footer>}
    </DrawnPage>
  )
}

type TextPageViewProps = { text: TextPage; drawing: Drawing | undefined; words: Frame['legal']; site: URL }

export function TextPageView({ text, drawing, words, site }: TextPageViewProps) {
  const remark = text.updated && (
    <p>
      {words.updated} <time dateTime={text.updated}>{text.writtenUpdated}</time>
    </p>
  )
  const address = new URL(text.path, site).href
  return <LongPage text={text} drawing={drawing} remark={remark} contents={words.contents} address={address} />
}
