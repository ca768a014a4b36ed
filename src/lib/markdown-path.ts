/** Where the same page stands as Markdown (src/pages/[...path].md.ts). */
export function markdownPath(path: string): string {
  return path === '/' ? '/index.md' : `${path}.md`
}
