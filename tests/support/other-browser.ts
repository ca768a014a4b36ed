import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pathOfBrowser } from './browser.ts'
import { freePort } from './listen.ts'
import { test as base, expect } from './site.ts'

/** A browser besides Chromium, with one tab. */
export type OtherBrowser = {
  open(url: string): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** Runs a function in the page; arguments and result are JSON. */
  run<Given extends unknown[], Result>(work: (...given: Given) => Result, ...given: Given): Promise<Awaited<Result>>
  /** Input sources of WebDriver. */
  perform(sources: readonly object[]): Promise<void>
  end(): Promise<void>
}

/** How much Firefox enlarges text. */
type Look = { letters?: number }

const expressionOf = (work: (...given: never[]) => unknown, given: readonly unknown[]) =>
  `(${work})(...${JSON.stringify(given)})`

/** Clicks the middle of an element, after scrolling it into view. */
export async function press(browser: OtherBrowser, selector: string): Promise<void> {
  const [x, y] = await browser.run((found) => {
    const element = document.querySelector(found)
    if (!element) throw new Error(`there is no ${found}`)
    const { top, bottom } = element.getBoundingClientRect()
    if (bottom < 0 || top > innerHeight) element.scrollIntoView({ block: 'center' })
    const box = element.getBoundingClientRect()
    return [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)] as const
  }, selector)
  const button = ['pointerDown', 'pointerUp'].map((action) => ({ type: action, button: 0 }))
  await browser.perform([{ type: 'pointer', id: 'mouse', actions: [{ type: 'pointerMove', x, y }, ...button] }])
}

/** Key values of WebDriver (section 17.4.2). */
const keys = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004', ArrowRight: '\uE014' }

/** Types a text, or presses a named key. */
export async function type(browser: OtherBrowser, text: keyof typeof keys | (string & {})): Promise<void> {
  const values = text in keys ? [keys[text as keyof typeof keys]] : [...text]
  const actions = values.flatMap((value) => ['keyDown', 'keyUp'].map((action) => ({ type: action, value })))
  await browser.perform([{ type: 'key', id: 'keyboard', actions }])
}

/** Tests of the site in another browser, which each worker starts once. For a file or a `describe`. */
export function testIn(engine: 'firefox' | 'webkit', look: Look = {}) {
  const path = pathOfBrowser(engine)
  base.skip(path === '', `this machine has no ${engine}`)
  return base.extend<{ newTab: undefined }, { other: OtherBrowser }>({
    other: [
      async ({}, use) => {
        const other = await (engine === 'firefox' ? startFirefox(path, look) : startWebKit(path))
        await use(other)
        await other.end()
      },
      { scope: 'worker' },
    ],
    newTab: [
      async ({ site, other }, use) => {
        await other.open(`${site.url}/robots.txt`)
        await other.run(() => sessionStorage.clear())
        await use(undefined)
      },
      { auto: true },
    ],
  })
}

