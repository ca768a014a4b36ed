import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../tests/support/databases.ts'
import { keepServing } from './start.mjs'
import { root, unitSettings } from './steps.mjs'

const isLong = process.env['TEST_LONG'] === '1'
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))

/** What each line starts, by the stubs' names: a build comes first where there is none. */
const started: Record<string, string[]> = {
  prestart: ['astro build'],
  start: ['main'],
  pretest: [],
  test: ['biome ci', 'knip', 'astro build', 'vitest run', 'astro check', 'playwright test'],
  'pretest:long': [],
  'test:long': ['astro build', 'vitest run', 'playwright test'],
  predev: [],
  dev: ['astro dev'],
  prestudio: [],
  studio: ['studio leads'],
  prebench: [],
  bench: ['bench'],
  build: ['astro build'],
}

/** On the platform where most differs; the long run has them on both. */
describe.each(isLong ? ['linux', 'win32'] : ['win32'])('on %s', (platform) => {
  test.each(Object.entries(scripts))(
    'npm run %s needs no shell and nothing but Node.js, npm and git',
    async (name, line) => {
      const project = stubProject()
      for (const command of line.split(' && ')) {
        expect(command).toMatch(/^node scripts\/[a-z-]+\.mjs( [\w./-]+)*$/)
        const words = [...command.split(' ').slice(1), ...(name === 'studio' ? ['leads'] : [])]
        const { child, stderr } = runScript(project, words, platform)
        const [code] = await once(child, 'exit')
        expect(code, await stderr).toBe(0)
      }
      const log = join(project, 'log')
      const lines = existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\n')
            .map((each) => each.trim())
        : []
      expect(lines.filter(Boolean).toSorted()).toEqual(started[name]?.toSorted())
    },
  )

  test.each(['start.mjs', 'run.mjs astro dev'])(
    'node scripts/%s passes a signal on once, and the exit code',
    async (line) => {
      const { child, lines } = runScript(stubProject(), `scripts/${line}`.split(' '), platform, { STAY: '1' })
      const ended = once(child, 'exit')
      const { value: ready = '' } = await lines.next()
      child.kill(platform === 'win32' ? 'SIGINT' : 'SIGTERM')
      // Windows sends it to every process of the window.
      if (platform === 'win32') process.kill(Number(ready.split(' ')[1]), 'SIGINT')
      const signals = [await lines.next(), await lines.next()].map(({ value }) => value)
      expect(signals).toEqual([platform === 'win32' ? 'SIGINT' : 'SIGTERM', undefined])
      expect((await ended)[0]).toBe(7)
    },
  )
})

const isWindows = process.platform === 'win32'

test.skipIf(isWindows)(
  'builds keep those that run, a crashed server restarts with the same build, and a new build needs a new start',
  async () => {
    const project = stubProject()
    const builds = () => readdirSync(join(project, 'dist')).filter((name) => name.startsWith('build-'))
    const build = async () => {
      writeFileSync(join(project, 'content/studio.yaml'), `name: ${Math.random()}`)
      const { child, stderr } = runScript(project, ['scripts/build-if-changed.mjs'], process.platform)
      expect((await once(child, 'exit'))[0], await stderr).toBe(0)
      return basename(realpathSync(join(project, 'dist/current')))
    }
    const serve = async () => {
      const { child, lines } = runScript(project, ['scripts/start.mjs'], process.platform)
      const ended = once(child, 'exit')
      const nextLife = async () => (await lines.next()).value?.split(' ') ?? []
      const stop = async () => {
        child.kill('SIGTERM')
        expect((await ended)[0]).toBe(0)
      }
      const [pid, running] = await nextLife()
      return { pid: Number(pid), running, nextLife, stop }
    }
    mkdirSync(join(project, 'content'))
    writeFileSync(join(project, 'main.mjs'), serverStub)

    const first = await build()
    const site = await serve()
    const second = await build()
    const other = await serve()
    expect([site.running, other.running]).toEqual([first, second])
    const newer = [await build(), await build(), await build(), await build()]
    expect(builds()).toEqual([first, second, ...newer.slice(1)])

    process.kill(site.pid, 'SIGKILL')
    expect((await site.nextLife())[1]).toBe(first)
    await site.stop()
    await other.stop()
    const restarted = await serve()
    expect(restarted.running).toBe(newer.at(-1))
    newer.push(await build())
    expect(builds()).toEqual(newer.slice(-3))
    await restarted.stop()
  },
)

