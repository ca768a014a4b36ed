import { getMimeType, mimes } from 'hono/utils/mime'

const ownMimes = {
  ...mimes,
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  svg: 'image/svg+xml',
}

/** A file's media type. Uses application/xml for RSS because some browsers download application/rss+xml. */
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
