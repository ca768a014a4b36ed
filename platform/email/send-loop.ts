import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '../log.ts'
import { toAsciiAddress } from './email-address.ts'
import type { Delivery, Email, Mailer } from './mailer.ts'

/** Longer than any attempt to send, so that a claim only ends if its process has died. */
export const claimMs = 120_000
/** A process that was suspended after claiming an email leaves it to others: the claim may have ended. */
const maxClaimAgeMs = 10_000
const maxWorkers = 4
/** Another process may be claiming what's due. */
const minSleepMs = 100
const errorPauseMs = 2_000
/** How long `stop` tries to store the last results. */
const lastWriteMs = 500

export type Claim = { email: Email; kind: string; attempts: number; claimedAt: number }

/** `released`: this process didn't try to send it. `unusable`: nothing can be sent to the address. */
type Outcome = Delivery | { outcome: 'released' } | { outcome: 'unusable'; answer: string }

/** `isAborted`: this process was stopping, so the result says nothing about the mail server. */
export type Result<C extends Claim> = { claim: C; delivery: Outcome; isAborted: boolean }

/** `nextAt`: when to look again if nothing was claimed. */
export type Step<C extends Claim> = { claim?: C | undefined; nextAt?: number | undefined }

export type Queue<C extends Claim> = {
  /** The longest time between looks for what other processes have queued. */
  maxSleepMs: number
  /**
   * Stores the results and claims the next email in one transaction, so that none is sent twice.
   * @param onClaim called before the commit, which may succeed even if it reports an error
   */
  step(results: readonly Result<C>[], wantsMore: boolean, onClaim: (claim: C) => void): Promise<Step<C>>
  report(result: Result<C>): void
}

type LoopDeps = { mailer: Mailer; now: () => number; log: Log }

/** Sends a queue's emails. Each worker claims an email, transmits it, and stores the result with its next claim. */
export class SendLoop<C extends Claim> {
  readonly #deps: LoopDeps
  readonly #queue: Queue<C>
  readonly #breakOff = new AbortController()
  readonly #workers = new Set<Promise<void>>()
  readonly #results = new Set<Result<C>>()
  #state: 'idle' | 'started' | 'stopped' = 'idle'
  #timer: NodeJS.Timeout | undefined
  #notified = false

  constructor(deps: LoopDeps, queue: Queue<C>) {
    this.#deps = deps
    this.#queue = queue
  }

  start(): void {
    this.#state = 'started'
    this.notify()
  }

  /** To be called after a commit that may have queued an email. Does nothing before `start`. */
  notify = (): void => {
    if (this.#state !== 'started') return
    this.#notified = true
    this.#openWorker()
  }

  /** Sends what's due now, for processes that don't run the loop. */
  async sendDue(): Promise<void> {
    this.#openWorker()
    await this.#allWorkers()
  }

  /** Stops claiming, and aborts emails that are still being sent after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#state = 'stopped'
    clearTimeout(this.#timer)
    const ended = this.#allWorkers().then(() => true)
    if (!(await Promise.race([ended, delay(graceMs, false, { ref: false })]))) this.#breakOff.abort()
    await ended
    const latest = performance.now() + lastWriteMs
    while (this.#results.size > 0 && performance.now() < latest) {
      await this.#work()
      if (this.#results.size > 0) await delay(lastWriteMs / 10)
    }
  }

  /** Starts one worker. Each that finds an email starts another, up to the maximum. */
  #openWorker(): void {
    if (this.#workers.size >= maxWorkers || this.#state === 'stopped') return
    const worker = this.#work().then((sleepMs) => {
      this.#workers.delete(worker)
      if (this.#state !== 'started' || this.#workers.size > 0) return
      clearTimeout(this.#timer)
      this.#timer = setTimeout(this.notify, sleepMs)
    })
    this.#workers.add(worker)
  }

  async #allWorkers(): Promise<void> {
    while (this.#workers.size > 0) await Promise.all(this.#workers)
  }

  /** @returns how long to sleep */
  async #work(): Promise<number> {
    const { maxSleepMs } = this.#queue
    try {
      for (;;) {
        this.#notified = false
        const { claim, nextAt = Number.POSITIVE_INFINITY } = await this.#step()
        if (claim !== undefined) {
          this.#openWorker()
          this.#results.add(await this.#transmit(claim))
        } else if (!this.#notified || this.#state === 'stopped') {
          return Math.min(Math.max(nextAt - this.#deps.now(), minSleepMs), maxSleepMs)
        }
      }
    } catch (error) {
      this.#deps.log.error({ err: error }, 'could not read or write the queue of emails')
      return errorPauseMs
    }
  }

  async #step(wantsMore = this.#state !== 'stopped'): Promise<Step<C>> {
    const results = [...this.#results]
    const claims: C[] = []
    try {
      this.#results.clear()
      return await this.#queue.step(results, wantsMore, (claim) => claims.push(claim))
    } catch (error) {
      for (const result of results) this.#results.add(result)
      // The commit may still have succeeded.
      for (const claim of claims) this.#results.add({ claim, delivery: { outcome: 'released' }, isAborted: false })
      // Store the results even if the next email can't be claimed.
      if (wantsMore && results.length > 0) await this.#step(false)
      throw error
    }
  }

  async #transmit(claim: C): Promise<Result<C>> {
    const { mailer, now } = this.#deps
    const { signal } = this.#breakOff
    const deliver = async (): Promise<Outcome> => {
      if (toAsciiAddress(claim.email.to.address) === undefined) {
        return { outcome: 'unusable', answer: 'no email can be written to this address' }
      }
      if (signal.aborted || now() - claim.claimedAt > maxClaimAgeMs) return { outcome: 'released' }
      const delivery = await mailer.send(claim.email, signal)
      return signal.aborted && delivery.outcome === 'deferred' ? { outcome: 'released' } : delivery
    }
    const delivery = await deliver()
    const result = { claim, delivery, isAborted: signal.aborted }
    this.#queue.report(result)
    return result
  }
}
