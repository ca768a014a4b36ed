import { extname } from 'node:path'

const mediaTypes: Record<string, string> = {
  'feed.json': 'application/feed+json',
  '.avif': 'image/avif',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  // Not application/rss+xml: some browsers would save the feed instead of showing it.
  '.xml': 'application/xml; charset=utf-8',
}

export function mediaTypeOf(file: string): string | undefined {
  return mediaTypes[file] ?? mediaTypes[extname(file)]
}

/** `/privacy.md` for `/privacy`, `/index.md` for `/`. */
export function markdownPath(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`
}

export function pagePath(path: string): string {
  return path === '/index.md' ? '/' : path.replace(/\.md$/, '')
}
