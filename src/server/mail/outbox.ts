import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { MailComposers } from './mail-words.ts'
import type { Delivery, Mailer } from './mailer.ts'
import { type ClaimedMail, claimDueMail, nextDueAt, retryPausesMs, settle } from './outbox.repository.ts'

/** Longer than the longest try, so that a claim ends only when its process is gone. */
const claimMs = 120_000
const lanes = 4
/** Mails that another process left behind are noticed after this time at the latest. */
const longestSleepMs = 60_000
/** Also a mail that is due at once may be out of reach: another process is just taking it. */
const shortestSleepMs = 100
const afterErrorMs = 5_000

export type Outbox = {
  start(): void
  /** After a commit that may have enqueued a mail. */
  wake(): void
  /** Sends whatever is due now, in a process that does not run the outbox. */
  sendDue(): Promise<void>
  /** Gives what is under way `graceMs` before breaking it off; then it is due again later. */
  stop(graceMs: number): Promise<void>
}

type Needs = { database: Database; mailer: Mailer; composers: MailComposers; now: () => number; log: Log }

export function createOutbox({ database, mailer, composers, now, log }: Needs): Outbox {
  const breakOff = new AbortController()
  const running = new Set<Promise<void>>()
  let state: 'idle' | 'started' | 'stopped' = 'idle'
  let timer: NodeJS.Timeout | undefined
  let woken = false
  let troubled = false

  /** A lane sends one mail after the other. One that found work opens the next, so that a single mail costs one claim. */
  function openLane(): void {
    if (running.size >= lanes || state === 'stopped') return
    const lane: Promise<void> = work().finally(async () => {
      running.delete(lane)
      if (running.size === 0) await sleep()
    })
    running.add(lane)
  }

  async function work(): Promise<void> {
    try {
      while (state !== 'stopped') {
        woken = false
        const mail = await claimDueMail(database, composers, now(), claimMs)
        troubled = false
        if (mail !== undefined) {
          openLane()
          await send(mail)
        } else if (!woken) return
      }
    } catch (error) {
      troubled = true
      log.error({ err: error }, 'the outbox cannot be read or written')
    }
  }

  async function send(mail: ClaimedMail): Promise<void> {
    const delivery = await mailer.send(mail, breakOff.signal)
    const told = { mail: mail.id, kind: mail.kind, attempt: mail.attempts }
    const result = judge(delivery, mail.attempts, now(), breakOff.signal.aborted)
    const kept = await settle(database, mail, result)
    if (!kept) await mailer.retract(mail)
    if (result.state === 'sent') log.info(told, 'mail sent')
    else if (result.state === 'failed') log.error({ ...told, reason: result.lastError }, 'mail failed for good')
    else log.warn({ ...told, reason: result.lastError, nextTry: new Date(result.dueAt) }, 'mail deferred')
  }

  async function sleep(): Promise<void> {
    if (state !== 'started') return
    clearTimeout(timer)
    const dueAt = await nextDueAt(database.db).catch(() => undefined)
    if (state !== 'started' || running.size > 0) return
    const waitMs = (dueAt ?? Number.POSITIVE_INFINITY) - now()
    const ms = Math.min(Math.max(waitMs, troubled ? afterErrorMs : shortestSleepMs), longestSleepMs)
    clearTimeout(timer)
    timer = setTimeout(wake, ms)
  }

  function wake(): void {
    if (state !== 'started') return
    woken = true
    openLane()
  }

  async function settled(): Promise<void> {
    while (running.size > 0) await Promise.all(running)
  }

  return {
    start: () => {
      state = 'started'
      log.info(mailer.description)
      wake()
    },
    wake,
    sendDue: async () => {
      openLane()
      await settled()
    },
    stop: async (graceMs) => {
      state = 'stopped'
      clearTimeout(timer)
      const grace = new AbortController()
      const timeUp = delay(graceMs, undefined, { signal: grace.signal }).then(
        () => breakOff.abort(),
        () => {},
      )
      await settled()
      grace.abort()
      await timeUp
    },
  }
}

/** @param isBrokenOff by ourselves: that is no answer of the mail server, and ends no mail's tries */
function judge(delivery: Delivery, attempts: number, now: number, isBrokenOff: boolean) {
  if (delivery.outcome === 'sent') return { state: 'sent', dueAt: now, lastError: null, sentAt: now } as const
  const pauseMs = retryPausesMs[attempts - 1] ?? (isBrokenOff ? 0 : undefined)
  if (delivery.outcome === 'refused' || pauseMs === undefined) {
    return { state: 'failed', dueAt: now, lastError: delivery.answer, sentAt: null } as const
  }
  return { state: 'queued', dueAt: now + pauseMs, lastError: delivery.answer, sentAt: null } as const
}
