import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { createCapacity } from '../../../platform/limits/capacity.ts'
import { defaultLimits } from '../../../platform/limits/limits.ts'
import type { Log } from '../../../platform/log.ts'
import { minuteMs } from '../../../platform/text/time-text.ts'
import { nothingKnown } from '../../leads/fields.ts'
import { type Details, type Exchange, extractDetails, type SiteInfo } from './extract.ts'

const maxReadMs = 10_000
const maxIdleMs = 5 * minuteMs
/** A flood of long chats would otherwise grow the worker to 130 MB. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 }

/** Returns no details if it can't read them. The owner has no `sender`, and isn't limited. */
export type ReadDetails = (messages: readonly Exchange[], sender: string | undefined) => Promise<Details>

/** Reads one chat at a time in a worker: long chats would block the server. Without a `program`, in this thread. */
export function createDetailsReader(site: SiteInfo, program: URL | string | undefined, log: Log): ReadDetails {
  const waiting = createCapacity(defaultLimits.waitingChats)
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function readNext(messages: readonly Exchange[]): Promise<Details> {
    if (program === undefined) return extractDetails(messages, site)
    worker ??= startWorker(program)
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

  function startWorker(program: URL | string): Worker {
    const started = new Worker(program, { workerData: site, resourceLimits })
    // Stays between reads: an error without a listener would end the server.
    started.on('error', () => {
      if (worker === started) worker = undefined
    })
    started.on('exit', () => started.emit('error', new Error(`it exited, or took more than ${maxReadMs / 1000} s`)))
    return started
  }

  function endAfter(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      void worker?.terminate()
      worker = undefined
    }, ms).unref()
  }

  return (messages, sender) => {
    const cut = new AbortController()
    const hold = sender === undefined ? undefined : waiting.lease(sender, () => cut.abort(new Error('too many wait')))
    hold?.grow(1)
    const details = last
      .then(() => {
        cut.signal.throwIfAborted()
        hold?.release()
        return readNext(messages)
      })
      .catch((error: unknown) => {
        // A flood of chats must not fill the log.
        if (!cut.signal.aborted) log.error({ err: error }, 'Couldn’t read the details of a chat')
        // The visitor still gets a reply, and the owner the lead.
        return { all: nothingKnown, newest: nothingKnown, budget: null, users: null }
      })
    last = details
    return details
  }
}
