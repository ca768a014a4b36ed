// `npm start`, and the main process of the image and the systemd unit: serves the site, restarts it when it crashes, and
// hands it over to a new build when a date changes the content (docs/decisions/running/restarts.md).
import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { markRunning, newestBuild } from './builds.mjs'
import { environment, exitCodeOf, onEnd, pinnedNode, root, say, serverProcess, spawnNode } from './steps.mjs'

const maxPauseS = 32
/** A server that ran at least this long started successfully. */
const longLifeMs = 60_000
const checkMs = 10_000

/**
 * Serves until it is stopped, or until the owner has something to fix (code 1 soon after a start). A server that keeps crashing
 * is restarted after ever longer pauses.
 * @param {() => Promise<number>} serve runs the server, and resolves to its exit code
 * @param {AbortSignal} signal stops it
 * @param {(seconds: number, code: number) => Promise<unknown>} pause after an exit with this code
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
  /** A restart after a crash runs the same build. */
  let build = newestBuild()
  let checkedOn = ''
  markRunning(build)
  onEnd(stop)
  // Under systemd, kitewright-build.timer builds.
  if (!process.argv.includes('--never-build')) setInterval(checkDay, checkMs).unref()
  return keepServing(serve, stopping.signal, pause)

  /** Runs the server until it exits. It may be handed over to a new process meanwhile. */
  async function serve() {
    server = start(build)
    for (;;) {
      const current = server
      const code = await exitCodeOf(current)
      if (server === current) return code
    }
  }

  function pause(seconds, code) {
    say(`The site ended with code ${code}. Restarting it in ${seconds} s.`)
    return wait(seconds * 1000, undefined, stopping).catch(() => {})
  }

  /** On Windows, Ctrl-C also reaches the server, and other signals don't exist. */
  function stop() {
    if (!stopping.signal.aborted && process.platform !== 'win32') server.kill('SIGTERM')
    stopping.abort()
  }

  /** Rebuilds the site if the date has brought out an article or ended an offer. */
  async function checkDay() {
    const today = new Date().toISOString().slice(0, 10)
    if (checkedOn === today) return
    checkedOn = today
    const stdio = ['ignore', 'inherit', 'inherit']
    const child = spawnNode([join('scripts', 'build-if-changed.mjs'), '--due'], { stdio })
    if (child.pid !== undefined) setPriority(child.pid, 19)
    if ((await exitCodeOf(child)) === 0 && !stopping.signal.aborted) handOver()
  }

  /** Starts the new server next to the old one, then hands over the socket, so that no request fails. */
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
