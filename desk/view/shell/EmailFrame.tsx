import { useState } from 'react'

/** Scripts and forms are off. The page’s origin lets the page read its height. Links open in a new tab. */
export function EmailFrame({ title, html }: { title: string; html: string }) {
  const [height, setHeight] = useState(600)
  return (
    <iframe
      title={title}
      style={{ height }}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={asPaper(html)}
      onLoad={({ currentTarget }) => {
        const { body } = currentTarget.contentDocument ?? {}
        if (body) new ResizeObserver(() => setHeight(body.scrollHeight)).observe(body)
      }}
    />
  )
}

/** The email as on paper in dark mode too. Links open in a new tab. */
export function asPaper(html: string): string {
  const head = '<head><base target="_blank"><style>:root{color-scheme:light!important}</style>'
  return html.replace('<head>', head).replaceAll('(prefers-color-scheme:dark)', 'not all')
}
