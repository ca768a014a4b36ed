import { senderNetwork } from '../http/sender.ts'

const waiting = new Map<string, (() => void)[]>()
let isRunning = false

/** Starts one request per turn of the event loop, for one network after another, so a flood delays only itself. */
export function takeTurn(sender: string): Promise<void> {
  return new Promise((start) => {
    const network = senderNetwork(sender)
    const starts = waiting.get(network) ?? []
    starts.push(start)
    waiting.set(network, starts)
    if (!isRunning) setImmediate(startNext)
    isRunning = true
  })
}

function startNext(): void {
  const [first] = waiting
  isRunning = first !== undefined
  if (first === undefined) return
  const [network, starts] = first
  waiting.delete(network)
  starts.shift()?.()
  if (starts.length > 0) waiting.set(network, starts)
  setImmediate(startNext)
}
