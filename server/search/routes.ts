import { distance } from 'fastest-levenshtein'
import { tryDecodeURIComponent } from 'hono/utils/url'
import { type Http, showPage } from '../../platform/http/request-context.ts'
import { searchWords } from './search-words.ts'

export async function searchPage(c: Http): Promise<Response> {
  const query = c.req.query('q')?.trim() ?? ''
  const terms = searchWords(query)
  const results = c.var.texts().search(terms ?? [])
  return await showPage(c, '/search', { search: { ...results, terms, query: terms ? query : '' } })
}

export async function notFoundPage(c: Http): Promise<Response> {
  const nearest = nearestPath(c.req.path, c.var.texts().addresses())
  return await showPage(c, '/404', { nearest }, { status: 404 })
}

type ListedAddress = { path: string; title: string }

const maxDistance = 0.5
const maxPathLength = 100

/** Compares whole paths and last parts: `/pricing` suggests `/#pricing`. Never suggests the home page. */
export function nearestPath(path: string, pages: readonly ListedAddress[]): ListedAddress | undefined {
  const wanted = readable(path)
  let nearest: { page: ListedAddress; gap: number } | undefined
  for (const page of pages) {
    if (page.path === '/') continue
    const other = readable(page.path)
    const gap = Math.min(gapBetween(wanted, other), gapBetween(lastPart(wanted), lastPart(other)) + 0.01)
    if (gap <= maxDistance && gap < (nearest?.gap ?? 1)) nearest = { page, gap }
  }
  return nearest?.page
}

function readable(path: string): string {
  return tryDecodeURIComponent(path).toLowerCase().slice(0, maxPathLength)
}

function lastPart(path: string): string {
  return path.split(/[/#]/).filter(Boolean).at(-1) ?? ''
}

function gapBetween(a: string, b: string): number {
  const length = Math.max(a.length, b.length)
  return length === 0 || a === '' || b === '' ? 1 : distance(a, b) / length
}
