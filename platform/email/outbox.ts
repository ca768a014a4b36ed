import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { Delivery, Mailer } from './mailer.ts'
import { type ClaimedMail, claimDueMail, type MailComposers, nextDueAt, retryPausesMs, settle } from './outbox-store.ts'

/** Longer than the longest try, so that a claim ends only when its process is gone. */
const claimMs = 120_000
const mostWorkers = 4
const longestSleepMs = 60_000
/** Also a mail that is due at once may be out of reach: another process is just taking it. */
const shortestSleepMs = 100
const afterErrorMs = 5_000

type Needs = { database: Database; mailer: Mailer; composers: MailComposers; now: () => number; log: Log }

export class Outbox {
  readonly #needs: Needs
  readonly #breakOff = new AbortController()
  readonly #workers = new Set<Promise<void>>()
  #state: 'idle' | 'started' | 'stopped' = 'idle'
  #timer: NodeJS.Timeout | undefined
  #notified = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  start(): void {
    this.#state = 'started'
    this.#needs.log.info(this.#needs.mailer.description)
    this.notify()
  }

  /** To be called after a commit that may have enqueued a mail. Does nothing before `start`. */
  notify = (): void => {
    if (this.#state !== 'started') return
    this.#notified = true
    this.#openWorker()
  }

  /** Sends whatever is due now, in a process that does not run the outbox. */
  async sendDue(): Promise<void> {
    this.#openWorker()
    await this.#settled()
  }

  /** Gives what is under way `graceMs` before breaking it off; then it is due again later. */
  async stop(graceMs: number): Promise<void> {
    this.#state = 'stopped'
    clearTimeout(this.#timer)
    const ended = this.#settled()
    const inTime = ended.then(() => true)
    if (!(await Promise.race([inTime, delay(graceMs, false, { ref: false })]))) this.#breakOff.abort()
    await ended
  }

  /** One that found work opens the next, so that a single mail costs one claim. */
  #openWorker(): void {
    if (this.#workers.size >= mostWorkers || this.#state === 'stopped') return
    const worker = this.#work().then(async (shortestMs) => {
      this.#workers.delete(worker)
      if (this.#workers.size === 0) await this.#sleep(shortestMs)
    })
    this.#workers.add(worker)
  }

  async #work(): Promise<number> {
    const { database, composers, now, log } = this.#needs
    try {
      while (this.#state !== 'stopped') {
        this.#notified = false
        const mail = await claimDueMail(database, composers, now(), claimMs)
        if (mail !== undefined) {
          this.#openWorker()
          await this.#send(mail)
        } else if (!this.#notified) break
      }
      return shortestSleepMs
    } catch (error) {
      log.error({ err: error }, 'the outbox cannot be read or written')
      return afterErrorMs
    }
  }

  async #settled(): Promise<void> {
    while (this.#workers.size > 0) await Promise.all(this.#workers)
  }

  async #send(mail: ClaimedMail): Promise<void> {
    const { database, mailer, now, log } = this.#needs
    const delivery = await mailer.send(mail, this.#breakOff.signal)
    const told = { mail: mail.id, kind: mail.kind, attempt: mail.attempts }
    const result = judge(delivery, mail.attempts, now(), this.#breakOff.signal.aborted)
    if (!(await settle(database, mail, result))) await mailer.retract(mail)
    if (result.state === 'sent') log.info(told, 'mail sent')
    else if (result.state === 'failed') log.error({ ...told, reason: result.lastError }, 'mail failed for good')
    else log.warn({ ...told, reason: result.lastError, nextTry: new Date(result.dueAt) }, 'mail deferred')
  }

  async #sleep(shortestMs: number): Promise<void> {
    if (this.#state !== 'started') return
    const dueAt = await nextDueAt(this.#needs.database.db).catch(() => undefined)
    if (this.#state !== 'started' || this.#workers.size > 0) return
    const waitMs = (dueAt ?? Number.POSITIVE_INFINITY) - this.#needs.now()
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.notify, Math.min(Math.max(waitMs, shortestMs), longestSleepMs))
  }
}

/**
 * Only a dead address ends the tries at once: anything else that a server refuses may be about us, whatever it says.
 * @param isBrokenOff by ourselves: that is no answer of the mail server, and ends no mail's tries
 */
function judge(delivery: Delivery, attempts: number, now: number, isBrokenOff: boolean) {
  if (delivery.outcome === 'sent') return { state: 'sent', dueAt: now, lastError: null, sentAt: now } as const
  const pauseMs = retryPausesMs[attempts - 1] ?? (isBrokenOff ? 0 : undefined)
  if ((delivery.outcome === 'refused' && delivery.isDeadAddress) || pauseMs === undefined) {
    return { state: 'failed', dueAt: now, lastError: delivery.answer, sentAt: null } as const
  }
  return { state: 'queued', dueAt: now + pauseMs, lastError: delivery.answer, sentAt: null } as const
}
