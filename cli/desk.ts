import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { serve } from '@hono/node-server'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { deskApp } from '../desk/server/desk-app.ts'
import { browserOf, createSignIn } from '../desk/server/sign-in.ts'
import { readViewFiles } from '../desk/server/view-files.ts'
import { Refusal, runAction } from '../platform/actions.ts'
import { tryRead } from '../platform/content/files/content-error.ts'
import { studioZone } from '../platform/content/site-content.ts'
import { readStudio } from '../platform/content/studio.ts'
import { deskPort } from '../platform/environment.ts'
import { actions } from '../server/actions.ts'
import type { Context } from '../server/context.ts'
import { example } from './command.ts'
import { type DemoName, demoNames } from './demo/studio.ts'
import { writeErr, writeOut } from './terminal.ts'
import { withContext } from './with-context.ts'

const pageLifetimeMs = 60_000
const idleMs = 8 * 60 * 60_000
const exitInterrupted = 130
const endSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export function addDesk(studio: Command): void {
  studio
    .command('desk')
    .description('open the desk in a browser on this machine')
    .option('--port <number>', 'port on 127.0.0.1; 0 picks a free one', readPort, deskPort)
    .option('--open', 'also open the browser')
    .addOption(new Option('--demo [studio]', 'show made-up people instead of yours').choices(demoNames).preset('busy'))
    .addHelpText(
      'after',
      example(
        'desk --open',
        `On a server: connect with ssh -L ${deskPort}:127.0.0.1:${deskPort} the-server, and run this command there.`,
      ),
    )
    .action(async ({ demo, ...options }: DeskOptions & { demo?: DemoName }) => {
      if (demo !== undefined) return await serveDemo(demo, options)
      await withContext((desk) => serveDesk(desk, options), 'desk')
    })
}

type DeskOptions = { port: number; open?: true }

async function serveDemo(studio: DemoName, options: DeskOptions): Promise<void> {
  // Exiting removes the demo's folder, even while data is still being added.
  const quit = () => process.exit(exitInterrupted)
  for (const signal of endSignals) process.once(signal, quit)
  const { openDemo } = await import('./demo/open-demo.ts')
  const demo = await openDemo({ studio })
  for (const signal of endSignals) process.off(signal, quit)
  writeErr('A demo with made-up people. Nothing here is sent or kept.')
  await serveDesk(demo, options).finally(demo.close)
}

function readPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new InvalidArgumentError('It must be a whole number from 0 to 65535.')
}

async function serveDesk(desk: Context, { port, open }: DeskOptions): Promise<void> {
  const signals = new AbortController()
  const interrupted = endSignals.map((signal) => once(process, signal, signals))
  let removePage = () => {}
  const onSignIn = (userAgent: string) => {
    removePage()
    const time = new Date().toTimeString().slice(0, 8)
    writeErr(`${time} ${browserOf(userAgent)} opened the desk.`)
    writeErr('Was that you? Type y to keep the tab, or press Enter to close it and get a new link.')
  }
  const signIn = createSignIn({ onSignIn })
  const studio = { name: tryRead(readStudio)?.name ?? 'Studio', zone: studioZone(), siteUrl: desk.environment.siteUrl }
  const idleTimer = createIdleTimer(idleMs)
  const app = deskApp({ desk, signIn, files: await readViewFiles(studio), onUse: idleTimer.reset })
  const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port })
  await once(server, 'listening').catch((error: unknown) => {
    throw listenError(error, port)
  })
  const listening = server.address()
  const origin = `http://127.0.0.1:${typeof listening === 'object' && listening ? listening.port : port}`
  const printLink = () => {
    const key = signIn.makeKey()
    writeOut(`${origin}/#${key}\n`)
    return key
  }
  const key = printLink()
  if (open) removePage = openBrowser(desk.environment.dataDir, origin, key)
  // Load the first view's data while the browser starts. If that fails, the view shows the error.
  void runAction(actions['overview.show'], desk, {}).catch(() => {})
  writeErr('This link works once. Press Enter for a new one, Ctrl-C to quit.')
  const lines = createInterface({ input: process.stdin }).on('line', (line) => {
    if (line.trim() !== 'y') return printLink()
    return writeErr(signIn.confirm() ? 'That tab stays open.' : 'There’s no open tab yet.')
  })
  await Promise.race([...interrupted, idleTimer.ended.then(() => writeErr('Closed after 8 hours of inactivity.'))])
  signals.abort()
  removePage()
  lines.close()
  server.close()
  if ('closeAllConnections' in server) server.closeAllConnections()
}

function listenError(error: unknown, port: number): Refusal {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
  return new Refusal(
    isTaken ? `Port ${port} is in use, perhaps by another desk. Use --port 0 to pick a free one.` : String(error),
  )
}

/**
 * Opens a page that posts the key. In a URL, the key would be visible in the process list and stay in the browser's
 * history. The page is in DATA_DIR because sandboxed browsers have their own /tmp.
 * @returns a function that removes the page
 */
function openBrowser(dataDir: string, origin: string, key: string): () => void {
  const folder = mkdtempSync(join(resolve(dataDir), 'open-'))
  const removePage = () => rmSync(folder, { recursive: true, force: true })
  const page = join(folder, 'desk.html')
  const form = `<form method="post" action="${origin}/"><input type="hidden" name="key" value="${key}"></form>`
  const html = `<!doctype html>\n<title>Desk</title>\n${form}\n<script>document.forms[0].submit()</script>\n`
  writeFileSync(page, html, { mode: 0o600, flag: 'wx' })
  setTimeout(removePage, pageLifetimeMs).unref()
  const command = { darwin: 'open', win32: 'explorer' }[process.platform as string] ?? 'xdg-open'
  spawn(command, [page], { stdio: 'ignore', detached: true })
    .on('error', () => writeErr(`Couldn’t run ${command}. Open the link yourself.`))
    .unref()
  return removePage
}

/** `ended` resolves once `ms` pass without a `reset`. The timer doesn't keep the process alive. */
export function createIdleTimer(ms: number) {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms).unref()
  return { ended, reset: () => void timer.refresh() }
}
