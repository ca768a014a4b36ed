import { once } from 'node:events'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import type { AstroIntegration } from 'astro'
import type { ViteDevServer } from 'vite'
import { contentPath } from '../../platform/content/read-content.ts'
import { deskPort, isInside } from '../../platform/environment.ts'

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
        updateConfig({ server: { port }, vite: { optimizeDeps: { entries: ['!**/*.test.tsx'] } } })
      },
      'astro:server:setup': ({ server, logger }) => {
        const folder = resolve(server.config.root, contentPath())
        let prepared = Promise.resolve()
        server.watcher.add(folder)
        server.watcher.on('all', (_, file) => {
          if (!isInside(resolve(server.config.root, file), folder)) return
          prepared = prepared
            .then(prepare)
            .catch((error: unknown) => logger.error(error instanceof Error ? error.message : String(error)))
            .then(() => reload(server, sheet))
        })
      },
    },
  }
}

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
