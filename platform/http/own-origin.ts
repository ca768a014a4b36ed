import { RequestError } from './request-body.ts'
import type { Http } from './request-context.ts'

/**
 * Rejects forms sent from other sites (cross-site request forgery). Requests without an Origin aren't from browsers.
 * Browsers send the Origin `null` from pages with no-referrer.
 * @throws RequestError 403
 */
export function requireOwnOrigin(c: Http): void {
  const origin = c.req.header('origin')
  const fetchSite = c.req.header('sec-fetch-site')
  if (origin === 'null' && fetchSite === 'same-origin') return
  if (origin === undefined || isOwnUrl(URL.parse(origin), c.req.header('host'), c.var.siteUrl)) return
  // Another origin can be the owner's site under a second domain. Browsers mark requests from other sites as cross-site.
  const isWebPage = origin.startsWith('http') && URL.canParse(origin)
  if (isWebPage && fetchSite !== 'cross-site') c.var.reportOrigin(new URL(origin).origin)
  throw new RequestError(403, 'This form can only be sent from the site itself.')
}

/** Whether a URL is on the requested host or, behind a proxy that changes Host, on SITE_URL. */
export function isOwnUrl(url: URL | null, host: string | undefined, siteUrl: string): url is URL {
  if (!url?.protocol.startsWith('http')) return false
  return url.host === host?.toLowerCase() || url.origin === new URL(siteUrl).origin
}
