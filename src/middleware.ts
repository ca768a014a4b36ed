import { defineMiddleware } from 'astro:middleware'
import type { App as Application } from './app.ts'
import { renderedAnswer } from './server/http/rendered-answer.ts'

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
    const { createTextIndex } = await import('./server/text-index.ts')
    const { textSections } = await import('./pages/_site/listed-pages.tsx')
    const texts = createTextIndex(':memory:', textSections(url))
    development ??= openForDevelopment()
    Object.assign(locals, { app: await development, texts, requestId: 'dev', sender: '127.0.0.1', path: url.pathname })
  }
  const response = await next()
  // Reading the headers of a page while it is built makes Astro warn.
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
