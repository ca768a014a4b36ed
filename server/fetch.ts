import { astro, FetchState } from 'astro/fetch'
import type { RenderPage } from '../platform/http/http.ts'
import type { createApp } from './app.ts'

/** Astro's part of the server: the pages of site/pages. */
export const renderPage: RenderPage = async (path, data = {}) => {
  const state = new FetchState(new Request(new URL(path, 'http://localhost')))
  Object.assign(state.locals, data)
  const page = await astro(state)
  // Astro has logged why.
  if (page.status >= 500) throw new Error(`${path} could not be rendered`)
  return page
}

type Site = ReturnType<typeof createApp>

/** What is open outlives this module, which each change of the code loads anew. */
const shared: typeof globalThis & { developmentSite?: Promise<Site> | undefined } = globalThis

// Not what the site said before, either.
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

/** `npm run dev`: Astro's dev server asks this. In the built server main.ts answers. */
export default {
  async fetch(request: Request): Promise<Response> {
    const state = new FetchState(request)
    // The build makes a file of it.
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
  const texts = () => createTextIndex(':memory:', textSections(new URL(environment.siteUrl)))
  const files = { find: () => undefined, redirectOf: () => undefined, typeOf: () => undefined }
  return createApp({ app, renderPage, texts, files })
}
