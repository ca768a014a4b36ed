import { once } from 'node:events'
import type { Server } from 'node:http'
import { createServer, type Server as Listener } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { inspect } from 'node:util'
import { emailAddresses } from '../platform/content/email-sender.ts'
import { ContentError } from '../platform/content/files/content-error.ts'
import { reasonOf, StorageError } from '../platform/db/database.ts'
import { type Environment, EnvironmentError, loadEnvironment, localUrl } from '../platform/environment.ts'
import { environmentHints } from '../platform/environment-hints.ts'
import { openBuiltFiles } from '../platform/http/built-files.ts'
import { securityHeaders } from '../platform/http/security-headers.ts'
import { createHttpServer } from '../platform/http/server.ts'
import { siteUrlMismatch } from '../platform/http/static-manifest.ts'
import { createServerLog } from '../platform/log.ts'
import { openTextIndex, textIndexFile } from '../platform/text/text-index.ts'
import { watchMainThread } from '../platform/watch-main-thread.ts'
import { createApp } from './app.ts'
import { renderPage } from './astro-entry.ts'
import { readTrained, trainedFile } from './chat/understand/train.ts'
import { openServices, type Services } from './services.ts'

/** The folder of this build. Each build has its own. */
const build = join(import.meta.dirname, '..')
/** After a signal, the process ends within 5 s. Requests get the first 3 s, and emails the rest. */
const drainMs = 3000
const closeMs = 1500
/** Exit deadline, even if the database hangs. Nothing acknowledged to visitors is lost, as it's already committed. */
const exitDeadlineMs = 4800
/** Delay between attempts to open the database. */
const reopenMs = 10_000
const isTakingOver = process.argv.includes('--take-over')
/** Exit code (EX_SOFTWARE in sysexits.h) that makes scripts/start.mjs restart the server. */
const crashedCode = 70

process.on('uncaughtException', fail)
// On a full disk, lose lines instead of ending the process.
process.stderr.on('error', () => {})
try {
  await serve()
} catch (error) {
  fail(error)
}

/** Exits with 1 for errors in settings or content. scripts/start.mjs then doesn't restart the server. */
function fail(error: unknown): never {
  const isKnown = [EnvironmentError, ContentError, StorageError].some((kind) => error instanceof kind)
  printLine(isKnown && error instanceof Error ? error.message : inspect(error))
  process.exit(isKnown ? 1 : crashedCode)
}

async function serve(): Promise<void> {
  const { environment, socket } = await pickPort(loadEnvironment())
  const log = createServerLog()
  const searchIndex = openTextIndex(join(build, textIndexFile))
  const urlMismatch = siteUrlMismatch(build, environment.siteUrl)
  const files = openBuiltFiles(build, securityHeaders(environment.siteUrl), log)
  async function openSite() {
    const app = await openServices(environment, log, {
      answers: readTrained(join(build, trainedFile)),
      backupProgram: join(build, 'server/nightly-backup.mjs'),
      calendarProgram: join(build, 'server/read-calendar.mjs'),
      detailsProgram: join(build, 'server/read-details.mjs'),
    })
    const hints = urlMismatch === undefined ? [] : [urlMismatch]
    const site = createApp({ app, renderPage, searchIndex: () => searchIndex, files, hints })
    app.counter.setPages(site.isCounted)
    return site
  }
  let site = await openSite()
  const server = createHttpServer({ fetch: (request, env) => site.fetch(request, env), files, log })
  const port = await listen(server, environment, await (isTakingOver ? takeOver() : socket))
  let isStopping = false
  const stopOnce = () => {
    // Ctrl-C arrives twice: from the terminal and from npm.
    if (isStopping) return
    isStopping = true
    void stop(server, site.app)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stopOnce)
  handOver(server, stopOnce)
  watchMainThread()
  const hints = environmentHints(process.env, environment).map(({ text }) => text)
  if (urlMismatch !== undefined) hints.push(urlMismatch)
  for (const hint of hints) printLine(`! ${hint}`)
  const { studio, mailer } = site.app
  printLine(`${studio.name} is at ${localUrl(environment.host, port)}`)
  if (process.stderr.isTTY) {
    printLine(`Leads go to ${emailAddresses(environment, studio).leadsTo.address}; ${mailer.description}.`)
    printLine(
      'Next: open the URL, submit the form, then run `npm run studio` in another terminal. Ctrl-C stops the site.',
    )
  }
  while (site.app.database.isClosed) {
    await delay(reopenMs)
    site = await openSite().catch((error: unknown) => {
      log.warn({ reason: reasonOf(error) }, 'still couldn’t open the database')
      return site
    })
  }
  site.app.start()
}

function printLine(line: string): void {
  process.stderr.write(`${line}\n`)
}

async function stop(server: Server, app: Services): Promise<void> {
  setTimeout(() => process.exit(0), exitDeadlineMs)
  const drained = once(server, 'close')
  server.close()
  // Connections that were busy at `close()` stay open after their response, so close them here.
  const idle = setInterval(() => server.closeIdleConnections(), 50)
  const cutOff = setTimeout(() => server.closeAllConnections(), drainMs)
  await drained
  clearTimeout(cutOff)
  clearInterval(idle)
  await app.close(closeMs)
  process.exit(0)
}

/** With PORT=0, listens before the site opens: email links need the port, and visitors can't know it yet. */
async function pickPort(environment: Environment): Promise<{ environment: Environment; socket?: Listener }> {
  if (environment.port !== 0 || isTakingOver) return { environment }
  const socket = createServer()
  process.env['PORT'] = `${await listen(socket, environment)}`
  return { environment: loadEnvironment(), socket }
}

/** Receives the socket of the server that this process replaces, as scripts/start.mjs requested. */
async function takeOver(): Promise<object> {
  const received = once(process, 'message')
  process.send?.('ready')
  const [, socket] = await received
  return socket
}

/** @param socket a listening socket to use instead @returns the port @throws EnvironmentError if it couldn't listen */
async function listen(server: Listener, { host, port }: Environment, socket?: object): Promise<number> {
  server.listen(socket ?? { host, port })
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new EnvironmentError(
      `HOST, PORT: couldn’t listen on ${host}:${port}: ${error instanceof Error ? error.message : error}`,
    )
  }
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/**
 * Hands the socket to the next server when scripts/start.mjs asks for it, then stops. Also stops if start.mjs exits, which is
 * the signal to stop on Windows.
 */
function handOver(server: Server, stop: () => void): void {
  process.once('message', () => process.send?.('socket', Reflect.get(server, '_handle'), {}, stop))
  process.once('disconnect', stop)
}
