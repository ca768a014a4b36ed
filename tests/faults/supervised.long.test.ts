import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setPriority } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { test as anywhere, expect, onTestFinished } from 'vitest'
import { temporaryFolder } from '../support/databases.ts'
import { listen } from '../support/listen.ts'
import { contentOf } from '../support/run-studio.ts'
import { copyWithoutArticles } from '../support/studios.ts'

/** Signals stop and fail the server here, and Windows has none. */
const test = anywhere.skipIf(process.platform === 'win32')

/** More than twice what the main thread may compute without a sign. */
const longMs = 12_000

test('a server that was suspended, like a sleeping laptop, continues as the same process', async () => {
  const site = await superviseSite()
  const { pid, url } = await site.nextLife()
  process.kill(pid, 'SIGSTOP')
  await pause(longMs)
  process.kill(pid, 'SIGCONT')
  expect((await fetch(url)).status).toBe(200)
  site.signalAll('SIGSTOP')
  await pause(longMs)
  site.signalAll('SIGCONT')
  await pause(longMs)
  expect((await fetch(url)).status).toBe(200)
  expect(site.codes()).toEqual([])
  process.kill(pid, 0)
  site.supervisor.kill('SIGTERM')
  expect(await site.exit).toBe(0)
  expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('a server that hardly gets a processor is left alone', async () => {
  const site = await superviseSite()
  const { pid, url } = await site.nextLife()
  const busy = Array.from({ length: 8 }, () => spawn(process.execPath, ['-e', 'for (;;) {}'], { stdio: 'ignore' }))
  onTestFinished(() => busy.forEach((child) => void child.kill('SIGKILL')))
  setPriority(pid, 19)
  await pause(3 * longMs)
  expect((await fetch(url)).status).toBe(200)
  expect(site.codes()).toEqual([])
  process.kill(pid, 0)
})

test('npm start restarts a server that hangs or fails, and stops completely on Ctrl-C', async () => {
  const site = await superviseSite()
  const blocked = await site.nextLife()
  process.kill(blocked.pid, 'SIGWINCH')
  const computing = await site.nextLife()
  process.kill(computing.pid, 'SIGUSR2')
  const failing = await site.nextLife()
  process.kill(failing.pid, 'SIGPROF')
  const last = await site.nextLife()
  expect((await fetch(last.url)).status).toBe(200)
  expect(site.codes()).toEqual(['137', '137', '70'])
  const verdicts = site.logged.filter((line) => line.includes('"level":60')).map((line) => JSON.parse(line))
  const msg = expect.stringMatching(/^the main thread was blocked for \d+ s: killing the server/)
  const verdict = { level: 60, time: expect.any(Number), msg }
  expect(verdicts).toEqual([blocked, computing].map(({ pid }) => ({ ...verdict, pid })))
  site.signalAll('SIGINT')
  expect(await site.exit).toBe(0)
  expect(() => process.kill(last.pid, 0)).toThrow('ESRCH')
})

test('npm start doesn’t restart a server that reports something to fix', async () => {
  const holder = createServer()
  onTestFinished(() => void holder.close())
  const site = await superviseSite({ PORT: `${await listen(holder)}` })
  await expect(site.nextLife()).rejects.toThrow(/PORT/)
  expect([await site.exit, site.codes()]).toEqual([1, []])
})

test('five builds while the site runs leave the served build alone, and a crash doesn’t publish them', async () => {
  const project = temporaryFolder()
  copyWithoutArticles(project)
  const buildWith = (sentence: string) => {
    appendFileSync(join(project, 'content/legal/privacy.md'), `\n${sentence}\n`)
    build(project)
  }
  const privacy = async (url: string) => await (await fetch(`${url}/privacy`)).text()
  build(project)
  const site = await superviseSite({}, project)
  const first = await site.nextLife()
  for (let n = 1; n <= 5; n++) buildWith(`This is build ${n}.`)
  const paths = ['/', '/blog', '/terms', '/index.md', '/contact', '/search?q=price', '/nowhere']
  for (const encoding of ['br', 'gzip', 'identity'])
    for (const path of paths) {
      const { status } = await fetch(first.url + path, { headers: { 'accept-encoding': encoding } })
      expect([path, status]).toEqual([path, path === '/nowhere' ? 404 : 200])
    }
  expect(await privacy(first.url)).not.toContain('This is build')
  expect(readdirSync(join(project, 'dist')).filter((name) => name.startsWith('build-'))).toHaveLength(4)
  process.kill(first.pid, 'SIGKILL')
  expect(await privacy((await site.nextLife()).url)).not.toContain('This is build')
  site.supervisor.kill('SIGTERM')
  expect(await site.exit).toBe(0)
  const restarted = await superviseSite({}, project)
  expect(await privacy((await restarted.nextLife()).url)).toContain('This is build 5.')
})

test('on a day that changes the content the site is rebuilt and handed over without losing a request', async () => {
  const project = temporaryFolder()
  copyWithoutArticles(project)
  build(project)
  // As if it had been built on another day.
  const note = join(project, 'node_modules/.cache/kitewright/build-')
  writeFileSync(note, readFileSync(note, 'utf8').replace(/ .*/, ' another'))
  const site = await superviseSite({}, project)
  const first = await site.nextLife()
  let next: typeof first | undefined
  const taken = site.nextLife().then((life) => {
    next = life
  })
  const statuses = new Set<number>()
  while (next === undefined) statuses.add((await fetch(first.url, { headers: { connection: 'close' } })).status)
  await taken
  expect([next.url, statuses]).toEqual([first.url, new Set([200])])
  expect(next.pid).not.toBe(first.pid)
  await expect.poll(() => isAlive(first.pid)).toBe(false)
  expect((await fetch(next.url)).status).toBe(200)
  expect(site.codes()).toEqual([])
  site.supervisor.kill('SIGTERM')
  expect(await site.exit).toBe(0)
  expect(isAlive(next.pid)).toBe(false)
})

test('the server stops when its supervisor does, because on Windows no signal reaches both', async () => {
  const site = await superviseSite()
  const { pid } = await site.nextLife()
  site.supervisor.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

function build(project: string): void {
  const env = { ...process.env, CONTENT_DIR: undefined }
  const options = { cwd: project, env, encoding: 'utf8' } as const
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-if-changed.mjs'], options)
  expect(status, stderr).toBe(0)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The built site the way that `npm start` serves it, in a process group of its own, which ends with the test. */
async function superviseSite(variables: Record<string, string> = {}, project = '.') {
  const settings = { PATH: process.env['PATH'], PORT: '0', ...contentOf(project), DATA_DIR: temporaryFolder() }
  const supervisor = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: project,
    env: { ...settings, NODE_OPTIONS: `--import=${resolve('tests/faults/in-server.ts')}`, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const exit = once(supervisor, 'exit').then(([code]): number | null => code)
  const { pid } = supervisor
  if (pid === undefined) throw new Error('scripts/start.mjs cannot be started')
  /** A signal to everything that was started, as a terminal's Ctrl-C is. */
  const signalAll = (signal: NodeJS.Signals) => process.kill(-pid, signal)
  onTestFinished(async () => {
    try {
      signalAll('SIGKILL')
    } catch {} // nobody of the group is left
    await exit
  })
  const said: string[] = []
  const logged: string[] = []
  createInterface({ input: supervisor.stdout }).on('line', (line) => logged.push(line))
  const lines = createInterface({ input: supervisor.stderr })[Symbol.asyncIterator]()
  /** The next life of the server, when it serves: its process and its address. @throws Error when all has ended before */
  async function nextLife(): Promise<{ pid: number; url: string }> {
    let server = 0
    for (;;) {
      const { value: line, done } = await lines.next()
      if (done) throw new Error(`it has ended:\n${said.join('\n')}`)
      said.push(line)
      server = Number(/^server (\d+)$/.exec(line)?.[1] ?? server)
      const url = /^Kitewright is at (\S+)/.exec(line)?.[1]
      if (url !== undefined) return { pid: server, url }
    }
  }
  const ended = /^The site exited with code (\d+)\. Restarting in/
  /** Those of the lives that were ended and followed by another, so far. */
  const codes = () => said.flatMap((line) => ended.exec(line)?.[1] ?? [])
  return { nextLife, codes, logged, supervisor, signalAll, exit }
}
