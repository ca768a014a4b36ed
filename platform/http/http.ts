import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { Counting } from '../limits/count-use.ts'
import type { Log } from '../log.ts'
import { pagePolicy } from './page-policy.ts'
import type { Answer } from './server.ts'

/** A handler's context. Requests in tests have no Node.js request and response. */
export type Http = Context<{ Bindings: { incoming?: IncomingMessage; outgoing?: Answer; remoteAddress?: string } }>

export type RenderPage = (path: string, data?: Partial<App.Locals>) => Promise<Response>

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string
    /** The sender's IP address, behind trusted proxies. */
    sender: string
    siteUrl: string
    /** Reports a refused form from another origin. */
    reportOrigin: (origin: string) => void
    counting: Counting
    log: Log
    renderPage: RenderPage
  }
}

/** @throws Error if there is no page at `path` */
export async function showPage(
  c: Http,
  path: string,
  data: Partial<App.Locals> = {},
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
): Promise<Response> {
  const page = await c.var.renderPage(path, data)
  const html = await page.text()
  const own = new Headers({
    ...Object.fromEntries(page.headers),
    ...headers,
    'content-type': 'text/html; charset=utf-8',
  })
  own.set('content-security-policy', pagePolicy(own.get('content-security-policy') ?? '', html))
  return new Response(html, { status, headers: own })
}

/** The default of most browsers. */
export const referrerPolicy = { 'Referrer-Policy': 'strict-origin-when-cross-origin' }

/** This policy loads nothing; pages have their own policy. HSTS is only set with https. */
export function securityHeaders(siteUrl: string): Record<string, string> {
  return {
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    'X-Content-Type-Options': 'nosniff',
    ...referrerPolicy,
    'Permissions-Policy': 'camera=(),geolocation=(),microphone=()',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(siteUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=63072000' }),
  }
}
