// Loaded into the server before its own code (NODE_OPTIONS=--import): says its number, blocks the main thread for good when it
// is told to, by computing (SIGUSR2) or by waiting (SIGWINCH), and throws what nobody catches (SIGPROF). At the socket of
// LOOP_PROBE it tells how long its main thread was held since it was asked last, and how much memory it has.
import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

process.stderr.write(`server ${process.pid}\n`)
process.on('SIGUSR2', () => {
  for (;;) {}
})
process.on('SIGPROF', () => {
  throw new Error('a fault of the program')
})
process.on('SIGWINCH', () => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
})

const path = process.env['LOOP_PROBE']
if (path && isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const server = createServer((socket) => {
    socket.on('data', () => {
      const [maxMs, residentMb] = [delay.max / 1e6, process.memoryUsage.rss() / 2 ** 20]
      socket.write(`${JSON.stringify({ maxMs, residentMb })}\n`)
      delay.reset()
    })
    socket.on('error', () => {})
  })
  server.listen(path).unref()
}
