import './LongPage.css'
import type { ReactNode } from 'react'
import { Headline } from './Headline.tsx'
import { Prose } from './Prose.tsx'
import { type ContentsHeading, TableOfContents } from './TableOfContents.tsx'

type LongPageProps = {
  title: string
  /** What stands beside the title in the margin: dates and the like, a `.dots` list or a paragraph. */
  remark: ReactNode
  /** Above the title. */
  back?: ReactNode
  picture?: ReactNode
  contents: string
  headings: readonly ContentsHeading[]
  /** From src/content/prose. */
  html: string
  /** Below the text. */
  children?: ReactNode
}

/** A long text under its title, with its contents beside it and the thread as the rule of its margin. */
export function LongPage({ title, remark, back, picture, contents, headings, html, children }: LongPageProps) {
  return (
    <article className="long">
      <header className="long-head">
        {back}
        <h1 className="display">
          <Headline text={title} />
        </h1>
        <div className="long-remark remark">{remark}</div>
        {picture}
      </header>
      <TableOfContents heading={contents} headings={headings} />
      <Prose html={html} />
      {children && <footer className="long-foot">{children}</footer>}
    </article>
  )
}
