import { spawn } from 'node:child_process'
import { url as debuggerUrl } from 'node:inspector'
import type { Log } from './log.ts'

const beatMs = 1_000

/** Lets scripts/watchdog end this process when its main thread is blocked for good, unless by a debugger. */
export function startWatchdog(log: Log): void {
  const watchdog = spawn('sh', ['scripts/watchdog', String(process.pid)], { stdio: ['ignore', 'inherit', 'inherit'] })
  watchdog.unref()
  const end = () => watchdog.kill('SIGKILL')
  const beat = setInterval(() => {
    if (debuggerUrl() === undefined) watchdog.kill('SIGCONT')
    else end()
  }, beatMs).unref()
  process.once('exit', end)
  watchdog.once('error', (error) => log.error({ err: error }, 'no watchdog could be started'))
  watchdog.once('exit', () => {
    clearInterval(beat)
    log.warn('the watchdog has ended: nobody ends this process if it is blocked')
  })
}
