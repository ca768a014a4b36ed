import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '../tests/support/databases.ts'
import { runScript, stubProject } from '../tests/support/stub-project.ts'
import { keepServing } from './start.mjs'
import { root, unitSettings } from './steps.mjs'

const isLong = process.env['TEST_LONG'] === '1'
const { scripts }: { scripts: Record<string, string> } = JSON.parse(readFileSync('package.json', 'utf8'))

/** The stubs that each npm script starts, in order. Scripts that need a build make it first. */
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

/** Windows differs most, so only the long run tests both platforms. */
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
      // On Windows, Ctrl-C is sent to every process in the window.
      if (platform === 'win32') process.kill(Number(ready.split(' ')[1]), 'SIGINT')
      const signals = [await lines.next(), await lines.next()].map(({ value }) => value)
      expect(signals).toEqual([platform === 'win32' ? 'SIGINT' : 'SIGTERM', undefined])
      expect((await ended)[0]).toBe(7)
    },
  )
})

const isWindows = process.platform === 'win32'

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

/** Pauses of a server that crashes eight times, then exits normally, in s. @param livedSeconds each run's uptime */
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
