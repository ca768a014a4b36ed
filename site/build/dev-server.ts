import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import type { AstroIntegration } from 'astro'
import { html } from 'hono/html'
import type { Connect, Plugin, ViteDevServer } from 'vite'
import { readArticlesAndPages } from '../../platform/content/articles-and-pages.ts'
import { ContentError, contentPath, tryRead } from '../../platform/content/read-content.ts'
import { readSiteContent } from '../../platform/content/site-content.ts'
import { deskPort, isInside } from '../../platform/environment.ts'
import { readEverything } from './check-content.ts'

/** For `npm run dev`: after changes in content/, calls `prepare`, which writes the style sheet, and reloads the page. */
export function devServer(prepare: () => Promise<void>, sheet: string): AstroIntegration {
  return {
    name: 'dev-server',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig, logger }) => {
        if (command !== 'dev') return
        const { port: wanted, host } = config.server
        const port = await freePort(wanted, String(host))
        if (port !== wanted) logger.warn(`Port ${wanted} is taken: using ${port}.`)
        // Packages for tests might be missing.
        const vite = { optimizeDeps: { entries: ['!**/*.test.tsx'] }, plugins: [showMistakes()] }
        updateConfig({ server: { port }, vite })
      },
      'astro:server:setup': ({ server, logger }) => {
        const folder = resolve(server.config.root, contentPath())
        let prepared = Promise.resolve()
        server.watcher.add(folder)
        server.watcher.on('all', (_, file) => {
          if (!isInside(resolve(server.config.root, file), folder)) return
          prepared = prepared
            .then(prepare)
            .catch((error: unknown) => error instanceof ContentError || logger.error(String(error)))
            .then(() => reload(server, sheet))
        })
      },
    },
  }
}

/** Answers requests for pages, which come after those for Vite's own files. The script reloads the page. */
function showMistakes(): Plugin {
  let last: string | undefined
  return {
    name: 'show-mistakes',
    enforce: 'pre',
    configureServer: ({ middlewares, config }) => {
      const answer: Connect.NextHandleFunction = (_, response, next) => {
        const before = last
        last = undefined
        tryRead(readAsInDev, (mistakes) => (last = mistakes))
        if (last === undefined) return next()
        if (last !== before) config.logger.error(last)
        response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' })
        response.end(
          String(html`<!doctype html><title>content/</title><script type="module" src="/@vite/client"></script>
<h1>Correct content/</h1><pre style="white-space: pre-wrap">${last}</pre>`),
        )
      }
      return () => middlewares.use(answer)
    },
  }
}

const readAsInDev = () => readEverything(readSiteContent, () => readArticlesAndPages(true))

function reload({ config, environments }: ViteDevServer, sheet: string): void {
  const { client, ...rendering } = environments
  // Vite notices the new sheet too, but maybe after the reload.
  for (const { moduleGraph } of Object.values(environments)) moduleGraph.onFileChange(resolve(config.root, sheet))
  // Astro's own event, after which all pages read content/ again.
  for (const environment of Object.values(rendering)) environment.hot.send('astro:content-changed', {})
  client.hot.send({ type: 'full-reload', path: '*' })
}

/** @returns `wanted` or, if it's taken, the next free port other than the desk's */
async function freePort(wanted: number, host: string): Promise<number> {
  for (let port = wanted; port < 65_536; port += 1)
    if ((port === wanted || port !== deskPort) && (await isFree(port, host))) return port
  return wanted
}

async function isFree(port: number, host: string): Promise<boolean> {
  const server = createServer().listen(port, host)
  try {
    await once(server, 'listening')
    return true
  } catch (error) {
    // Other errors, such as an unknown host, are the same at every port.
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return false
    throw error
  } finally {
    server.close()
  }
}
