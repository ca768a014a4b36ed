import { getMimeType, mimes } from 'hono/utils/mime'

const ownMimes = {
  ...mimes,
  json: 'application/json; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  svg: 'image/svg+xml',
}

/** A feed isn't application/rss+xml: some browsers would save it instead of showing it. */
export function mediaTypeOf(file: string): string | undefined {
  return file === 'feed.json' ? 'application/feed+json' : getMimeType(file, ownMimes)
}

/** `/privacy.md` for `/privacy`, `/index.md` for `/`. */
export function markdownPath(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`
}

export function pagePath(path: string): string {
  return path === '/index.md' ? '/' : path.replace(/\.md$/, '')
}
