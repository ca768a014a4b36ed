import { once } from 'node:events'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { ContentError } from '../platform/content/read-content.ts'
import { StorageError } from '../platform/db/database.ts'
import { EnvironmentError, loadEnvironment } from '../platform/environment.ts'
import { environmentHints } from '../platform/environment-hints.ts'
import { builtForAnother, openBuiltFiles } from '../platform/http/built-files.ts'
import { securityHeaders } from '../platform/http/http.ts'
import { handOver, listen } from '../platform/http/listen.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { createServerLog } from '../platform/log.ts'
import { openTextIndex, textIndexFile } from '../platform/text/text-index.ts'
import { watchMainThread } from '../platform/watch-main-thread.ts'
import { createApp } from './app.ts'
import { readTrained, trainedFile } from './chat/train.ts'
import { renderPage } from './fetch.ts'
import { openServices, type Services } from './services.ts'

/** This file's own build (server/main.mjs in it), which stays as it is while another one is made. */
const build = join(import.meta.dirname, '..')
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

async function serve(): Promise<void> {
  const environment = loadEnvironment()
  const log = createServerLog()
  const texts = openTextIndex(join(build, textIndexFile))
  const app = await openServices(environment, log, {
    answers: readTrained(join(build, trainedFile)),
    backupProgram: join(build, 'server/nightly-backup.mjs'),
    calendarProgram: join(build, 'server/read-calendar.mjs'),
  })
  const wrongAddress = builtForAnother(build, environment.siteUrl)
  const files = openBuiltFiles(build, securityHeaders(environment.siteUrl))
  const site = createApp({ app, renderPage, texts: () => texts, files, hints: wrongAddress ? [wrongAddress] : [] })
  app.counter.countPages(site.isCounted)
  const server = createHttpServer({ fetch: site.fetch, files, log })
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
  for (const hint of [...environmentHints(process.env, environment), wrongAddress]) if (hint) say(`! ${hint}`)
  say(`${app.studio.name} is at http://${reachable(environment.host)}:${port}`)
  if (process.stderr.isTTY) {
    say(`Requests are for ${app.contact.emailSettings.leadsTo.address}; ${app.mailer.description}.`)
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

async function stop(server: Server, app: Services): Promise<void> {
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
