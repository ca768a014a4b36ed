import './LongPage.css'
import type { ReactNode } from 'react'
import { DrawnPage, type DrawnPageProps } from './DrawnPage.tsx'
import './Prose.css'
import './TableOfContents.css'

type LongPageProps = {
  title: string
  remark: ReactNode
  back?: ReactNode
  drawing: DrawnPageProps['drawing']
  isLarge?: boolean
  contents: string
  headings: readonly { id: string; level: number; text: string }[]
  html: string
  address: string
  children?: ReactNode
}

export function LongPage({ contents, headings, html, address, children, ...head }: LongPageProps) {
  return (
    <DrawnPage className="long" {...head} lead={<p className="long-address">{address}</p>}>
      <TableOfContents contents={contents} headings={headings} />
      {/* `html` comes from platform/content/prose, which escapes; never from a visitor. */}
      <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
      {children && <footer className="long-foot">{children}</footer>}
    </DrawnPage>
  )
}

function TableOfContents({ contents, headings }: Pick<LongPageProps, 'contents' | 'headings'>) {
  const parts = headings.filter(({ level }) => level === 2)
  if (parts.length === 0) return null
  return (
    <nav className="contents" aria-labelledby="contents">
      <h2 id="contents" className="remark">
        {contents}
      </h2>
      <ol>
        {parts.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
