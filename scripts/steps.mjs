// What the set-up scripts share. Plain JavaScript: it has to run on the system's Node.js 20.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')

/** Says on standard error what is going on; standard output belongs to the commands. */
export function say(text) {
  process.stderr.write(`${text}\n`)
}

/** Ends the set-up with what went wrong and what to do about it. */
export function stop(what, advice) {
  say(`\n✗ ${what}\n  ${advice}`)
  process.exit(1)
}

/** The environment with the pinned Node.js first in PATH, or with the system's alone while packages are replaced. */
export function environment({ pinned = true } = {}) {
  const others = (process.env.PATH ?? '').split(delimiter).filter((entry) => resolve(entry) !== bin)
  return { ...process.env, ASTRO_TELEMETRY_DISABLED: '1', PATH: (pinned ? [bin, ...others] : others).join(delimiter) }
}

/** Runs a command to its end, its output on standard error. @returns whether it succeeded */
export function run(command, args, env = environment()) {
  const { status } = spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 2, 2] })
  return status === 0
}

/** Runs a command that tells more than anyone wants to know: only where it fails, what it complained of is shown. */
export function runQuietly(command, args, env = environment()) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) process.stderr.write(stderr.length > 0 ? stderr : stdout)
  return status === 0
}

/** Runs a command beside others. @returns whether it succeeded, and what it printed unless that was shown at once */
export function runBeside(command, args, { isShown }) {
  const output = isShown ? 2 : 'pipe'
  const child = spawn(command, args, { cwd: root, env: environment(), stdio: ['ignore', output, output] })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => said.push(bytes))
  return new Promise((resolve) => {
    child.on('error', (error) => said.push(Buffer.from(`${error.message}\n`)))
    child.on('close', (code) => {
      resolve({ passed: code === 0, said: Buffer.concat(said) })
    })
  })
}

/** A note about the last success is below node_modules, so that it goes when the packages go. */
const noteFile = (name) => join(root, 'node_modules', '.cache', 'kitewright', name)

export function readNote(name) {
  return existsSync(noteFile(name)) ? readFileSync(noteFile(name), 'utf8') : ''
}

export function writeNote(name, text) {
  mkdirSync(dirname(noteFile(name)), { recursive: true })
  writeFileSync(noteFile(name), text)
}
