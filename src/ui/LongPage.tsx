import './LongPage.css'
import type { ReactNode } from 'react'
import type { FlyingKite } from './kite/flying-kite.ts'
import { KitePage } from './kite/KitePage.tsx'
import { Prose } from './Prose.tsx'
import { type ContentsHeading, TableOfContents } from './TableOfContents.tsx'

type LongPageProps = {
  title: string
  remark: ReactNode
  back?: ReactNode
  kite?: FlyingKite
  contents: string
  headings: readonly ContentsHeading[]
  html: string
  /** Where it stands, for those who hold it on paper. */
  address: string
  children?: ReactNode
}

export function LongPage({ contents, headings, html, address, children, ...head }: LongPageProps) {
  return (
    <KitePage className="long" {...head} lead={<p className="long-address">{address}</p>}>
      <TableOfContents heading={contents} headings={headings} />
      <Prose html={html} />
      {children && <footer className="long-foot">{children}</footer>}
    </KitePage>
  )
}
