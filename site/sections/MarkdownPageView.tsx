import type { Drawing } from '../../platform/content/drawings.ts'
import type { MarkdownPage } from '../../platform/content/markdown-pages.ts'
import type { Frame } from '../../platform/content/site-copy.ts'
import { ProsePage } from './ProsePage.tsx'

type MarkdownPageViewProps = {
  page: MarkdownPage
  drawing: Drawing | undefined
  labels: Frame['legal']
  site: URL
}

/** A page from content/pages or content/legal. */
export function MarkdownPageView({ page, drawing, labels, site }: MarkdownPageViewProps) {
  const { updated, updatedLabel, path } = page
  return (
    <ProsePage
      content={page}
      drawing={drawing}
      details={
        updated && (
          <p>
            {labels.updated} <time dateTime={updated}>{updatedLabel}</time>
          </p>
        )
      }
      contentsHeading={labels.contents}
      printedSource={new URL(path, site).href}
    />
  )
}
