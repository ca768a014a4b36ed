import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { expressionOf, type Look, type OtherBrowser } from './other-browser.ts'

/**
 * Starts WebKit, the engine of Safari, on a screen of its own that nobody sees. It is spoken to as classic WebDriver says,
 * over HTTP.
 * @param path its WebDriver's
 */
export async function startWebKit(path: string, look: Look = {}): Promise<OtherBrowser> {
  const screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '2600x1400x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const display = `:${await firstLine(screen.stdio[3] as Readable)}`
  const settings = await writeSettings(look)
  const port = await freePort()
  const driver = spawn(path, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', ...settings.variables },
    stdio: 'ignore',
  })
  const send = (method: string, address: string, body?: object) =>
    ask(`http://127.0.0.1:${port}${address}`, method, body)
  await isListening(port)
  const { sessionId } = await send('POST', '/session', { capabilities: {} })
  const at = `/session/${sessionId}`
  const self: OtherBrowser = {
    open: (url) => send('POST', `${at}/url`, { url }),
    async resize(width, height) {
      // The window is larger than the page in it by its bars, which it only has once it is there.
      for (const _ of ['roughly', 'exactly']) {
        const [x, y] = await self.run(() => [outerWidth - innerWidth, outerHeight - innerHeight] as const)
        await send('POST', `${at}/window/rect`, { width: width + x, height: height + y })
      }
    },
    run: (work, ...given) =>
      send('POST', `${at}/execute/sync`, { script: `return ${expressionOf(work, given)}`, args: [] }),
    perform: (actions) => send('POST', `${at}/actions`, { actions }),
    picture: async () => Buffer.from(await send('GET', `${at}/screenshot`), 'base64'),
    async end() {
      await send('DELETE', at)
      await Promise.all([ended(driver), ended(screen)])
      await rm(settings.folder, { recursive: true, force: true })
    },
  }
  return self
}

/** Of the toolkit. Bars without width: with their own the window could not be as narrow as a phone. */
async function writeSettings({ dark = false, still = true }: Look) {
  const folder = await mkdtemp(join(tmpdir(), 'kitewright-webkit-'))
  await mkdir(join(folder, 'gtk-3.0'))
  await writeFile(join(folder, 'gtk-3.0/settings.ini'), `[Settings]\ngtk-enable-animations=${!still}\n`)
  await writeFile(join(folder, 'gtk-3.0/gtk.css'), '* { min-width: 0; padding: 0; font-size: 1px }')
  const variables = { XDG_CONFIG_HOME: folder, GTK_THEME: dark ? 'Adwaita:dark' : 'Adwaita', NO_AT_BRIDGE: '1' }
  return { folder, variables }
}

async function ask(url: string, method: string, body?: object) {
  const response = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = await response.json()
  if (!response.ok) throw new Error(`${value.error}: ${value.message}`)
  return value
}

/** It says nothing when it is ready. */
async function isListening(port: number): Promise<void> {
  for (let tries = 400; tries > 0; tries -= 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined)
    if (answer?.ok) return
    await setTimeout(50)
  }
  throw new Error('WebKit did not start')
}

async function ended(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit')
  child.kill()
  await exited
}

async function firstLine(stream: Readable): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line
  throw new Error('no screen to show WebKit on')
}
