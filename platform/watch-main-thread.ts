import { url as debuggerUrl } from 'node:inspector'
import { Worker } from 'node:worker_threads'

const heartbeatMs = 1_000
const maxSilentMs = 5_000

/**
 * Starts a worker that kills this process if the main thread blocks: 5 s of computing or 25 s of waiting. The supervisor
 * then restarts it (docs/decisions/running/restarts.md).
 */
export function watchMainThread(): void {
  const heartbeats = new Int32Array(new SharedArrayBuffer(4))
  // A debugger pauses the main thread on purpose.
  const sendHeartbeat = () =>
    debuggerUrl() === undefined ? Atomics.add(heartbeats, 0, 1) : Atomics.store(heartbeats, 0, -1)
  setInterval(sendHeartbeat, heartbeatMs).unref()
  const worker = new Worker(`(${killWhenSilent})(require('node:worker_threads').workerData)`, {
    eval: true,
    workerData: { heartbeats, heartbeatMs, maxSilentMs },
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 8 },
  })
  worker.unref()
}

type Watched = { heartbeats: Int32Array; heartbeatMs: number; maxSilentMs: number }

/** The worker runs this function's source code, so it can't use imports. */
function killWhenSilent({ heartbeats, heartbeatMs, maxSilentMs }: Watched): void {
  let last = 0
  let silent = { chargedMs: 0, rounds: 0 }
  let cpu = process.cpuUsage()
  setInterval(() => {
    const { user, system } = process.cpuUsage(cpu)
    cpu = process.cpuUsage()
    const heartbeat = Atomics.load(heartbeats, 0)
    if (heartbeat !== last || heartbeat < 0) silent = { chargedMs: 0, rounds: 0 }
    last = heartbeat
    // Count rounds and CPU time. Wall time also passes while a laptop sleeps or other programs use the CPUs.
    const computedMs = (user + system) / 1000
    silent.chargedMs += Math.min(Math.max(computedMs, heartbeatMs / 5), heartbeatMs)
    silent.rounds += 1
    if (silent.chargedMs <= maxSilentMs) return
    const msg = `the main thread was blocked for ${silent.rounds} s: killing the server, so it restarts`
    const line = JSON.stringify({ level: 60, time: Date.now(), pid: process.pid, msg })
    process.getBuiltinModule('node:fs').writeSync(1, `${line}\n`)
    process.kill(process.pid, 'SIGKILL')
  }, heartbeatMs)
}
