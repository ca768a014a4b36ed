import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createCapacity } from '../../../platform/limits/capacity.ts'
import { defaultLimits } from '../../../platform/limits/limits.ts'
import type { Log } from '../../../platform/log.ts'
import { minuteMs } from '../../../platform/text/time-text.ts'
import { type Details, type Exchange, extractDetails, noDetails, type SiteInfo } from './extract.ts'

/** The longest chats need about 40 ms, so a read that takes this long is stuck. */
const maxReadMs = 10_000
/** Keeps the worker between a chat's messages, so most of them don't wait for it to start. */
const maxIdleMs = 5 * minuteMs
/** Without these limits, a flood of long chats grows the worker to 130 MB. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }

/** Returns no details if it couldn't read them. `sender` is the visitor's IP address. The owner has none and isn't limited. */
export type ReadDetails = (messages: readonly Exchange[], sender: string | undefined) => Promise<Details>

/**
 * Reads one chat at a time. If too many are waiting, a sender's oldest chat loses its turn.
 * @param workerFile the built worker, since long chats would block the server; undefined to read in this thread
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

    /** Goes on without details: the visitor still gets a reply, and the owner the lead. */
    function noDetailsAfter(error: unknown): Details {
      // A flood of chats must not fill the log.
      if (!evicted.signal.aborted) log.error({ err: error }, 'Couldn’t read the details of a chat')
      return noDetails
    }
  }
}

/** Starts the worker on demand, and ends it after a read that takes too long or a long pause. */
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
