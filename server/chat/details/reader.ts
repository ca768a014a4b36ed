import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createFairShare } from '../../../platform/http/fair-share.ts'
import { truncatedSender } from '../../../platform/http/sender.ts'
import type { Log } from '../../../platform/log.ts'
import { nothingKnown } from '../../leads/fields.ts'
import { type Details, extractDetails, type SiteInfo } from './extract.ts'

const maxWaiting = 16
const maxReadMs = 10_000
/** Without limits, a flood of long chats makes it take 130 MB. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }

export type DetailsReader = ReturnType<typeof createDetailsReader>

/** Reads one chat at a time in a worker, because long ones would block the server. Without a `program`, in this thread. */
export function createDetailsReader(site: SiteInfo, program: URL | string | undefined, log: Log) {
  const waiting = createFairShare(maxWaiting)
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
     * Returns no details if reading them fails: neither the reply nor the lead may be lost. If too many chats wait, the
     * network with the most loses its oldest.
     */
    read(messages: readonly string[], sender = ''): Promise<Details> {
      const cut = new AbortController()
      const share = waiting.hold(truncatedSender(sender) ?? sender, () => cut.abort(new Error('too many chats wait')))
      share.grow(1)
      const read = last
        .then(() => {
          cut.signal.throwIfAborted()
          return readNext(messages)
        })
        .catch(async (error: unknown) => {
          log.error({ err: error }, 'the details of a chat could not be read')
          if (!cut.signal.aborted) await stop()
          return { all: nothingKnown, newest: nothingKnown }
        })
        .finally(share.release)
      last = read
      return read
    },
  }
}
