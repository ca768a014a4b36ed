import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { StorageError } from '../platform/db/database.ts'
import { lowDisk } from '../platform/disk-space.ts'
import type { BuiltFiles } from '../platform/http/built-files.ts'
import { formFailure } from '../platform/http/form.ts'
import { senderOf } from '../platform/http/ip-address.ts'
import { RequestError } from '../platform/http/request-body.ts'
import { type Http, type RenderPage, showPage } from '../platform/http/request-context.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import { waitForTurn } from '../platform/limits/fair-queue.ts'
import { connectionLimits } from '../platform/limits/limits.ts'
import type { TextIndex } from '../platform/text/text-index.ts'
import { callLink } from './calls/link-routes.ts'
import { confirmPath, feedPath, managePath } from './calls/links.ts'
import { callEvent, callFeed, callPage, callTimes, ifCallsOffered, postCall } from './calls/routes.ts'
import { postConsultation } from './chat/consultation.ts'
import { postChat } from './chat/routes.ts'
import { contactPage, postContact, receivedPage } from './leads/routes.ts'
import { emailLink, postNewsletter, subscribedPage } from './newsletter/routes.ts'
import { notFoundPage, searchPage } from './search/routes.ts'
import type { Services } from './services.ts'
import { receiveBeacon, senderIn, uncountedPath } from './visits/counter.ts'

declare module 'hono' {
  interface ContextVariableMap {
    app: Services
    searchIndex: SearchIndex
    record: (events: readonly string[]) => void
  }
}

/** Returns the search index of the site's pages. */
type SearchIndex = () => Pick<TextIndex, 'search' | 'pages'>

export type SiteOptions = {
  app: Services
  renderPage: RenderPage
  searchIndex: SearchIndex
  files: Pick<BuiltFiles, 'find' | 'redirectOf' | 'typeOf'>
  /** Lines for `/readyz`. */
  hints?: readonly string[]
}

type HttpEnv = { Bindings: Http['env'] }

/** Pages opened from email links. Their URLs contain a key, which browsers must not send as a referrer. */
const personalPages = [managePath, confirmPath, '/newsletter/confirm', '/newsletter/unsubscribe']

export function createApp(options: SiteOptions) {
  const { app, files } = options
  const routes = siteRoutes(options)
  const getPaths = new Set(routes.routes.flatMap(({ method, path }) => (method === 'GET' ? [path] : [])))
  const isPage = (path: string) => files.typeOf(path)?.startsWith('text/html') === true || getPaths.has(path)
  return {
    fetch(request: Request, env: Http['env'] = {}): Response | Promise<Response> {
      const { method, headers } = request
      const built = files.find(rawPathOf(request), { method, headers: Object.fromEntries(headers) })
      if (built === undefined) return routes.fetch(request, env)
      return new Response(method === 'HEAD' ? null : built.body, built)
    },
    /** Routes rendered on demand. */
    routes: routes.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => ({ method, path })),
    isCounted: (path: string) =>
      isPage(path) && ![uncountedPath, ...personalPages].includes(path) && !path.startsWith('/blog/preview/'),
    app,
  }
}

function siteRoutes(options: SiteOptions) {
  const site = new Hono<HttpEnv>({ getPath: rawPathOf })
  site.use(compress({ encoding: 'gzip', contentTypeFilter: /^text\/html/ }))
  site.use(setVariablesAndHeaders(options))
  site.use(redirectToCanonical(options.files))
  site.use(methodNotAllowed({ app: site, onMethodNotAllowed: (c, methods) => notAllowed(c, methods) }))

  site.get('/healthz', (c) => c.text('ok\n'))
  site.get('/readyz', async (c) => await readiness(c, options.hints ?? []))
  site.use(async (c, next) => (isGetOrHead(c) ? await waitForTurn(c.var.sender).then(next) : await next()))

  site.get('/contact', contactPage)
  // The consultation form is now part of /contact.
  site.get('/contact/consultation', (c) => c.redirect('/contact?details#write', 308))
  site.post('/api/contact', postContact)
  site.get('/contact/received', receivedPage)
  site.post('/api/booking', postConsultation)

  site.get('/call', ifCallsOffered(callPage))
  site.get('/api/call', ifCallsOffered(callTimes))
  site.post('/api/call', ifCallsOffered(postCall))
  site.on(['GET', 'POST'], confirmPath, ifCallsOffered(callLink('confirm')))
  site.on(['GET', 'POST'], managePath, ifCallsOffered(callLink('manage')))
  site.get('/call/event.ics', ifCallsOffered(callEvent))
  site.get(feedPath, ifCallsOffered(callFeed))
  site.get('/call/:kind', ifCallsOffered(callPage))

  site.get('/newsletter', async (c) => await showPage(c, '/newsletter'))
  site.post('/api/newsletter', postNewsletter)
  site.get('/newsletter/subscribed', subscribedPage)
  // GET shows a button. POST is from the button or from an email app's one-click unsubscribe (RFC 8058).
  site.on(['GET', 'POST'], '/newsletter/confirm', emailLink('confirm'))
  site.on(['GET', 'POST'], '/newsletter/unsubscribe', emailLink('unsubscribe'))

  site.post('/api/chat', postChat)
  site.get('/search', searchPage)
  site.on(['GET', 'POST'], '/api/seen', receiveBeacon)

  site.notFound(async (c) => {
    if (!isGetOrHead(c))
      return options.files.typeOf(c.req.path) ? notAllowed(c, ['GET', 'HEAD']) : c.text('Not Found\n', 404)
    if (c.env.outgoing) c.env.outgoing.isMissing = true
    return await notFoundPage(c)
  })
  site.onError(async (error, c) => {
    const failure = await formFailure(c, error)
    if (failure !== undefined) return failure
    if (error instanceof RequestError) return c.text(`${error.message}\n`, error.status)
    options.app.log.error({ requestId: c.var.requestId, err: error }, 'request failed')
    return error instanceof StorageError ? c.text('Service Unavailable\n', 503) : c.text('Internal Server Error\n', 500)
  })
  return site
}

