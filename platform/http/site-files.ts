import { getMimeType, mimes } from 'hono/utils/mime'

const ownMimes = {
  ...mimes,
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  svg: 'image/svg+xml',
}

/** A file's media type. RSS is application/xml: some browsers would download application/rss+xml instead of showing it. */
export function mediaTypeOf(file: string): string | undefined {
  return file === 'feed.json' ? 'application/feed+json' : getMimeType(file, ownMimes)
}

/** The path of a page's Markdown version: `/privacy.md` for `/privacy`, `/index.md` for `/`. */
export function markdownPath(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`
}

/** The reverse of `markdownPath`. */
export function pagePath(path: string): string {
  return path === '/index.md' ? '/' : path.replace(/\.md$/, '')
}
