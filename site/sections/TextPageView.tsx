import type { Drawing } from '../../platform/content/drawings.ts'
import { proseHtml } from '../../platform/content/prose/render-prose.ts'
import type { Frame } from '../../platform/content/site-words.ts'
import type { TextPage } from '../../platform/content/text-pages.ts'
import { LongPage } from '../ui/LongPage.tsx'

type TextPageViewProps = { text: TextPage; drawing: Drawing | undefined; words: Frame['legal']; site: URL }

export function TextPageView({ text, drawing, words, site }: TextPageViewProps) {
  const { title, path, updated, writtenUpdated, prose, pictures } = text
  const remark = updated && (
    <p>
      {words.updated} <time dateTime={updated}>{writtenUpdated}</time>
    </p>
  )
  return (
    <LongPage
      title={title}
      drawing={drawing}
      remark={remark}
      contents={words.contents}
      headings={prose.headings}
      html={proseHtml(prose, { pictures })}
      address={new URL(path, site).href}
    />
  )
}
