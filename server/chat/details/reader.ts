import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createHolds } from '../../../platform/limits/holds.ts'
import { defaultLimits } from '../../../platform/limits/limits.ts'
import type { Log } from '../../../platform/log.ts'
import { minuteMs } from '../../../platform/text/time-text.ts'
import { nothingKnown } from '../../leads/fields.ts'
import { type Details, extractDetails, type SiteInfo } from './extract.ts'

const maxReadMs = 10_000
const maxIdleMs = 5 * minuteMs
/** Without limits, it takes 130 MB during a flood of long chats. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }

/**
 * Returns no details if it can't read them: neither the reply nor the lead may be lost.
 * @param sender undefined for the owner, who isn't limited
 */
export type ReadDetails = (messages: readonly string[], sender: string | undefined) => Promise<Details>

/** Reads one chat at a time in a worker: long chats would block the server. Without a `program`, in this thread. */
export function createDetailsReader(site: SiteInfo, program: URL | string | undefined, log: Log): ReadDetails {
  const waiting = createHolds(defaultLimits.waitingChats)
  let started: ReturnType<typeof startWorker> | undefined
  let timer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function readNext(messages: readonly string[]): Promise<Details> {
    if (program === undefined) return extractDetails(messages, site)
    if (started === undefined || started.ended.aborted) started = startWorker(program, site)
    const { worker, ended } = started
    const endAfter = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        started = undefined
        void worker.terminate()
      }, ms).unref()
    }
    endAfter(maxReadMs)
    worker.ref()
    try {
      worker.postMessage(messages)
      const [details] = await once(worker, 'message', { signal: ended })
      return details
    } finally {
      worker.unref()
      endAfter(maxIdleMs)
    }
  }

  return (messages, sender) => {
    const cut = new AbortController()
    const hold = sender === undefined ? undefined : waiting.hold(sender, () => cut.abort(new Error('too many wait')))
    hold?.grow(1)
    const details = last
      .then(() => {
        cut.signal.throwIfAborted()
        hold?.release()
        return readNext(messages)
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'the details of a chat could not be read')
        return { all: nothingKnown, newest: nothingKnown }
      })
    last = details
    return details
  }
}

/** The listeners stay between reads: an error that has none would end the server. */
function startWorker(program: URL | string, site: SiteInfo): { worker: Worker; ended: AbortSignal } {
  const ended = new AbortController()
  const worker = new Worker(program, { workerData: site, resourceLimits })
  worker.once('error', (error) => ended.abort(error))
  worker.once('exit', () => ended.abort(new Error(`the worker exited, or took more than ${maxReadMs / 1000} s`)))
  return { worker, ended: ended.signal }
}
