import type { IncomingMessage, ServerResponse } from 'node:http'
import { openApp } from './app.ts'
import { loadEnvironment } from './server/environment-file.ts'
import { createLog } from './server/log.ts'
import { securityHeaders } from './server/security-headers.ts'
import { createSiteServer } from './server/site-server.ts'
import { openStaticFiles } from './server/static-files.ts'

/** What `astro build` makes of the pages that are rendered on demand. */
type AstroEntry = {
  handler: (req: IncomingMessage, res: ServerResponse, next: () => void, locals: App.Locals) => Promise<void>
}

/** How long requests that are under way may take to finish once the process is told to stop. */
const drainMs = 4500

const environment = loadEnvironment()
const log = createLog()
const app = await openApp(environment, log)
const astro: AstroEntry = await import(new URL('../dist/server/entry.mjs', import.meta.url).href)
const commonHeaders = securityHeaders(environment.siteUrl)

const server = createSiteServer({
  files: openStaticFiles('dist', commonHeaders),
  dynamic: (req, res, next, context) => astro.handler(req, res, next, { app, ...context }),
  isReady,
  commonHeaders,
  trustedProxies: environment.trustedProxies,
  log,
})

server.once('error', (error) => fail(`The server could not start: ${error.message}`))
server.listen(environment.port, environment.host, () => {
  app.start()
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : environment.port
  process.stderr.write(`Kitewright is at http://${environment.host}:${port}\n`)
})

for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())

async function isReady(): Promise<boolean> {
  try {
    await app.checkReady()
    return true
  } catch (error) {
    log.error({ err: error }, 'no lead could be taken')
    return false
  }
}

/** Takes no new connection, lets what is under way finish, and leaves nothing half-written. */
async function stop(): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  const timer = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearTimeout(timer)
  await app.close()
  process.exit(0)
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