test('a build for a public SITE_URL warns while content/ is the sample, which only starts and builds copy', async () => {
  const project = stubProject()
  const run = async (words: string[], variables: Record<string, string> = {}) => {
    const { child, stderr } = runScript(project, words, process.platform, variables)
    expect((await once(child, 'exit'))[0], await stderr).toBe(0)
    return await stderr
  }
  await run(['scripts/setup.mjs', 'studio'])
  expect(existsSync(join(project, 'content'))).toBe(false)
  await run(['scripts/setup.mjs'])
  const warning = '! https://studio.example shows the sample studio'
  const build = async (url: string) => await run(['scripts/build-if-changed.mjs'], { SITE_URL: url })
  // Also without a new build.
  for (const _ of ['built', 'unchanged']) expect(await build('https://studio.example')).toContain(warning)
  expect(await build('http://localhost:4321')).not.toContain('!')
  writeFileSync(join(project, 'content/studio.yaml'), 'name: Mine\n')
  expect(await build('https://studio.example')).not.toContain('!')
})

test.skipIf(isWindows)('npm start installs what serving needs, npm test the rest, and updates keep both', async () => {
  const project = stubProject()
  const log = join(project, 'npm.log')
  const npm = '#!/bin/sh\nprintf %s "$*" > npm.log'
  const setUp = async (...purpose: string[]) => {
    writeFileSync(log, '')
    const { child, stderr } = runScript(project, ['scripts/setup.mjs', ...purpose], process.platform, { npm })
    const [code] = await once(child, 'exit')
    expect(code, await stderr).toBe(0)
    return readFileSync(log, 'utf8').replace(' --loglevel=error', '')
  }
  const update = () => writeFileSync(join(project, 'package-lock.json'), `${Math.random()}`)

  update()
  writeFileSync(join(project, 'node_modules/.cache/kitewright/lockfile'), '')
  expect(await setUp()).toBe('ci --omit=dev')
  update()
  expect([await setUp(), await setUp()]).toEqual(['ci --omit=dev', ''])
  expect([await setUp('test'), await setUp('test'), await setUp()]).toEqual(['install --no-save --include=dev', '', ''])
  update()
  expect([await setUp(), await setUp('bench')]).toEqual(['ci --include=dev', ''])
})

test.skipIf(isWindows)(
  'SIGTERM for npm, which ends no more than the shell between, ends what the shell started',
  async () => {
    const project = stubProject()
    const script = 'node scripts/start.mjs; true'
    const env = { PATH: process.env['PATH'], STAY: '1', npm_lifecycle_event: 'start' }
    const shell = spawn('sh', ['-c', script], { cwd: project, env, stdio: ['ignore', 'pipe', 'inherit'] })
    const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]()
    await lines.next()
    shell.kill('SIGTERM')
    expect([await lines.next(), await lines.next()].map(({ value }) => value)).toEqual(['SIGTERM', undefined])
  },
)

test('a server that dies again and again starts after pauses of up to half a minute, at once after a minute’s life', async () => {
  expect(await pausesAfter(1)).toEqual([1, 2, 4, 8, 16, 32, 32, 32])
  expect(await pausesAfter(60)).toEqual(Array(8).fill(1))
})

test('a server that the owner has to fix stays ended, unless it had served', async () => {
  const codes = [1, 1, 0]
  const times = [0, 60_000, 60_000, 60_001]
  const serve = async () => codes.shift() ?? 0
  expect(
    await keepServing(
      serve,
      neverStopped,
      async () => {},
      () => times.shift() ?? 0,
    ),
  ).toBe(1)
  expect(codes).toEqual([0])
})

const neverStopped = new AbortController().signal

test('on a server the build and the commands have the settings of the unit that serves this folder, and no other', () => {
  const etc = temporaryFolder()
  const [name, units] = [basename(root), join(etc, 'systemd/system')]
  mkdirSync(units, { recursive: true })
  const write = (folder: string) =>
    writeFileSync(join(units, `${name}.service`), `[Service]\nWorkingDirectory=${folder}\n`)
  expect(unitSettings(etc)).toEqual([])
  write('/srv/another')
  expect(unitSettings(etc)).toEqual([])
  write(root)
  expect(unitSettings(etc)).toEqual(['--env-file=deploy/server.env'])
  writeFileSync(join(etc, `${name}.env`), 'SITE_URL=https://studio.example\n')
  expect(unitSettings(etc)).toEqual(['--env-file=deploy/server.env', `--env-file=${etc}/${name}.env`])
  expect(scripts['build']).toMatch(/run\.mjs --settings /)
})

