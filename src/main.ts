import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { type App as Application, openApp } from './app.ts'
import { ContentError } from './content/read-content.ts'
import { confirmPath, unsubscribePath } from './features/newsletter/newsletter-links.ts'
import { type Environment, EnvironmentError } from './server/environment.ts'
import { loadEnvironment } from './server/environment-file.ts'
import { createServerLog } from './server/log.ts'
import { securityHeaders } from './server/security-headers.ts'
import { createSiteServer } from './server/site-server.ts'
import { openStaticFiles } from './server/static-files.ts'
import { StorageError } from './server/storage-error.ts'
import { openTextIndex, textIndexFile } from './server/text-index.ts'

/** What `astro build` makes of the pages that are rendered on demand. */
type AstroEntry = {
  handler: (req: IncomingMessage, res: ServerResponse, next: () => void, locals: App.Locals) => Promise<void>
}

/** This file's own build (server/main.mjs in it), which stays as it is while another one is made. */
const build = join(import.meta.dirname, '..')
const ownersMistakes = [EnvironmentError, ContentError, StorageError]
/** Once told to stop, the process is gone within 5 s: requests under way get the first part, mails the rest. */
const drainMs = 3000
const closeMs = 1500
/** However long a database keeps silent: what it has not confirmed was promised to nobody. */
const latestExitMs = 4800

try {
  await serve()
} catch (error) {
  // What the owner can mend is told in its own words; anything else is a fault of the program, and shows where.
  const isKnown = ownersMistakes.some((kind) => error instanceof kind)
  process.stderr.write(`${isKnown && error instanceof Error ? error.message : inspect(error)}\n`)
  process.exit(1)
}

async function serve(): Promise<void> {
  const environment = loadEnvironment()
  const log = createServerLog()
  const textFile = join(build, textIndexFile)
  const texts = openTextIndex(textFile)
  const app = await openApp(environment, log, {
    texts: { file: textFile },
    mindProgram: join(build, 'server/mind.mjs'),
    backupProgram: join(build, 'server/nightly-backup.mjs'),
  })
  const astro: AstroEntry = await import(pathToFileURL(join(build, 'server/entry.mjs')).href)
  const commonHeaders = securityHeaders(environment.siteUrl)
  const server = createSiteServer({
    files: openStaticFiles(build, commonHeaders),
    dynamic: (req, res, next, context) => astro.handler(req, res, next, { app, texts, ...context }),
    notFoundPath: '/404',
    isReady: () => isReady(app),
    commonHeaders,
    postedPages: [confirmPath, unsubscribePath],
    trustedProxies: environment.trustedProxies,
    log,
  })
  const port = await listen(server, environment)
  app.start()
  let isStopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // Ctrl-C comes twice, from the terminal and from npm, and the second must not cut short what the first began.
      if (isStopping) return
      isStopping = true
      void stop(server, app)
    })
  }
  await warmUp(port, environment.host)
  process.stderr.write(
    `Kitewright is at http://${environment.host.includes(':') ? `[${environment.host}]` : environment.host}:${port}\n`,
  )
}

/** @returns the port, which the system has chosen where the environment says 0 */
async function listen(server: Server, { host, port }: Environment): Promise<number> {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new EnvironmentError(
      `HOST, PORT: cannot listen on ${host}:${port}: ${error instanceof Error ? error.message : error}`,
    )
  }
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : port
}

/**
 * Renders one page before anybody asks for it: its code and the content that it reads are in memory from here on, and
 * stay those of this start, whatever is edited or built meanwhile.
 */
async function warmUp(port: number, host: string): Promise<void> {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
  const address = everywhere[host] ?? (host.includes(':') ? `[${host}]` : host)
  const { ok, status } = await fetch(`http://${address}:${port}/contact`)
  if (!ok) throw new Error(`the built site cannot render its pages (status ${status}); the log says why`)
}

async function isReady({ checkReady, log }: Application): Promise<boolean> {
  try {
    await checkReady()
    return true
  } catch (error) {
    log.error({ err: error }, 'no lead could be taken')
    return false
  }
}

/** Takes no new connection, lets what is under way finish, and leaves nothing half-written. */
async function stop(server: Server, app: Application): Promise<void> {
  setTimeout(() => process.exit(0), latestExitMs)
  const drained = once(server, 'close')
  server.close()
  // A connection that was busy then is idle once it has its answer, and kept alive unless it is closed.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const cut = setTimeout(() => server.closeAllConnections(), drainMs)
  await drained
  clearTimeout(cut)
  clearInterval(idle)
  await app.close(closeMs)
  process.exit(0)
}
