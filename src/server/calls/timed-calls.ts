import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import type { Answered, Asked } from './answer-calls.ts'

/** What can be asked of a thread; arguments and results are copied. */
export type Functions = Record<string, (...args: never[]) => unknown>

/** A call was not answered: it worked or waited for too long, or its thread broke. */
export class Unanswered extends Error {
  override name = 'Unanswered'
}

export type TimedCalls<F extends Functions> = {
  /** @throws Unanswered, or what the function threw */
  call: <Name extends keyof F & string>(name: Name, ...args: Parameters<F[Name]>) => Promise<ReturnType<F[Name]>>
  /** Ends the thread; what was asked and not answered is Unanswered. */
  close: () => Promise<void>
}

type Options = {
  /** A module that calls `answerCalls`. */
  script: URL
  workerData?: unknown
  /** How long one call may work, in milliseconds of the thread's processor time. */
  workMs?: number
  /** How long a call waits for those before it, once the thread can be asked. */
  waitMs?: number
  /** So many calls wait at most. */
  mostWaiting?: number
}

type Call = Asked & { resolve: (value: unknown) => void; reject: (reason: unknown) => void; patience?: NodeJS.Timeout }

/** A thread waits for a processor as well as working: this many times the work's bound ends a call in any case. */
const mostWallTimes = 10
/** How soon it is looked again at a call that is nearly due. */
const leastMs = 10

/**
 * Runs functions in a thread of its own, one call after the other. A call that works for too long ends with its thread;
 * those that wait go on in a new one. The first call starts the thread, unless `start` was called.
 */
export function createTimedCalls<F extends Functions>({
  script,
  workerData,
  workMs = 500,
  waitMs = 5_000,
  mostWaiting = 1_024,
}: Options): TimedCalls<F> & { start: () => void } {
  const waiting: Call[] = []
  let thread: Worker | undefined
  let isReady = false
  /** What the thread had worked before the call that runs, in milliseconds. */
  let workedMs = 0
  let running: { call: Call; deadline: NodeJS.Timeout } | undefined

  function start(): void {
    if (thread !== undefined) return
    const started = new Worker(script, { workerData })
    thread = started
    started.on('message', (answer: Answered) => {
      if (started !== thread) return
      workedMs = answer.workedMs
      if (isReady) settle(answer)
      else for (const call of waiting) expectSoon(call)
      isReady = true
      next()
    })
    // It broke, by what a call did or by itself. The next call finds a new one.
    started.on('error', (error) => drop(started, error))
    started.on('exit', () => drop(started, undefined))
  }

  function drop(ended: Worker, cause: Error | undefined): void {
    if (ended !== thread) return
    const wasReady = isReady
    thread = undefined
    isReady = false
    running?.call.reject(new Unanswered('the thread broke', { cause }))
    clearTimeout(running?.deadline)
    running = undefined
    // One that can't even start would be started for ever.
    if (!wasReady) for (const call of waiting.splice(0)) forsake(call, 'the thread could not start', cause)
    next()
  }

  function next(): void {
    if (running !== undefined) return
    if (waiting.length > 0) start()
    if (thread === undefined || !isReady) return
    const call = waiting.shift()
    // An idle thread keeps no process alive.
    if (call === undefined) return thread.unref()
    clearTimeout(call.patience)
    thread.ref()
    running = { call, deadline: watch(call, thread) }
    thread.postMessage({ name: call.name, args: call.args } satisfies Asked)
  }

  function settle({ value, error }: Answered): void {
    if (running === undefined) return
    const { call, deadline } = running
    clearTimeout(deadline)
    running = undefined
    if (error === undefined) call.resolve(value)
    else call.reject(error)
  }

  /** Ends the thread once the call has used up its time; only what it worked counts, not what it waited for a processor. */
  function watch(call: Call, on: Worker): NodeJS.Timeout {
    const last = performance.now() + mostWallTimes * workMs
    const look = async () => {
      const late = pause(workMs, undefined, { ref: false })
      const used = await Promise.race([on.cpuUsage().catch(() => undefined), late])
      if (running?.call !== call) return
      const leftMs = used === undefined ? 0 : workMs - ((used.user + used.system) / 1_000 - workedMs)
      if (leftMs <= 0 || performance.now() > last) return end(on)
      running.deadline = setTimeout(look, Math.max(leastMs, leftMs))
    }
    return setTimeout(look, workMs)
  }

  function end(on: Worker): void {
    drop(on, new Error('it worked for too long'))
    void on.terminate()
  }

  function expectSoon(call: Call): void {
    call.patience = setTimeout(() => {
      waiting.splice(waiting.indexOf(call), 1)
      call.reject(new Unanswered('waited for too long'))
    }, waitMs)
  }

  function forsake({ patience, reject }: Call, why: string, cause?: unknown): void {
    clearTimeout(patience)
    reject(new Unanswered(why, { cause }))
  }

  return {
    start,
    call: (name, ...args) =>
      new Promise((resolve, reject) => {
        if (waiting.length >= mostWaiting) return reject(new Unanswered('too many calls wait'))
        const call: Call = { name, args, resolve: resolve as Call['resolve'], reject }
        waiting.push(call)
        if (isReady) expectSoon(call)
        next()
      }),
    async close() {
      for (const call of waiting.splice(0)) forsake(call, 'the thread is closed')
      const last = thread
      if (last === undefined) return
      drop(last, undefined)
      await last.terminate()
    },
  }
}
