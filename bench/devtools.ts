import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Transform } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { browserArguments, pathOfBrowser } from '../tests/support/browser.ts'

type Message = {
  id?: number
  method?: string
  params?: { sessionId?: string; targetInfo?: { type?: string } }
  result?: Record<string, unknown>
  error?: { message: string }
}

/** A page in a browser, by the DevTools protocol itself. */
type BrowserPage = {
  send: (method: string, parameters?: object) => Promise<Record<string, unknown>>
  /** @returns the value of an expression, awaited */
  evaluate: (expression: string) => Promise<unknown>
}

export type Devtools = {
  /** A tab that may render pages beforehand, and the empty page in it. */
  openTab: () => Promise<BrowserPage>
  /** The page that is shown at an address, once there is one: one that was rendered beforehand takes the other's place. */
  pageAt: (url: string) => Promise<BrowserPage>
  close: () => Promise<void>
}

/**
 * Starts a browser that does what visitors' browsers do. Test drivers watch pages and not tabs, and so can't follow a page
 * that was rendered beforehand: under them browsers don't do it.
 */
export async function startDevtools(): Promise<Devtools> {
  const profile = await mkdtemp(join(tmpdir(), 'kitewright-browser-'))
  const own = ['--headless=new', '--remote-debugging-port=0', '--window-size=1280,800', `--user-data-dir=${profile}`]
  const browser = spawn(pathOfBrowser('whole-browser'), [...browserArguments, ...own], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const socket = new WebSocket(await addressIn(browser.stderr))
  await once(socket, 'open')
  const waiting = new Map<number, (message: Message) => void>()
  const pages: BrowserPage[] = []
  const attached = new EventTarget()
  socket.addEventListener('message', ({ data }) => {
    const message: Message = JSON.parse(String(data))
    if (message.id !== undefined) waiting.get(message.id)?.(message)
    const { sessionId, targetInfo } = message.params ?? {}
    if (message.method !== 'Target.attachedToTarget' || targetInfo?.type !== 'page' || !sessionId) return
    pages.unshift(pageOf(sessionId))
    attached.dispatchEvent(new Event('page'))
  })
  let count = 0
  const send = async (method: string, params: object = {}, sessionId?: string) => {
    count += 1
    const id = count
    const answered = new Promise<Message>((resolve) => waiting.set(id, resolve))
    socket.send(JSON.stringify({ id, method, params, sessionId }))
    const { result, error } = await answered
    waiting.delete(id)
    if (error) throw new Error(`${method}: ${error.message}`)
    return result ?? {}
  }
  const pageOf = (sessionId: string): BrowserPage => ({
    send: (method, parameters) => send(method, parameters, sessionId),
    async evaluate(expression) {
      const asked = { expression, awaitPromise: true, returnByValue: true }
      const { result } = await send('Runtime.evaluate', asked, sessionId)
      return Object(result)['value']
    },
  })
  return {
    async openTab() {
      const { targetId } = await send('Target.createTarget', { url: 'about:blank', forTab: true })
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
      const options = { autoAttach: true, waitForDebuggerOnStart: false, flatten: true }
      const there = once(attached, 'page')
      await send('Target.setAutoAttach', options, String(sessionId))
      await there
      const [page] = pages
      if (page === undefined) throw new Error('the tab has no page')
      return page
    },
    async pageAt(url) {
      for (;;) {
        for (const page of pages) {
          const shown = `document.prerendering ? '' : location.href`
          // A page that was left answers no more.
          const address = await Promise.race([page.evaluate(shown).catch(() => ''), pause(200)])
          if (address === url) return page
        }
        await pause(20)
      }
    },
    async close() {
      const ended = once(browser, 'exit')
      // Told, not killed: the command may be a shell that has the browser as its child.
      await send('Browser.close')
      await ended
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function addressIn(stderr: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stderr })) {
    const address = /^DevTools listening on (\S+)/.exec(line)?.[1]
    if (address !== undefined) {
      stderr.resume()
      return address
    }
  }
  throw new Error('the browser did not start')
}

type Shape = {
  /** There and back. */
  roundTripMs: number
  bytesPerSecond: number
}

/**
 * A connection of a given delay and rate in front of a server: unlike the browser's own emulation, it also holds for
 * pages that are fetched before they are asked for.
 * @returns the port on 127.0.0.1
 */
export async function startShapedProxy(target: URL, shape: Shape): Promise<{ port: number; close: () => void }> {
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    }
    // The connection itself costs a round trip, which localhost does not: its first bytes wait for it.
    client.pipe(delayed(shape, shape.roundTripMs)).pipe(upstream)
    upstream.pipe(delayed(shape, 0)).pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('the proxy has no address')
  const close = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return { port: address.port, close }
}

/** Every piece arrives half a round trip later, and no sooner than the rate allows. */
function delayed({ roundTripMs, bytesPerSecond }: Shape, handshakeMs: number): Transform {
  let lineFreeAt = performance.now() + handshakeMs
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      lineFreeAt = Math.max(lineFreeAt, performance.now()) + (piece.length / bytesPerSecond) * 1000
      setTimeout(() => this.push(piece), lineFreeAt - performance.now() + roundTripMs / 2)
      done()
    },
    flush(done) {
      setTimeout(done, Math.max(0, lineFreeAt - performance.now()) + roundTripMs / 2 + 1)
    },
  })
}
