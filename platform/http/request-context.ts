import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { Counting } from '../limits/count-use.ts'
import type { Log } from '../log.ts'
import { pagePolicy } from './page-policy.ts'
import type { LoggedResponse } from './server.ts'

/** A handler's context. In tests, it lacks the Node.js request and response. */
export type Http = Context<{
  Bindings: { incoming?: IncomingMessage; outgoing?: LoggedResponse; remoteAddress?: string }
}>

export type RenderPage = (path: string, data?: Partial<App.Locals>) => Promise<Response>

declare module 'hono' {
  interface ContextVariableMap {
    requestId: string
    /** The visitor's IP address, as reported by trusted proxies. */
    sender: string
    siteUrl: string
    /** Reports a form that was refused because it came from another origin. */
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
  const pageHeaders = new Headers(page.headers)
  for (const [name, value] of Object.entries(headers)) pageHeaders.set(name, value)
  pageHeaders.set('content-type', 'text/html; charset=utf-8')
  const policy = pageHeaders.get('content-security-policy') ?? ''
  pageHeaders.set('content-security-policy', pagePolicy(policy, html))
  return new Response(html, { status, headers: pageHeaders })
}
