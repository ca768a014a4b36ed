// Loaded into a server before its own code (node --import): tells over a socket how long its main thread was held since it was
// asked last, and how much memory it has. It changes nothing that the server does.
import { createServer } from 'node:net'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

const path = process.env.LOOP_PROBE
if (path && isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const server = createServer((socket) => {
    socket.on('data', () => {
      socket.write(
        `${JSON.stringify({ longestMs: delay.max / 1e6, residentMb: process.memoryUsage.rss() / 2 ** 20 })}\n`,
      )
      delay.reset()
    })
    socket.on('error', () => {})
  })
  server.listen(path).unref()
}
