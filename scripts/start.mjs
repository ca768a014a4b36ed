// `npm start`, and the main process of the image and the systemd unit. Serves the site, restarts it after a crash, and
// rebuilds it when a date changes the content (docs/decisions/running/restarts.md).
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { markRunning, newestBuild } from './builds.mjs'
import { environment, exitCodeOf, onEnd, pinnedNode, root, say, serverProcess, spawnNode } from './steps.mjs'

/** Maximum pause before restarting a crashed server, in seconds. */
const maxPauseS = 32
/** A server that ran for at least this long had started successfully. */
const longLifeMs = 60_000
/** How often to check whether a new day has begun. */
const checkMs = 10_000

/**
 * Serves until it's stopped or the server exits with code 1 soon after starting, which the owner must fix. A server
 * that keeps crashing is restarted after increasing pauses.
 * @param {() => Promise<number>} serve runs the server and resolves to its exit code
 * @param {AbortSignal} signal stops it
 * @param {(seconds: number, code: number) => Promise<unknown>} pause waits after an exit with this code
 * @returns {Promise<number>} the exit code
 */
export async function keepServing(serve, signal, pause, now = Date.now) {
  let seconds = 1
  for (;;) {
    const begun = now()
    const code = await serve()
    const wasLong = now() - begun >= longLifeMs
    if (code === 0 || (code === 1 && !wasLong) || signal.aborted) return code
    if (wasLong) seconds = 1
    await pause(seconds, code)
    if (signal.aborted) return code
    seconds = Math.min(seconds * 2, maxPauseS)
  }
}

function superviseSite() {
  const stopping = new AbortController()
  let server
  /** The build to restart after a crash. */
  let build = newestBuild()
  let checkedOn = ''
  markRunning(build)
  onEnd(stop)
  // With systemd, kitewright-build.timer rebuilds instead.
  if (!process.argv.includes('--never-build')) setInterval(checkDay, checkMs).unref()
  return keepServing(serve, stopping.signal, pause)

  /** Runs the server until it exits. While it runs, a new process can take over. */
  async function serve() {
    server = start(build)
    for (;;) {
      const current = server
      const code = await exitCodeOf(current)
      if (server === current) return code
    }
  }

  function pause(seconds, code) {
    say(`The site exited with code ${code}. Restarting in ${seconds} s.`)
    return wait(seconds * 1000, undefined, stopping).catch(() => {})
  }

  /** Stops the server. On Windows, the only signal is Ctrl-C, which the server gets directly. */
  function stop() {
    if (!stopping.signal.aborted && process.platform !== 'win32') server.kill('SIGTERM')
    stopping.abort()
  }

  /** Rebuilds the site if an article or offer starts or ends today. */
  async function checkDay() {
    const today = new Date().toISOString().slice(0, 10)
    if (checkedOn === today) return
    checkedOn = today
    const stdio = ['ignore', 'inherit', 'inherit']
    const child = spawnNode([join('scripts', 'build-if-changed.mjs'), '--due'], { stdio })
    // Use the lowest priority, so visitors come first.
    if (child.pid !== undefined) setPriority(child.pid, 19)
    if ((await exitCodeOf(child)) === 0 && !stopping.signal.aborted) handOver()
  }

  /** Starts a new server and hands it the old server's socket, so no request fails. */
  function handOver() {
    const old = server
    const newest = newestBuild()
    const next = start(newest, '--take-over')
    const endNext = () => next.kill('SIGKILL')
    const pass = (_, socket) => {
      old.off('exit', endNext)
      server = next
      build = newest
      markRunning(build)
      next.send('socket', socket, () => socket.close())
    }
    old.once('exit', endNext)
    old.once('message', pass)
    next.once('exit', () => old.off('message', pass))
    next.once('message', () => old.send('hand over', () => {}))
  }
}

function start(build, ...words) {
  const { args, env } = serverProcess(build)
  const options = { cwd: root, env: { ...environment(), ...env } }
  return spawn(pinnedNode(), [...args, ...words], { ...options, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exit(await superviseSite())
