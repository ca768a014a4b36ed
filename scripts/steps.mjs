// Helpers for the scripts, in plain JavaScript for the system's Node.js 20 on Linux, macOS, and Windows.
import { spawn, spawnSync } from 'node:child_process'
import { constants as access, accessSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { basename, delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const bin = join(root, 'node_modules', '.bin')

/** Returns the path of the Node.js pinned in package.json, which runs TypeScript. */
export function pinnedNode() {
  return join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

/**
 * Node.js 24 sometimes hangs on exit: the main thread waits for a compiler thread, which waits for the main thread's
 * garbage collection (github.com/nodejs/node/issues/64274). Disabling these compilers, new since Node.js 22, helps.
 */
export const safeExit = ['--no-concurrent-sparkplug', '--no-maglev']

/**
 * Finds the JavaScript file of a package's command because node_modules/.bin has batch files on Windows.
 * @param {string} name
 * @param {string} [command] its name, if it differs from the package's
 */
export function programOf(name, command = name) {
  const folder = join(root, 'node_modules', ...name.split('/'))
  const { bin: programs } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof programs === 'string' ? programs : programs[command])
}

/** Prints progress to stderr. Stdout is for the commands' output. @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`)
}

/**
 * Prints a problem and its fix, then exits.
 * @param {string} what
 * @param {string} advice
 * @returns {never}
 */
export function stop(what, advice) {
  say(`\n✗ ${what}\n  ${advice}`)
  process.exit(1)
}

/** @param {() => unknown} attempt @returns the error's code, like ENOENT */
export function failureOf(attempt) {
  try {
    attempt()
  } catch ({ code }) {
    return code
  }
}

/** Returns an environment with the pinned Node.js first in PATH or, while packages are replaced, only the system's. */
export function environment({ pinned = true } = {}) {
  const others = (process.env.PATH ?? '').split(delimiter).filter((entry) => resolve(entry) !== bin)
  return {
    ...process.env,
    ASTRO_TELEMETRY_DISABLED: '1',
    ASTRO_DEV_BACKGROUND: '0',
    PATH: (pinned ? [bin, ...others] : others).join(delimiter),
  }
}

/** Prints a command's output to stderr. With `isQuiet`, prints it only on failure. @returns whether it succeeded */
export function run(command, args, { env = environment(), shell = false, isQuiet = false } = {}) {
  const output = isQuiet ? 'pipe' : 2
  const options = { cwd: root, env, shell, stdio: ['ignore', output, output], maxBuffer: 2 ** 26 }
  const { status, stdout, stderr } = spawnSync(command, args, options)
  if (isQuiet && status !== 0) process.stderr.write(stderr.length > 0 ? stderr : stdout)
  return status === 0
}

/** Starts the pinned Node.js. @param {string[]} args */
export function spawnNode(args, options) {
  return spawn(pinnedNode(), [...safeExit, ...args], { cwd: root, env: environment(), ...options })
}

/** Runs a Node.js program in the background. @returns whether it succeeded, and any output not yet shown */
export function runBeside(args, { isShown }) {
  const output = isShown ? 2 : 'pipe'
  const child = spawnNode(args, { stdio: ['ignore', output, output] })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => said.push(bytes))
  return new Promise((resolve) => {
    child.on('error', (error) => said.push(Buffer.from(`${error.message}\n`)))
    child.on('close', (code) => {
      resolve({ passed: code === 0, said: Buffer.concat(said) })
    })
  })
}

/**
 * Calls `end` for each signal, and once when npm's shell exits: npm passes SIGTERM only to that shell.
 * @param {(signal: NodeJS.Signals) => void} end
 */
export function onEnd(end) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(signal))
  if (process.env.npm_lifecycle_event === undefined) return
  const { ppid } = process
  const watch = setInterval(() => {
    if (process.ppid === ppid) return
    clearInterval(watch)
    end('SIGTERM')
  }, 500).unref()
}

/**
 * Runs Node.js in the foreground and exits with its code. Passes on signals it doesn't get anyway: terminals send Ctrl-C
 * to all processes in the window, and Windows does the same with all signals.
 * @param {string[]} args
 * @param {Record<string, string | undefined>} [variables]
 */
export async function runInFront(args, variables) {
  const child = spawnNode(args, { env: { ...environment(), ...variables }, stdio: 'inherit' })
  onEnd((signal) => {
    const hasIt = process.platform === 'win32' || (signal === 'SIGINT' && process.stdin.isTTY)
    if (!hasIt) child.kill(signal)
  })
  process.exit(await exitCodeOf(child))
}

/**
 * The settings files of this folder's systemd unit: deploy/server.env, overridden by /etc/NAME.env. Without a unit,
 * Kitewright reads .env itself.
 * @param {string} [etc] a different folder in tests
 * @returns {string[]} arguments for Node.js
 */
export function unitSettings(etc = '/etc') {
  const name = basename(root)
  const unit = join(etc, 'systemd', 'system', `${name}.service`)
  if (!existsSync(unit) || !readFileSync(unit, 'utf8').split('\n').includes(`WorkingDirectory=${root}`)) return []
  const settings = join(etc, `${name}.env`)
  if (!existsSync(settings)) return ['--env-file=deploy/server.env']
  if (failureOf(() => accessSync(settings, access.R_OK)) !== undefined)
    stop(`You don’t have permission to read this site’s settings, ${settings}.`, 'Try again as root (sudo).')
  return ['--env-file=deploy/server.env', `--env-file=${settings}`]
}

/** Returns a built server's arguments and environment. @param {string} build the build's folder in dist/ */
export function serverProcess(build) {
  return {
    args: [
      ...safeExit,
      '--memory-saver-mode',
      '--heap-growing-percent=50',
      '--max-semi-space-size=8',
      join('dist', build, 'server', 'main.mjs'),
    ],
    // React is slower in development mode.
    env: { NODE_ENV: 'production', MALLOC_ARENA_MAX: '1' },
  }
}

/** @returns {Promise<number>} the exit code, or 128 plus the signal's number, as in a shell */
export function exitCodeOf(child) {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      say(error.message)
      resolve(1)
    })
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

/** Returns the path of a file in node_modules, which disappears along with the packages. */
const cacheFile = (name) => join(root, 'node_modules', '.cache', 'kitewright', name)

export function readCache(name) {
  return existsSync(cacheFile(name)) ? readFileSync(cacheFile(name), 'utf8') : ''
}

export function writeCache(name, text) {
  mkdirSync(dirname(cacheFile(name)), { recursive: true })
  writeFileSync(cacheFile(name), text)
}
