import { astro, FetchState } from 'astro/fetch'
import type { RenderPage } from '../platform/http/request-context.ts'
import type { createApp } from './app.ts'

/** @param path the path of a page in site/pages */
export const renderPage: RenderPage = async (path, data = {}) => {
  const state = new FetchState(new Request(new URL(path, 'http://localhost')))
  Object.assign(state.locals, data)
  const page = await astro(state)
  // Astro has logged the reason.
  if (page.status >= 500) throw new Error(`couldn’t render ${path}`)
  return page
}

type Site = ReturnType<typeof createApp>

/** State that must survive reloads of this module, which each code change causes. */
const shared: typeof globalThis & { developmentSite?: Promise<Site> | undefined } = globalThis

import.meta.hot?.on('astro:content-changed', close)
void close()

async function close(): Promise<void> {
  const opened = shared.developmentSite
  shared.developmentSite = undefined
  await opened?.then(
    ({ app }) => app.close(),
    () => {},
  )
}

/** Entry point for `npm run dev`, called by Astro's dev server. The built server starts in main.ts. */
export default {
  async fetch(request: Request): Promise<Response> {
    const state = new FetchState(request)
    if (state.routeData?.prerender) return await astro(state)
    shared.developmentSite ??= openForDevelopment()
    return await (await shared.developmentSite).fetch(request)
  },
}

async function openForDevelopment(): Promise<Site> {
  const { openServices } = await import('./services.ts')
  const { createApp } = await import('./app.ts')
  const { loadEnvironment } = await import('../platform/environment.ts')
  const { createLog } = await import('../platform/log.ts')
  const { createTextIndex } = await import('../platform/text/text-index.ts')
  const { textSections } = await import('../site/build/listed-pages.tsx')
  const environment = loadEnvironment()
  const app = await openServices(environment, createLog())
  app.start()
  const searchIndex = () => createTextIndex(':memory:', textSections(new URL(environment.siteUrl)))
  const files = { find: () => undefined, redirectOf: () => undefined, typeOf: () => undefined }
  return createApp({ app, renderPage, searchIndex, files })
}
