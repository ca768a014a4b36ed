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
  // Where there's space, the right margin is as wide as the left one.
  const style = ':root{color-scheme:light!important}@media(width>25em){body{padding-right:16px!important}}'
  const head = `<head><base target="_blank"><style>${style}</style>`
  return html.replace('<head>', head).replaceAll('(prefers-color-scheme:dark)', 'not all')
}
