import { defineMiddleware } from 'astro:middleware'
import type { App as Application } from './app.ts'
import { renderedAnswer } from './server/http/rendered-answer.ts'

let development: Promise<Application> | undefined

// It keeps the words that it was opened with.
import.meta.hot?.on('astro:content-changed', () => {
  development?.then(
    (app) => app.close(),
    () => {},
  )
  development = undefined
})

/**
 * The server hands every request its `locals` (src/main.ts). `npm run dev` has no such server, so the application is
 * opened here, at the first request that needs it.
 */
export const onRequest = defineMiddleware(async ({ isPrerendered, locals, url, request }, next) => {
  if (import.meta.env.DEV && !isPrerendered) {
    const { createTextIndex } = await import('./server/text-index.ts')
    const { textSections } = await import('./pages/_site/listed-pages.tsx')
    const texts = createTextIndex(':memory:', textSections(url))
    development ??= openForDevelopment()
    Object.assign(locals, { app: await development, texts, requestId: 'dev', sender: '127.0.0.1', path: url.pathname })
  }
  const response = await next()
  // Reading the headers of a page that is built would tell of a mistake.
  return isPrerendered ? response : renderedAnswer(response, request.headers.get('accept-encoding') ?? '')
})

async function openForDevelopment(): Promise<Application> {
  const { openApp } = await import('./app.ts')
  const { loadEnvironment } = await import('./server/environment.ts')
  const { createLog } = await import('./server/log.ts')
  const app = await openApp(loadEnvironment(), createLog())
  app.start()
  return app
}
