import { once } from 'node:events'
import { statSync } from 'node:fs'
import { createServer } from 'node:net'
import { resolve } from 'node:path'
import type { AstroIntegration } from 'astro'
import { html } from 'hono/html'
import type { Plugin, ViteDevServer } from 'vite'
import { ContentError, contentFiles, contentPath } from '../../platform/content/read-content.ts'
import { readSiteContent } from '../../platform/content/site-content.ts'
import { readSiteTexts } from '../../platform/content/site-texts.ts'
import { deskPort, isInside } from '../../platform/environment.ts'
import { readEverything } from './check-content.ts'

/**
 * For `npm run dev`: after changes in content/, calls `prepare`, which writes the style sheet, and reloads the page.
 * Mistakes in content/ are logged, and shown instead of the pages.
 */
export function devServer(prepare: () => Promise<void>, sheet: string): AstroIntegration {
  let check: () => Promise<string> = async () => ''
  return {
    name: 'dev-server',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig, logger }) => {
        if (command !== 'dev') return
        const { port: wanted, host } = config.server
        const port = await freePort(wanted, String(host))
        if (port !== wanted) logger.warn(`Port ${wanted} is taken: using ${port}.`)
        // Packages for tests might be missing.
        updateConfig({
          server: { port },
          vite: { optimizeDeps: { entries: ['!**/*.test.tsx'] }, plugins: [showMistakes(() => check())] },
        })
      },
      'astro:server:setup': ({ server, logger }) => {
        const folder = resolve(server.config.root, contentPath())
        check = contentCheck(prepare, (mistakes) => logger.error(mistakes))
        void check()
        server.watcher.add(folder)
        server.watcher.on('all', (_, file) => {
          if (isInside(resolve(server.config.root, file), folder)) void check().then(() => reload(server, sheet))
        })
      },
    },
  }
}

/** Returns a function that checks content/ if a file has changed, and prepares the site. It resolves with all mistakes. */
function contentCheck(prepare: () => Promise<void>, onMistakes: (mistakes: string) => void): () => Promise<string> {
  let last = Promise.resolve({ changes: '', mistakes: '' })
  return async () => {
    last = last.then(async (before) => {
      const changes = contentFiles('**/*').map(
        (file) => statSync(contentPath(file), { throwIfNoEntry: false })?.mtimeMs,
      )
      if (changes.join() === before.changes) return before
      const mistakes = await mistakesFound(prepare)
      if (mistakes !== '' && mistakes !== before.mistakes) onMistakes(mistakes)
      return { changes: changes.join(), mistakes }
    })
    return (await last).mistakes
  }
}

async function mistakesFound(prepare: () => Promise<void>): Promise<string> {
  try {
    readEverything(readSiteContent, () => readSiteTexts(true))
    await prepare()
    return ''
  } catch (error) {
    return error instanceof ContentError ? error.message : String(error instanceof Error ? error.stack : error)
  }
}

/** Answers requests for pages, which come after those for Vite's own files. The page's script reloads it. */
function showMistakes(check: () => Promise<string>): Plugin {
  return {
    name: 'show-mistakes',
    enforce: 'pre',
    configureServer: ({ middlewares }) => {
      return () =>
        middlewares.use(async (_, response, next) => {
          const text = await check()
          if (text === '') return next()
          response.writeHead(500, { 'content-type': 'text/html; charset=utf-8' }).end(String(mistakesPage(text)))
        })
    },
  }
}

function mistakesPage(text: string) {
  return html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Correct content/</title>
<script type="module" src="/@vite/client"></script>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<body style="margin: 2rem; font: 1rem/1.5 system-ui"><h1>Correct content/</h1>
<pre style="white-space: pre-wrap">${text}</pre><p>Save the file, and this page shows the site again.</p>`
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
