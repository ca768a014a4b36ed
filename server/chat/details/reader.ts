import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createHolds } from '../../../platform/limits/holds.ts'
import { defaultLimits } from '../../../platform/limits/limits.ts'
import type { Log } from '../../../platform/log.ts'
import { nothingKnown } from '../../leads/fields.ts'
import { type Details, extractDetails, type SiteInfo } from './extract.ts'

const maxReadMs = 10_000
/** Without limits, a flood of long chats makes it take 130 MB. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }

export type DetailsReader = ReturnType<typeof createDetailsReader>

/** Reads one chat at a time in a worker, because long ones would block the server. Without a `program`, in this thread. */
export function createDetailsReader(site: SiteInfo, program: URL | string | undefined, log: Log) {
  const waiting = createHolds(defaultLimits.waitingChats)
  let worker: Worker | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function readNext(messages: readonly string[]): Promise<Details> {
    if (program === undefined) return extractDetails(messages, site)
    worker ??= new Worker(program, { workerData: site, resourceLimits })
    worker.postMessage(messages)
    const [details] = await once(worker, 'message', { signal: AbortSignal.timeout(maxReadMs) })
    return details
  }

  async function stop(): Promise<void> {
    const stopped = worker
    worker = undefined
    await stopped?.terminate()
  }

  return {
    stop,
    /**
     * Returns no details if reading them fails: neither the reply nor the lead may be lost.
     * @param sender undefined for the owner, who isn't limited
     */
    read(messages: readonly string[], sender: string | undefined): Promise<Details> {
      const cut = new AbortController()
      const cutOff = () => cut.abort(new Error('too many chats are waiting'))
      const hold = sender === undefined ? undefined : waiting.hold(sender, cutOff)
      hold?.grow(1)
      const read = last
        .then(() => {
          cut.signal.throwIfAborted()
          hold?.release()
          return readNext(messages)
        })
        .catch(async (error: unknown) => {
          log.error({ err: error }, 'the details of a chat could not be read')
          if (!cut.signal.aborted) await stop()
          return { all: nothingKnown, newest: nothingKnown }
        })
      last = read
      return read
    },
  }
}
