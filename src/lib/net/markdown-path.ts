/** Where the same page stands as Markdown: `/privacy.md` for `/privacy`, `/index.md` for `/`. */
export function markdownPath(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`
}

/** The page that a text in Markdown stands for. */
export function pagePath(path: string): string {
  return path === '/index.md' ? '/' : path.replace(/\.md$/, '')
}
