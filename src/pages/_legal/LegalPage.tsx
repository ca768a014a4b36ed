import './LegalPage.css'
import type { LegalWords } from '../../content/frame.ts'
import type { LegalText } from '../../content/legal.ts'
import { proseHtml } from '../../content/prose/render-prose.ts'
import { longDay } from '../../lib/day.ts'
import { Prose } from '../../ui/Prose.tsx'
import { TableOfContents } from '../../ui/TableOfContents.tsx'

export function LegalPage({ text: { title, updated, prose }, words }: { text: LegalText; words: LegalWords }) {
  return (
    <article className="legal section">
      <header>
        <h1 className="display">{title}</h1>
        <p>
          {words.updated} <time dateTime={updated}>{longDay(updated)}</time>
        </p>
      </header>
      <TableOfContents heading={words.contents} headings={prose.headings} />
      <Prose html={proseHtml(prose, { pictures: new Map() })} />
    </article>
  )
}
