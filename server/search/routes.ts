import { type Http, showPage } from '../../platform/http/http.ts'
import { nearestPath } from './nearest-path.ts'
import { searchWords } from './search-words.ts'

export async function searchPage(c: Http): Promise<Response> {
  const query = c.req.query('q')?.trim() ?? ''
  const terms = searchWords(query)
  const found = c.var.texts().search(terms ?? [])
  return await showPage(c, '/search', { search: { ...found, terms, query: terms ? query : '' } })
}

/** Names the page that was most likely meant. */
export async function notFoundPage(c: Http): Promise<Response> {
  const nearest = nearestPath(c.req.path, c.var.texts().addresses())
  return await showPage(c, '/404', { nearest }, { status: 404 })
}
