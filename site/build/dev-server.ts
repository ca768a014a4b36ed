import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import type { AstroIntegration } from 'astro'
import { html } from 'hono/html'
import type { Connect, Plugin, ViteDevServer } from 'vite'
import { readArticlesAndPages } from '../../platform/content/articles-and-pages.ts'
import { ContentError, tryRead } from '../../platform/content/files/content-error.ts'
import { contentPath } from '../../platform/content/files/content-files.ts'
import { readSiteContent } from '../../platform/content/site-content.ts'
import { deskPort, isInside } from '../../platform/environment.ts'
import { readAllContent } from './validate-content.ts'

/**
 * Watches content/ during `npm run dev`: reloads pages after a change, and shows errors in place of pages.
 * @param writeTheme rewrites `themeSheet` if the theme has changed
 */
export function devServer(writeTheme: () => Promise<void>, themeSheet: string): AstroIntegration {
  return {
    name: 'dev-server',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig, logger }) => {
        if (command !== 'dev') return
        const { port: preferred, host } = config.server
        const port = await freePort(preferred, String(host))
        if (port !== preferred) logger.warn(`Port ${preferred} is taken, so the site is on port ${port}.`)
        // Leave out tests, whose packages might not be installed.
        const vite = { optimizeDeps: { entries: ['!**/*.test.tsx'] }, plugins: [showContentErrors()] }
        updateConfig({ server: { port }, vite })
      },
      'astro:server:setup': ({ server, logger }) => {
        const folder = resolve(server.config.root, contentPath())
        // Handle one change at a time.
        let lastChange = Promise.resolve()
        server.watcher.add(folder)
        server.watcher.on('all', (_, file) => {
          if (!isInside(resolve(server.config.root, file), folder)) return
          lastChange = lastChange
            .then(writeTheme)
            .catch((error: unknown) => {
              // showContentErrors reports errors in content/.
              if (!(error instanceof ContentError)) logger.error(String(error))
            })
            .then(() => reload(server, themeSheet))
        })
      },
    },
  }
}

/** While content/ has errors, responds to every page request with the list. Vite's script then reloads the page. */
function showContentErrors(): Plugin {
  let errors: string | undefined
  return {
    name: 'show-content-errors',
    enforce: 'pre',
    configureServer: ({ middlewares, config }) => {
      const respond: Connect.NextHandleFunction = (_, response, next) => {
        const loggedErrors = errors
        errors = undefined
        tryRead(readForDev, (found) => (errors = found))
        if (errors === undefined) return next()
        if (errors !== loggedErrors) config.logger.error(errors)
        response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' })
        response.end(
          String(html`<!doctype html><title>content/</title><script type="module" src="/@vite/client"></script>
<h1>Errors in content/</h1><pre style="white-space: pre-wrap">${errors}</pre>`),
        )
      }
      // Vite serves its own files first.
      return () => middlewares.use(respond)
    },
  }
}

function readForDev(): void {
  readAllContent(readSiteContent, () => readArticlesAndPages(true))
}

function reload({ config, environments }: ViteDevServer, themeSheet: string): void {
  const { client, ...rendering } = environments
  // Vite also detects the new style sheet, but possibly after the reload.
  for (const { moduleGraph } of Object.values(environments)) moduleGraph.onFileChange(resolve(config.root, themeSheet))
  // With this internal event, Astro makes all pages read content/ again.
  for (const environment of Object.values(rendering)) environment.hot.send('astro:content-changed', {})
  client.hot.send({ type: 'full-reload', path: '*' })
}

/** @returns the preferred port or, if it's taken, the next free port other than the desk's */
async function freePort(preferred: number, host: string): Promise<number> {
  for (let port = preferred; port < 65_536; port += 1) {
    const isDesks = port === deskPort && port !== preferred
    if (!isDesks && (await isFree(port, host))) return port
  }
  return preferred
}

async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
    return true
  } catch (error) {
    // Any other error, such as an unknown host, would occur on every port.
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  } finally {
    server.close()
  }
}
