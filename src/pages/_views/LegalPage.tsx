import type { Drawing } from '../../content/drawings.ts'
import { proseHtml } from '../../content/prose/render-prose.ts'
import type { LegalText } from '../../content/site-texts.ts'
import type { Frame } from '../../content/site-words.ts'
import { LongPage } from '../../ui/LongPage.tsx'

type LegalPageProps = {
  text: LegalText
  drawing: Drawing | undefined
  words: Frame['legal']
  site: URL
}

export function LegalPage({
  text: { title, path, updated, writtenUpdated, prose },
  drawing,
  words,
  site,
}: LegalPageProps) {
  const remark = (
    <p>
      {words.updated} <time dateTime={updated}>{writtenUpdated}</time>
    </p>
  )
  const html = proseHtml(prose, { pictures: new Map() })
  return (
    <LongPage
      title={title}
      drawing={drawing}
      remark={remark}
      contents={words.contents}
      headings={prose.headings}
      html={html}
      address={new URL(path, site).href}
    />
  )
}