/** Headless Firefox, driven by WebDriver BiDi over a WebSocket. */
async function startFirefox(path: string, { letters = 1 }: Look): Promise<OtherBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'kitewright-firefox-'))
  const preferences = {
    ...{ 'ui.systemUsesDarkTheme': 0, 'ui.prefersReducedMotion': 0 },
    // Enlarges only the text.
    ...{ 'browser.display.os-zoom-behavior': 2, 'ui.textScaleFactor': 100 * letters },
  }
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});`)
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const child = spawn(path, ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', profile], {
    // As root, Firefox refuses a home folder of another user.
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  const address = await readLine(child.stderr, /^WebDriver BiDi listening on (\S+)$/)
  const socket = await openSocket(`${address}/session`)
  child.stderr.resume()
  await socket.send('session.new', { capabilities: {} })
  // Not the first tab, in which the address bar has the focus.
  const { context } = await socket.send<{ context: string }>('browsingContext.create', { type: 'tab' })
  return {
    async open(url) {
      await socket.send('browsingContext.navigate', { context, url, wait: 'complete' })
    },
    resize: (width, height) => socket.send('browsingContext.setViewport', { context, viewport: { width, height } }),
    async run(work, ...given) {
      const { result, exceptionDetails } = await socket.send<{
        result?: { value?: string }
        exceptionDetails?: { text: string }
      }>('script.evaluate', {
        expression: `(async () => JSON.stringify(await ${expressionOf(work, given)}))()`,
        target: { context },
        awaitPromise: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result?.value === undefined ? undefined : JSON.parse(result.value)
    },
    perform: (actions) => socket.send('input.performActions', { context, actions }),
    async end() {
      child.kill('SIGKILL')
      await exited
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function openSocket(url: string) {
  const socket = new WebSocket(url)
  await once(socket, 'open')
  const waiting: PromiseWithResolvers<unknown>[] = []
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(data)
    if (type === 'success') waiting[id]?.resolve(result)
    else if (type === 'error') waiting[id]?.reject(new Error(`${error}: ${message}`))
  })
  return {
    send<Answer = void>(method: string, params: object): Promise<Answer> {
      const answer = Promise.withResolvers<Answer>()
      const id = waiting.push(answer as PromiseWithResolvers<unknown>) - 1
      socket.send(JSON.stringify({ id, method, params }))
      return answer.promise
    },
  }
}

/** WebKit, Safari's engine, on a virtual screen, driven by classic WebDriver. @param path of the driver */
async function startWebKit(path: string): Promise<OtherBrowser> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '2600x1400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = `:${await readLine(screen.stdio[3] as Readable, /(.+)/)}`
  const folder = await mkdtemp(join(tmpdir(), 'kitewright-webkit-'))
  // GTK settings. With its default bars, the window couldn't be as narrow as a phone.
  await mkdir(join(folder, 'gtk-3.0'))
  await writeFile(join(folder, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=true\n')
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), '* { min-width: 0; padding: 0; font-size: 1px }')
  const settings = { XDG_CONFIG_HOME: folder, GTK_THEME: 'Adwaita', NO_AT_BRIDGE: '1' }
  const port = await freePort()
  const driver = spawn(path, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', ...settings },
    stdio: 'ignore',
  })
  const send = async (method: string, address: string, body?: object) => {
    const response = await fetch(`http://127.0.0.1:${port}${address}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = await response.json()
    if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
    return value
  }
  await expect(() => send('GET', '/status')).toPass()
  const { sessionId } = await send('POST', '/session', { capabilities: {} })
  const at = `/session/${sessionId}`
  const self: OtherBrowser = {
    open: (url) => send('POST', `${at}/url`, { url }),
    // The window includes bars, and resizes with a delay.
    resize: (width, height) =>
      expect(async () => {
        const [x, y] = await self.run(() => [outerWidth - innerWidth, outerHeight - innerHeight] as const)
        await send('POST', `${at}/window/rect`, { width: width + x, height: height + y })
        expect(await self.run(() => [innerWidth, innerHeight])).toEqual([width, height])
      }).toPass(),
    run: (work, ...given) =>
      send('POST', `${at}/execute/sync`, { script: `return ${expressionOf(work, given)}`, args: [] }),
    perform: (actions) => send('POST', `${at}/actions`, { actions }),
    async end() {
      await send('DELETE', at)
      await Promise.all([ended(driver), ended(screen)])
      await rm(folder, { recursive: true, force: true })
    },
  }
  return self
}

async function ended(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

/** The captured group of the first matching line. */
async function readLine(stream: Readable, pattern: RegExp): Promise<string> {
  const read: string[] = []
  for await (const line of createInterface({ input: stream })) {
    const found = pattern.exec(line)?.[1]
    if (found !== undefined) return found
    read.push(line)
  }
  throw new Error(`the browser did not start:\n${read.join('\n')}`)
}