/** The pauses, in seconds, for a server that dies eight times and then ends well. @param livedSeconds how long each life is */
async function pausesAfter(livedSeconds: number): Promise<number[]> {
  const pauses: number[] = []
  let nowMs = 0
  const serve = async () => {
    nowMs += livedSeconds * 1000
    return pauses.length < 8 ? 137 : 0
  }
  const pause = async (seconds: number) => void pauses.push(seconds)
  expect(await keepServing(serve, neverStopped, pause, () => nowMs)).toBe(0)
  return pauses
}

/** The scripts of this project, with stubs of all that they start, which note in `log` that they were. */
function stubProject(): string {
  const project = temporaryFolder()
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, file), text)
  }
  const writeStub = (file: string, name: string) => write(file, stub.replace('NAME', name))
  for (const file of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(file, join(project, file), { recursive: true, verbatimSymlinks: true })
  write('sample/studio.yaml', 'name: Stub\n')
  writeStub('cli/studio.ts', 'studio')
  writeStub('bench/main.ts', 'bench')
  writeStub('dist/build-1/server/main.mjs', 'main')
  symlinkSync('build-1', join(project, 'dist/current'))
  const programs = { astro: 'astro', knip: 'knip', vitest: 'vitest', '@biomejs/biome': 'biome' }
  for (const [name, command] of Object.entries({ ...programs, '@playwright/test': 'playwright' })) {
    write(`node_modules/${name}/package.json`, JSON.stringify({ bin: { [command]: 'cli.mjs' } }))
    writeStub(`node_modules/${name}/cli.mjs`, command)
  }
  mkdirSync(join(project, 'node_modules/node/bin'), { recursive: true })
  for (const name of ['node', 'node.exe']) symlinkSync(process.execPath, join(project, 'node_modules/node/bin', name))
  const hash = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  const notes = { lockfile: `${hash} all`, browser: process.execPath, 'whole-browser': process.execPath }
  for (const [name, note] of Object.entries(notes)) write(`node_modules/.cache/kitewright/${name}`, note)
  return project
}

const stub = `import { appendFileSync, cpSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
const [word = '', , folder] = process.argv.slice(2)
appendFileSync('log', 'NAME ' + word + '\\n')
if (word === 'build') {
  mkdirSync(folder, { recursive: true })
  writeFileSync(folder + '/static.json', '{}')
  if (existsSync('main.mjs')) cpSync('main.mjs', folder + '/server/main.mjs')
}
if (process.env.STAY) {
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.on(signal, () => {
      console.log(signal)
      setTimeout(() => process.exit(7), 200)
    })
  setInterval(() => {}, 1000)
  console.log('ready', process.pid)
}`

/** Prints its process and its build, and stops on SIGTERM. */
const serverStub = `import { basename, dirname } from 'node:path'
process.on('SIGTERM', () => process.exit(0))
setInterval(() => {}, 1000)
setImmediate(() => console.log(process.pid, basename(dirname(import.meta.dirname))))`

/** `npm` is a script to run in its place. */
type Variables = Record<string, string> & { npm?: string }

/** Runs a script by the system's Node.js, on a PATH that has nothing else but npm and git, on what looks like this platform. */
function runScript(project: string, words: string[], platform: string, { npm, ...variables }: Variables = {}) {
  const path = join(project, 'path')
  mkdirSync(path, { recursive: true })
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'))
  for (const name of ['node', 'npm', 'git']) {
    const file = folders.map((folder) => join(folder, name)).find((each) => existsSync(each))
    if (file !== undefined && !existsSync(join(path, name))) symlinkSync(file, join(path, name))
  }
  if (npm !== undefined) {
    rmSync(join(path, 'npm'))
    writeFileSync(join(path, 'npm'), npm, { mode: 0o755 })
  }
  const platformModule = `data:text/javascript,Object.defineProperty(process,'platform',{value:'${platform}'})`
  const env = { PATH: path, NODE_OPTIONS: `--import=${platformModule}`, ...variables }
  const child = spawn(join(path, 'node'), words, { cwd: project, env, stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  const stderr = text(child.stderr)
  return { child, stderr, lines: createInterface({ input: child.stdout })[Symbol.asyncIterator]() }
}
