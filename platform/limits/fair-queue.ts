import { senderNetwork } from '../http/ip-address.ts'

/** Callbacks of waiting requests, by network. The network whose turn it is comes first. */
const waiting = new Map<string, (() => void)[]>()
let isRunning = false

/** Starts one request per turn of the event loop, rotating between networks, so a flood delays only itself. */
export function waitForTurn(sender: string): Promise<void> {
  return new Promise((start) => {
    const network = senderNetwork(sender)
    const queue = waiting.get(network) ?? []
    queue.push(start)
    waiting.set(network, queue)
    if (!isRunning) setImmediate(startNext)
    isRunning = true
  })
}

function startNext(): void {
  const [first] = waiting
  if (first === undefined) {
    isRunning = false
    return
  }
  const [network, queue] = first
  const start = queue.shift()
  // Move the network behind the others.
  waiting.delete(network)
  if (queue.length > 0) waiting.set(network, queue)
  start?.()
  setImmediate(startNext)
}
