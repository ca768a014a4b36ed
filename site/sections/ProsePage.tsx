import './ProsePage.css'
import type { Article } from '../../platform/content/articles.ts'
import { IllustratedPage, type IllustratedPageProps } from '../ui/IllustratedPage.tsx'
import { Prose } from './Prose.tsx'

type ProsePageProps = Pick<IllustratedPageProps, 'back' | 'details' | 'drawing' | 'isLarge' | 'children'> & {
  content: Pick<Article, 'title' | 'prose' | 'pictures'>
  contentsHeading: string
  /** The page's URL, sometimes with its author. Only shown in print, below the title. */
  printedSource: string
}

/** A page of Markdown with a table of contents. `children` follow the text. */
export function ProsePage({ content, contentsHeading, printedSource, children, ...header }: ProsePageProps) {
  const { title, prose, pictures } = content
  return (
    <IllustratedPage className="long" title={title} {...header} intro={<p className="long-address">{printedSource}</p>}>
      <TableOfContents heading={contentsHeading} sections={prose.headings.filter(({ level }) => level === 2)} />
      <Prose prose={prose} pictures={pictures} />
      {children && <footer className="long-foot">{children}</footer>}
    </IllustratedPage>
  )
}

type TableOfContentsProps = { heading: string; sections: Article['prose']['headings'] }

function TableOfContents({ heading, sections }: TableOfContentsProps) {
  if (sections.length === 0) return null
  return (
    <nav className="contents" aria-labelledby="contents">
      <h2 id="contents" className="remark">
        {heading}
      </h2>
      <ol>
        {sections.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
