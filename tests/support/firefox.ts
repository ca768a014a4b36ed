import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expressionOf, type Look, type OtherBrowser } from './other-browser.ts'

/** No conversation of the browser's own with the outside, no page of its own at the start. */
const preferences = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.safebrowsing.downloads.remote.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'extensions.update.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'services.settings.server': 'data:,none',
  'toolkit.telemetry.enabled': false,
}

/** Starts Firefox without windows. It is spoken to as WebDriver BiDi says, over a socket. */
export async function startFirefox(
  path: string,
  { dark = false, still = true, letters = 1 }: Look = {},
): Promise<OtherBrowser> {
  const profile = await mkdtemp(join(tmpdir(), 'kitewright-firefox-'))
  const all = { ...preferences, 'ui.systemUsesDarkTheme': Number(dark), 'ui.prefersReducedMotion': Number(still) }
  const lines = Object.entries(all).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  )
  await writeFile(join(profile, 'user.js'), lines.join('\n'))
  const child = spawn(
    path,
    ['--headless', '--no-remote', '--remote-debugging-port=0', '--remote-allow-system-access', '--profile', profile],
    {
      // Firefox refuses root a home that is somebody else's.
      env: { ...process.env, HOME: profile },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const exited = once(child, 'exit')
  const socket = await openSocket(`${await addressOf(createInterface({ input: child.stderr }))}/session`)
  child.stderr.resume()
  await socket.send('session.new', { capabilities: {} })
  // Not the first tab, in which the address bar has the focus.
  const { context } = await socket.send<{ context: string }>('browsingContext.create', { type: 'tab' })
  return {
    async open(url) {
      await socket.send('browsingContext.navigate', { context, url, wait: 'complete' })
      const windows = await socket.send<{ contexts: [{ context: string }] }>('browsingContext.getTree', {
        'moz:scope': 'chrome',
      })
      const expression = `for (const each of gBrowser.browsers) each.textZoom = ${letters}`
      await socket.send('script.evaluate', { expression, target: windows.contexts[0], awaitPromise: false })
    },
    resize: (width, height) => socket.send('browsingContext.setViewport', { context, viewport: { width, height } }),
    async run(work, ...given) {
      const { result, exceptionDetails } = await socket.send<Evaluated>('script.evaluate', {
        expression: `(async () => JSON.stringify(await ${expressionOf(work, given)}))()`,
        target: { context },
        awaitPromise: true,
      })
      if (exceptionDetails) throw new Error(exceptionDetails.text)
      return result?.value === undefined ? undefined : JSON.parse(result.value)
    },
    perform: (actions) => socket.send('input.performActions', { context, actions }),
    async picture() {
      const { data } = await socket.send<{ data: string }>('browsingContext.captureScreenshot', { context })
      return Buffer.from(data, 'base64')
    },
    async end() {
      child.kill('SIGKILL')
      await exited
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type Evaluated = { result?: { value?: string }; exceptionDetails?: { text: string } }

async function addressOf(lines: AsyncIterable<string>): Promise<string> {
  const said: string[] = []
  for await (const line of lines) {
    const address = /^WebDriver BiDi listening on (\S+)$/.exec(line)?.[1]
    if (address !== undefined) return address
    said.push(line)
  }
  throw new Error(`Firefox did not start:\n${said.join('\n')}`)
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
