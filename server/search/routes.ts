import { distance as levenshtein } from 'fastest-levenshtein'
import { tryDecodeURIComponent } from 'hono/utils/url'
import { type Http, showPage } from '../../platform/http/request-context.ts'
import { searchWords } from './search-words.ts'

export async function searchPage(c: Http): Promise<Response> {
  const query = c.req.query('q')?.trim() ?? ''
  const terms = searchWords(query)
  const results = c.var.searchIndex().search(terms ?? [])
  return await showPage(c, '/search', { search: { ...results, terms, query: terms ? query : '' } })
}

export async function notFoundPage(c: Http): Promise<Response> {
  const nearest = nearestPath(c.req.path, c.var.searchIndex().pages())
  return await showPage(c, '/404', { nearest }, { status: 404 })
}

type ListedPage = { path: string; title: string }

/** Maximum relative distance of a suggested path. More would mean that over half of the characters differ. */
const maxDistance = 0.5
/** Paths are truncated to this to bound the work, which is quadratic. All pages' paths are shorter. */
const maxPathLength = 100
/** A small penalty, so at equal distances, a whole path wins over a path's last part. */
const lastPartPenalty = 0.01

/** Finds a page with a similar path or last part of the path: `/pricing` suggests `/#pricing`. Never the home page. */
export function nearestPath(path: string, pages: readonly ListedPage[]): ListedPage | undefined {
  const wanted = readable(path)
  let nearest: { page: ListedPage; distance: number } | undefined
  for (const page of pages) {
    if (page.path === '/') continue
    const candidate = readable(page.path)
    const byPath = relativeDistance(wanted, candidate)
    const byLastPart = relativeDistance(lastPart(wanted), lastPart(candidate)) + lastPartPenalty
    const distance = Math.min(byPath, byLastPart)
    if (distance <= maxDistance && distance < (nearest?.distance ?? 1)) nearest = { page, distance }
  }
  return nearest?.page
}

function readable(path: string): string {
  return tryDecodeURIComponent(path).toLowerCase().slice(0, maxPathLength)
}

function lastPart(path: string): string {
  return path.split(/[/#]/).filter(Boolean).at(-1) ?? ''
}

/** Edit distance divided by the longer text's length: 0 if equal, 1 if nothing matches. */
function relativeDistance(a: string, b: string): number {
  if (a === '' || b === '') return 1
  return levenshtein(a, b) / Math.max(a.length, b.length)
}