function setVariablesAndHeaders({ app, renderPage, searchIndex }: SiteOptions): MiddlewareHandler<HttpEnv> {
  const { environment, log, counter, requestWatch } = app
  const { siteUrl, trustedProxies } = environment
  const defaultHeaders = Object.entries(securityHeaders(siteUrl))
  return async (c, next) => {
    const { incoming, outgoing, remoteAddress = incoming?.socket.remoteAddress ?? '' } = c.env
    const requestId = outgoing?.id ?? 'none'
    c.set('app', app)
    c.set('counting', app)
    c.set('renderPage', renderPage)
    c.set('searchIndex', searchIndex)
    c.set('siteUrl', siteUrl)
    c.set('reportOrigin', requestWatch.reportOrigin)
    c.set('log', log)
    c.set('requestId', requestId)
    c.set('sender', senderOf(remoteAddress, c.req.raw.headers, { trustedProxies, ...requestWatch }))
    c.set('record', (events) => counter.record(senderIn(c), events))
    await next()
    const { headers } = c.res
    if (personalPages.includes(c.req.path)) headers.set('Referrer-Policy', 'no-referrer')
    for (const [name, value] of defaultHeaders) if (!headers.has(name)) headers.set(name, value)
    headers.set('X-Request-Id', requestId)
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store')
    // A page and its Markdown version share a URL.
    if (headers.get('Content-Type')?.startsWith('text/html')) headers.set('Vary', 'Accept')
  }
}

function redirectToCanonical(files: SiteOptions['files']): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    const { path } = c.req
    if (path.length > connectionLimits.path) return c.text('URI Too Long\n', 414)
    if (!isGetOrHead(c)) return await next()
    const { search } = new URL(c.req.url)
    const moved = files.redirectOf(path)
    if (moved !== undefined) return c.redirect(withQuery(moved, search), 301)
    const canonical = canonicalPath(path)
    if (canonical !== path) return c.redirect(canonical + search, 308)
    await next()
  }
}

/** The path as sent by the client, neither decoded nor normalized. */
function rawPathOf({ url }: Request): string {
  return /^https?:\/\/[^/]*([^?]*)/.exec(url)?.[1] ?? '/'
}

function isGetOrHead({ req: { method } }: Http): boolean {
  return method === 'GET' || method === 'HEAD'
}

function notAllowed(c: Http, methods: readonly string[]): Response {
  if (c.env.outgoing) c.env.outgoing.isMissing = false
  return c.text('Method Not Allowed\n', 405, { Allow: methods.join(', ') })
}

async function readiness(c: Http, hints: readonly string[]): Promise<Response> {
  const { app, log } = c.var
  const diskProblem = await lowDisk(app.environment)
  const lines = [...hints, '']
  if (diskProblem !== undefined) lines.unshift(diskProblem)
  try {
    await app.checkReady()
    return c.text(['ready', ...lines].join('\n'))
  } catch (error) {
    log.error({ err: error }, 'couldn’t store leads')
    return c.text(['not ready', ...lines].join('\n'), 503)
  }
}

function withQuery(url: string, query: string): string {
  const [page = '', anchor] = url.split('#')
  const withoutAnchor = page + (page.includes('?') ? query.replace('?', '&') : query)
  return anchor === undefined ? withoutAnchor : `${withoutAnchor}#${anchor}`
}

/** Collapses slashes because a redirect to `//example.org/` would lead to another host. */
function canonicalPath(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  const bare = path.slice(0, end).replace(/^[/\\]+/, '/')
  return bare === '' || bare === '/index.html' ? '/' : bare
}
