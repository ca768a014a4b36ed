import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inspect } from 'node:util'
import { ContentError } from '../platform/content/read-content.ts'
import { StorageError } from '../platform/db/database.ts'
import { EnvironmentError, loadEnvironment } from '../platform/environment.ts'
import { environmentNotes } from '../platform/environment-notes.ts'
import { handOver, listen, portOf } from '../platform/http/listen.ts'
import { createSiteServer, type SiteServerOptions, securityHeaders } from '../platform/http/site-server.ts'
import { builtForAnother, openStaticFiles } from '../platform/http/static-files.ts'
import { createLog, createServerLog } from '../platform/log.ts'
import { openTextIndex, textIndexFile } from '../platform/text/text-index.ts'
import { watchMainThread } from '../platform/watch-main-thread.ts'
import { type App as Application, openApp } from './app.ts'
import { confirmPath as callConfirmPath, managePath as callManagePath } from './calls/links.ts'
import { readTrained, trainedFile } from './chat/book/trained-answers.ts'
import { routes, seenPath } from './routes.ts'
import { uncountedPath } from './visits/uncounted.ts'

/** This file's own build (server/main.mjs in it), which stays as it is while another one is made. */
const build = join(import.meta.dirname, '..')
/** No visitor gets here: the build stops where `routes` names what Astro does not have. */
const missing = () => {
  throw new Error('there is no page for a route of server/routes.ts')
}
/** Once told to stop, the process is gone within 5 s: requests under way get the first part, mails the rest. */
const drainMs = 3000
const closeMs = 1500
/** A database may keep silent for long: what it has not confirmed was promised to nobody. */
const latestExitMs = 4800
/** Of sysexits.h: an error of the program's own. scripts/start.mjs starts it again. */
const crashedCode = 70

process.on('uncaughtException', fail)
try {
  await serve()
} catch (error) {
  fail(error)
}

/** A mistake of the owner's ends with 1: scripts/start.mjs does not start the site again before it is fixed. */
function fail(error: unknown): never {
  const isKnown = [EnvironmentError, ContentError, StorageError].some((kind) => error instanceof kind)
  say(isKnown && error instanceof Error ? error.message : inspect(error))
  process.exit(isKnown ? 1 : crashedCode)
}

/** Nobody becomes a client by what they see after a call is booked. */
const uncountedPages = [uncountedPath, callManagePath, callConfirmPath]

async function serve(): Promise<void> {
  const environment = loadEnvironment()
  const log = createServerLog()
  const texts = openTextIndex(join(build, textIndexFile))
  const app = await openApp(environment, log, {
    answers: readTrained(join(build, trainedFile)),
    backupProgram: join(build, 'server/nightly-backup.mjs'),
    calendarProgram: join(build, 'server/read-calendar.mjs'),
  })
  const astro: {
    handler: (req: IncomingMessage, res: ServerResponse, next: () => void, locals: App.Locals) => Promise<void>
  } = await import(pathToFileURL(join(build, 'server/entry.mjs')).href)
  const commonHeaders = securityHeaders(environment.siteUrl)
  const wrongAddress = builtForAnother(build, environment.siteUrl)
  const files = openStaticFiles(build, commonHeaders)
  const isPage = (path: string) => files.isPage(path) || routes[path]?.includes('GET') === true
  app.counter.countPages((path) => isPage(path) && !path.startsWith('/blog/preview/') && !uncountedPages.includes(path))
  const options: SiteServerOptions = {
    files,
    dynamic: (req, res, context) => astro.handler(req, res, missing, { app, texts, ...context }),
    routes: { ...routes, [seenPath]: ['GET', 'POST'] },
    direct: {
      [seenPath]: ({ headers, body }, address) => app.counter.takeSeen({ address, headers }, body),
    },
    notFoundPath: '/404',
    readiness: () => readiness(app, wrongAddress),
    commonHeaders,
    trustedProxies: environment.trustedProxies,
    noteProxy: app.proxyWatch.note,
    log,
  }
  await warmUp(options)
  const server = createSiteServer(options)
  const port = await listen(server, environment.host, environment.port)
  app.start()
  let isStopping = false
  const stopOnce = () => {
    // Ctrl-C comes twice, from the terminal and from npm, and the second must not cut short what the first began.
    if (isStopping) return
    isStopping = true
    void stop(server, app)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOnce)
  handOver(server, stopOnce)
  watchMainThread()
  for (const note of [...environmentNotes(process.env, environment), wrongAddress]) if (note) say(`! ${note}`)
  say(`${app.studio.name} is at http://${reachable(environment.host)}:${port}`)
  if (process.stderr.isTTY) {
    say(`Requests are for ${app.contact.mail.leadsTo.address}; ${app.mailer.description}.`)
    say('Next: open the address, send the form, then type `npm run studio` in another terminal. Ctrl-C ends the site.')
  }
}

function reachable(host: string): string {
  const everywhere: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }
  return everywhere[host] ?? (host.includes(':') ? `[${host}]` : host)
}

function say(line: string): void {
  process.stderr.write(`${line}\n`)
}

/** Keeps the code and content of this start in memory, whatever is built meanwhile. Outside the log, which is visitors'. */
async function warmUp(options: SiteServerOptions): Promise<void> {
  const server = createSiteServer({ ...options, log: createLog(undefined, 'error') })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { ok, status } = await fetch(`http://127.0.0.1:${portOf(server)}/contact`)
  server.close()
  server.closeAllConnections()
  if (!ok) throw new Error(`the built site cannot render its pages (status ${status}); the lines above say why`)
}

/** Notes, a sentence each; undefined while no lead can be taken. */
async function readiness({ checkReady, log }: Application, wrongAddress: string | undefined) {
  try {
    const notes = await checkReady()
    return wrongAddress === undefined ? notes : [...notes, wrongAddress]
  } catch (error) {
    log.error({ err: error }, 'no lead could be taken')
    return undefined
  }
}

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
