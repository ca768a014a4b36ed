import { setTimeout as delay } from 'node:timers/promises'
import { toAsciiAddress } from '../address.ts'
import {
  type Claim,
  nextStateAfter,
  type OutboxSettings,
  type Outcome,
  type Result,
  type Step,
  sendStep,
} from './claims.ts'

/** Don't send an email with an older claim. The process might have been suspended until the claim expired. */
const maxClaimAgeMs = 10_000
/** Maximum number of emails in transit. Mail servers limit a sender's connections. */
const maxLoops = 4
/** Maximum delay before noticing an email that another process queued. */
const maxSleepMs = 5_000
/** Retry delay if another process has locked the next due email. */
const minSleepMs = 100
/** Delay after a database error. */
const errorPauseMs = 2_000
/** How long `stop` tries to store the final results. */
const lastWriteMs = 500

/** Sends the outbox's emails. Each loop claims an email, transmits it, and stores the result with its next claim. */
export class OutboxWorker {
  readonly #settings: OutboxSettings
  readonly #abort = new AbortController()
  readonly #loops = new Set<Promise<void>>()
  readonly #results = new Set<Result>()
  #state: 'idle' | 'started' | 'stopped' = 'idle'
  #timer: NodeJS.Timeout | undefined
  #notified = false

  constructor(settings: OutboxSettings) {
    this.#settings = settings
  }

  start(): void {
    this.#state = 'started'
    this.notify()
  }

  /** Call this after a commit that might have queued an email. Does nothing before `start`. */
  notify = (): void => {
    if (this.#state !== 'started') return
    this.#notified = true
    this.#startLoop()
  }

  /** Sends all due emails, in processes that don't run the loop. */
  async sendDue(): Promise<void> {
    this.#startLoop()
    await this.#allLoops()
  }

  /** Stops claiming, and aborts emails that are still being sent after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#state = 'stopped'
    clearTimeout(this.#timer)
    const ended = this.#allLoops().then(() => true)
    if (!(await Promise.race([ended, delay(graceMs, false, { ref: false })]))) this.#abort.abort()
    await ended
    const latest = performance.now() + lastWriteMs
    while (this.#results.size > 0 && performance.now() < latest) {
      await this.#work()
      if (this.#results.size > 0) await delay(lastWriteMs / 10)
    }
  }

  /** Starts a loop. A loop that finds an email starts another loop, up to the maximum. */
  #startLoop(): void {
    if (this.#loops.size >= maxLoops || this.#state === 'stopped') return
    const loop = this.#work().then((sleepMs) => {
      this.#loops.delete(loop)
      if (this.#state !== 'started') return
      clearTimeout(this.#timer)
      this.#timer = setTimeout(this.notify, sleepMs)
    })
    this.#loops.add(loop)
  }

  async #allLoops(): Promise<void> {
    while (this.#loops.size > 0) await Promise.all(this.#loops)
  }

  /** Sends emails until none are due. @returns how long to sleep, in ms */
  async #work(): Promise<number> {
    try {
      for (;;) {
        this.#notified = false
        const { claim, nextAt = Number.POSITIVE_INFINITY } = await this.#step()
        if (claim !== undefined) {
          this.#startLoop()
          this.#results.add(await this.#transmit(claim))
        } else if (!this.#notified || this.#state === 'stopped') {
          return Math.min(Math.max(nextAt - this.#settings.now(), minSleepMs), maxSleepMs)
        }
      }
    } catch (error) {
      this.#settings.log.error({ err: error }, 'couldn’t read or write the outbox')
      return errorPauseMs
    }
  }

  /** Stores the results and claims the next email in a single transaction, so no email is sent twice. */
  async #step(wantsMore = this.#state !== 'stopped'): Promise<Step> {
    const results = [...this.#results]
    let claim: Claim | undefined
    try {
      this.#results.clear()
      return await this.#settings.database.write(async (tx) => {
        const step = await sendStep(tx, this.#settings, results, wantsMore)
        claim = step.claim
        return step
      })
    } catch (error) {
      for (const result of results) this.#results.add(result)
      // The commit could have succeeded despite the error, so release the claim.
      if (claim !== undefined) this.#results.add({ claim, delivery: { outcome: 'released' }, isAborted: false })
      // Store the results even if claiming the next email failed.
      if (wantsMore && results.length > 0) await this.#step(false)
      throw error
    }
  }

  async #transmit(claim: Claim): Promise<Result> {
    const { mailer, now } = this.#settings
    const { signal } = this.#abort
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
    this.#report(result)
    return result
  }

  #report(result: Result): void {
    const { log, now } = this.#settings
    const { claim, delivery } = result
    const { state, due_at, answer: reason } = nextStateAfter(result, now())
    const email = { email: claim.email.id, kind: claim.kind, attempt: claim.attempts }
    if (delivery.outcome === 'released') return
    if (state === 'sent') {
      // Batches log only their failures: an issue to 100,000 subscribers must not fill the log.
      if (claim.batch === null) log.info(email, 'email sent')
    } else if (state === 'queued') log.warn({ ...email, reason, nextTry: new Date(due_at) }, 'email deferred')
    else if (claim.batch === null) log.error({ ...email, reason }, 'email failed permanently')
    else log.warn({ ...email, reason }, `email ${state}`)
  }
}
