import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'

const heartbeatMs = 1_000
const maxSilentMs = 5_000

/**
 * A worker that ends this process when the main thread is blocked for good, so that the supervisor restarts it: after
 * 5 s of computing, or 25 s of waiting for something that never comes (docs/decisions/running/restarts.md).
 */
export function watchMainThread(): void {
  const heartbeats = new Int32Array(new SharedArrayBuffer(4))
  // A debugger stops the main thread on purpose.
  const sendHeartbeat = () =>
    debuggerUrl() === undefined ? Atomics.add(heartbeats, 0, 1) : Atomics.store(heartbeats, 0, -1)
  setInterval(sendHeartbeat, heartbeatMs).unref()
  const worker = new Worker(`(${endWhenSilent})(require('node:worker_threads').workerData)`, {
    eval: true,
    workerData: { heartbeats, heartbeatMs, maxSilentMs },
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8 },
  })
  worker.unref()
}

type Watched = { heartbeats: Int32Array; heartbeatMs: number; maxSilentMs: number }

/** Runs in the worker, from its source text. */
function endWhenSilent({ heartbeats, heartbeatMs, maxSilentMs }: Watched): void {
  let last = 0
  let silent = { chargedMs: 0, rounds: 0 }
  let cpu = process.cpuUsage()
  setInterval(() => {
    const { user, system } = process.cpuUsage(cpu)
    cpu = process.cpuUsage()
    const heartbeat = Atomics.load(heartbeats, 0)
    if (heartbeat !== last || heartbeat < 0) silent = { chargedMs: 0, rounds: 0 }
    last = heartbeat
    // Counts rounds and CPU time, because time in which this thread didn't run either, as when a laptop sleeps or others
    // use the CPUs, isn't the main thread's fault.
    const computedMs = (user + system) / 1000
    silent.chargedMs += Math.min(Math.max(computedMs, heartbeatMs / 5), heartbeatMs)
    silent.rounds += 1
    if (silent.chargedMs <= maxSilentMs) return
    const msg = `the main thread was blocked for ${silent.rounds} s: the server is ended, to be started again`
    const line = JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, msg })
    process.getBuiltinModule('node:fs').writeSync(1, `${line}\n`)
    process.kill(process.pid, 'SIGKILL')
  }, heartbeatMs)
}
