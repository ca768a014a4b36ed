import { useState } from 'react'

/** Shows an email without scripts and forms. Its frame shares the page’s origin, so the page can measure its height. */
export function EmailFrame({ title, html }: { title: string; html: string }) {
  const [height, setHeight] = useState(600)
  return (
    <iframe
      title={title}
      style={{ height }}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={toFrameHtml(html)}
      onLoad={({ currentTarget }) => {
        const { body } = currentTarget.contentDocument ?? {}
        if (body) new ResizeObserver(() => setHeight(body.scrollHeight)).observe(body)
      }}
    />
  )
}

/** Changes an email’s HTML to stay light in dark mode and open links in new tabs. */
export function toFrameHtml(html: string): string {
  // Make the right margin as wide as the left margin, except on phones.
  const style = ':root{color-scheme:light!important}@media(width>25em){body{padding-right:16px!important}}'
  const head = `<head><base target="_blank"><style>${style}</style>`
  return html.replace('<head>', head).replaceAll('(prefers-color-scheme:dark)', 'not all')
}
