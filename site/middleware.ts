import { defineMiddleware } from 'astro:middleware'
import { STATUS_CODES } from 'node:http'
import { quality } from '../platform/http/accept.ts'
import type { App as Application } from '../server/app.ts'

let development: Promise<Application> | undefined

// The application keeps the content that it was opened with.
import.meta.hot?.on('astro:content-changed', () => {
  development?.then(
    (app) => app.close(),
    () => {},
  )
  development = undefined
})

/** `npm run dev` has no server of ours that hands over `locals`: the application is opened at the first request. */
export const onRequest = defineMiddleware(async ({ isPrerendered, locals, url, request }, next) => {
  if (import.meta.env.DEV && !isPrerendered) {
    const { createTextIndex } = await import('../platform/text/text-index.ts')
    const { textSections } = await import('./build/listed-pages.tsx')
    const texts = createTextIndex(':memory:', textSections(url))
    development ??= openForDevelopment()
    Object.assign(locals, { app: await development, texts, requestId: 'dev', sender: '127.0.0.1', path: url.pathname })
  }
  const response = await next()
  // Reading the headers of a page while it is built makes Astro warn.
  return isPrerendered ? response : renderedAnswer(response, request.headers.get('accept-encoding') ?? '')
})

async function openForDevelopment(): Promise<Application> {
  const { openApp } = await import('../server/app.ts')
  const { loadEnvironment } = await import('../platform/environment.ts')
  const { createLog } = await import('../platform/log.ts')
  const app = await openApp(loadEnvironment(), createLog())
  app.start()
  return app
}

function renderedAnswer(response: Response, acceptEncoding: string): Response {
  const { body, status } = response
  const headers = new Headers(response.headers)
  if (headers.has('content-encoding') || !headers.get('content-type')?.startsWith('text/html')) return response
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('vary', 'Accept, Accept-Encoding')
  const init = { status, statusText: STATUS_CODES[status] ?? '', headers }
  if (body === null || !((quality(acceptEncoding, 'gzip') ?? 0) > 0)) return new Response(body, init)
  headers.delete('content-length')
  headers.set('content-encoding', 'gzip')
  return new Response(body.pipeThrough(new CompressionStream('gzip')), init)
}
