import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createCapacity } from '../../../platform/limits/capacity.ts'
import { defaultLimits } from '../../../platform/limits/limits.ts'
import type { Log } from '../../../platform/log.ts'
import { minuteMs } from '../../../platform/text/time-text.ts'
import { type Details, type Exchange, extractDetails, noDetails, type SiteInfo } from './extract.ts'

/** Reads that run longer are stuck: the longest chats need about 40 ms. */
const maxReadMs = 10_000
/** Idle time before the worker ends. It outlasts the pauses in a chat, so most messages don't wait for a start. */
const maxIdleMs = 5 * minuteMs
/** Limits the worker's memory. During a flood of long chats, it would otherwise grow to 130 MB. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }

/** Returns no details if reading fails. `sender`: the visitor's IP address. The owner has none and isn't limited. */
export type ReadDetails = (messages: readonly Exchange[], sender: string | undefined) => Promise<Details>

/**
 * Reads one chat at a time. If too many are waiting, a sender's oldest chat loses its turn.
 * @param workerFile the built worker, which keeps long chats from blocking the server. Undefined reads in this thread.
 */
export function createDetailsReader(site: SiteInfo, workerFile: URL | string | undefined, log: Log): ReadDetails {
  const waiting = createCapacity(defaultLimits.waitingChats)
  const read = workerFile === undefined ? undefined : createWorkerReader(site, workerFile)
  let last: Promise<unknown> = Promise.resolve()

  return (messages, sender) => {
    const evicted = new AbortController()
    const onEvict = () => evicted.abort(new Error('too many chats are waiting'))
    const lease = sender === undefined ? undefined : waiting.lease(sender, onEvict)
    lease?.grow(1)
    const details = last.then(readNext).catch(noDetailsAfter)
    last = details
    return details

    function readNext(): Details | Promise<Details> {
      evicted.signal.throwIfAborted()
      lease?.release()
      return read === undefined ? extractDetails(messages, site) : read(messages)
    }

    /** Continues without details, so the visitor still gets a reply and the owner still gets the lead. */
    function noDetailsAfter(error: unknown): Details {
      // Don't log evictions: a flood of chats would fill the log.
      if (!evicted.signal.aborted) log.error({ err: error }, 'Couldn’t read the details of a chat')
      return noDetails
    }
  }
}

/** Starts the worker on demand. Ends it when a read times out or after a long pause. */
function createWorkerReader(site: SiteInfo, workerFile: URL | string) {
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined

  function startWorker(): Worker {
    const started = new Worker(workerFile, { workerData: site, resourceLimits })
    // Listen between reads too: an `error` event without a listener would end the server.
    started.on('error', () => {
      if (worker === started) worker = undefined
    })
    started.on('exit', () => {
      started.emit('error', new Error(`it exited, or needed more than ${maxReadMs / 1000} s`))
    })
    return started
  }

  function endAfter(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      void worker?.terminate()
      worker = undefined
    }, ms).unref()
  }

  return async (messages: readonly Exchange[]): Promise<Details> => {
    worker ??= startWorker()
    endAfter(maxReadMs)
    try {
      worker.ref()
      worker.postMessage(messages)
      const [details] = await once(worker, 'message')
      return details
    } finally {
      worker?.unref()
      endAfter(maxIdleMs)
    }
  }
}
