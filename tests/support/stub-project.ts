import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { temporaryFolder } from './databases.ts'

/** The scripts of this project, with stubs of all that they start, which note in `log` that they were. */
export function stubProject(): string {
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

/** `npm` is a script to run in its place. */
type Variables = Record<string, string> & { npm?: string }

/** Runs a script by the system's Node.js, on a PATH that has nothing else but npm and git, on what looks like this platform. */
export function runScript(project: string, words: string[], platform: string, { npm, ...variables }: Variables = {}) {
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
