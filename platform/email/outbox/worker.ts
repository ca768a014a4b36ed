import { setTimeout as delay } from 'node:timers/promises'
import { type Claim, type OutboxDeps, type Outcome, type Result, type Step, sendStep, settlementOf } from '../claims.ts'
import { toAsciiAddress } from '../address.ts'

/** A claim may expire while the process is suspended. With less time left than this, the email isn't sent. */
const maxClaimAgeMs = 10_000
const maxWorkers = 4
/** How long an email that another process queued may wait unnoticed. */
const maxSleepMs = 5_000
/** For a due email that another process is just claiming. */
const minSleepMs = 100
const errorPauseMs = 2_000
/** How long `stop` tries to store the last results. */
const lastWriteMs = 500

/** Sends the emails of the outbox. Each worker claims one, transmits it, and stores the result with its next claim. */
export class Outbox {
  readonly #deps: OutboxDeps
  readonly #breakOff = new AbortController()
  readonly #workers = new Set<Promise<void>>()
  readonly #results = new Set<Result>()
  #state: 'idle' | 'started' | 'stopped' = 'idle'
  #timer: NodeJS.Timeout | undefined
  #notified = false

  constructor(deps: OutboxDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#state = 'started'
    this.notify()
  }

  /** Call this after a commit that may have queued an email. Does nothing before `start`. */
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

  /** Starts one worker. A worker that finds an email starts another, up to the maximum. */
  #openWorker(): void {
    if (this.#workers.size >= maxWorkers || this.#state === 'stopped') return
    const worker = this.#work().then((sleepMs) => {
      this.#workers.delete(worker)
      if (this.#state !== 'started') return
      clearTimeout(this.#timer)
      this.#timer = setTimeout(this.notify, sleepMs)
    })
    this.#workers.add(worker)
  }

  async #allWorkers(): Promise<void> {
    while (this.#workers.size > 0) await Promise.all(this.#workers)
  }

  /** Sends emails until none is due. @returns how many ms to sleep */
  async #work(): Promise<number> {
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

  /** Stores the results and claims the next email in one transaction, so that none is sent twice. */
  async #step(wantsMore = this.#state !== 'stopped'): Promise<Step> {
    const results = [...this.#results]
    let claim: Claim | undefined
    try {
      this.#results.clear()
      return await this.#deps.database.write(async (tx) => {
        const step = await sendStep(tx, this.#deps, results, wantsMore)
        claim = step.claim
        return step
      })
    } catch (error) {
      for (const result of results) this.#results.add(result)
      // The commit may have succeeded despite the error.
      if (claim !== undefined) this.#results.add({ claim, delivery: { outcome: 'released' }, isAborted: false })
      // Store the results even if the next email can't be claimed.
      if (wantsMore && results.length > 0) await this.#step(false)
      throw error
    }
  }

  async #transmit(claim: Claim): Promise<Result> {
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
    this.#report(result)
    return result
  }

  #report(result: Result): void {
    const { log, now } = this.#deps
    const { claim, delivery } = result
    const { state, due_at, answer: reason } = settlementOf(result, now())
    const email = { email: claim.email.id, kind: claim.kind, attempt: claim.attempts }
    if (delivery.outcome === 'released') return
    if (state === 'sent') {
      // Failures only of a batch: an issue to 100,000 subscribers must not fill the log.
      if (claim.batch === null) log.info(email, 'email sent')
    } else if (state === 'queued') log.warn({ ...email, reason, nextTry: new Date(due_at) }, 'email deferred')
    else if (claim.batch === null) log.error({ ...email, reason }, 'email failed permanently')
    else log.warn({ ...email, reason }, `email ${state}`)
  }
}
