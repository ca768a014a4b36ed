import { setTimeout as delay } from 'node:timers/promises'
import type { Studio } from '../../platform/content/studio.ts'
import type { Database } from '../../platform/db/database.ts'
import { toAsciiAddress } from '../../platform/email/mail-address.ts'
import type { Mail, Mailer } from '../../platform/email/mailer.ts'
import type { Log } from '../../platform/log.ts'
import { issueMail, issueMailId, type LinkSettings, unsubscribeLink } from './emails.ts'
import { claimBatch, type IssueResult, type SendBatch, type SendBatchNeeds } from './issue-batch.ts'
import { type ClaimedIssueMail, hasOpenIssue } from './issue-store.ts'

const workers = 4
/** An issue of the owner's command, or a lifted mute, is noticed after this time. */
const longestSleepMs = 5_000
const afterErrorMs = 2_000
/** A process that was halted after its claim leaves the mail to others: the claim may have ended. */
const latestBeginMs = 10_000
/** For a database that does not take the last results. */
const lastWriteMs = 500

type IssueSenderNeeds = SendBatchNeeds & {
  database: Database
  mailer: Mailer
  now: () => number
  log: Log
  links: LinkSettings
  studio: Pick<Studio, 'name' | 'email'>
}

/** Claims each mail in one transaction, transmits it, and settles it in the next, so that no mail goes twice. */
export class IssueSender {
  readonly #needs: IssueSenderNeeds
  readonly #breakOff = new AbortController()
  readonly #results = new Set<IssueResult>()
  #underWay = 0
  #isStopped = false
  #loop: Promise<unknown> | undefined
  #signal = Promise.withResolvers<void>()

  constructor(needs: IssueSenderNeeds) {
    this.#needs = needs
  }

  start(): void {
    this.#loop = this.#run()
  }

  /** When an issue may have something to send. */
  notify(): void {
    this.#signal.resolve()
  }

  async sendDue(): Promise<void> {
    this.#loop ??= this.#sendAll().finally(() => {
      this.#loop = undefined
    })
    await this.#loop
  }

  /** Gives what is under way `graceMs`, then breaks it off: what had begun is unknown. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopped = true
    this.notify()
    await this.#loop
    const timeUp = setTimeout(() => this.#breakOff.abort(), graceMs)
    while (this.#underWay > 0) {
      await this.#waitForSignal(longestSleepMs)
      await this.#nextBatch()
    }
    clearTimeout(timeUp)
    const latest = performance.now() + lastWriteMs
    while (this.#results.size > 0 && performance.now() < latest) {
      if ((await this.#nextBatch()) === undefined) await delay(lastWriteMs / 10)
    }
  }

  async #waitForSignal(ms: number): Promise<void> {
    const timer = setTimeout(() => this.notify(), ms)
    await this.#signal.promise
    clearTimeout(timer)
    this.#signal = Promise.withResolvers()
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) await this.#waitForSignal(await this.#sendAll())
  }

  /** Returns for how long there is nothing to do. */
  async #sendAll(): Promise<number> {
    while (!this.#isStopped) {
      const batch = await this.#nextBatch()
      for (const mail of batch?.claimed ?? []) void this.#transmit(mail)
      const waitMs = batch === undefined ? afterErrorMs : (batch.nextAt ?? Number.POSITIVE_INFINITY) - this.#needs.now()
      const sleepMs = Math.min(Math.max(waitMs, 0), longestSleepMs)
      if (this.#underWay === 0 && (batch === undefined || (this.#results.size === 0 && waitMs > 0))) return sleepMs
      await this.#waitForSignal(this.#underWay === workers ? longestSleepMs : sleepMs)
    }
    return 0
  }

  /** Returns undefined, and keeps the results, when the database fails. */
  async #nextBatch(): Promise<SendBatch | undefined> {
    const { database, log, now } = this.#needs
    let claimed: ClaimedIssueMail[] = []
    try {
      if (this.#results.size === 0 && !(await hasOpenIssue(database.db))) return nothingToDo
      const [written, batch] = await database.write(async (tx) => {
        const results = [...this.#results]
        const places = this.#isStopped || hasGivenBack(results) ? 0 : workers - this.#underWay
        const next = await claimBatch(tx, this.#needs, { results, places, now: now() })
        claimed = next.claimed
        return [results, next]
      })
      for (const result of written) this.#results.delete(result)
      await this.#announce(batch)
      return hasGivenBack(written) ? { ...batch, nextAt: now() } : batch
    } catch (error) {
      log.error({ err: error }, 'the issues cannot be read or written')
      // The failed commit may stand all the same: so its claims are given back.
      for (const mail of claimed) this.#results.add({ mail, delivery: { outcome: 'released' } })
      return undefined
    }
  }

  async #transmit(mail: ClaimedIssueMail): Promise<void> {
    this.#underWay++
    const result = await this.#deliver(mail)
    this.#underWay--
    this.#results.add(result)
    logFailure(this.#needs.log, result)
    this.notify()
  }

  async #deliver(mail: ClaimedIssueMail): Promise<IssueResult> {
    if (toAsciiAddress(mail.address) === undefined) {
      return { mail, delivery: { outcome: 'unusable', answer: 'the address cannot be written in a mail' } }
    }
    const { mailer, now } = this.#needs
    const { signal } = this.#breakOff
    if (now() - mail.claimedAt > latestBeginMs || signal.aborted) return { mail, delivery: { outcome: 'released' } }
    const letter = this.#letterOf(mail)
    const delivery = await mailer.send(letter, signal)
    return { mail, delivery, letter, isBrokenOff: signal.aborted }
  }

  #letterOf({ issue, subscriberId, address }: ClaimedIssueMail): Mail {
    const { links, studio } = this.#needs
    return issueMail(
      issue,
      {
        id: issueMailId(issue.slug, subscriberId),
        from: { name: issue.from_name, address: issue.from_address },
        to: { name: '', address },
        link: unsubscribeLink(links, subscriberId),
        createdAt: issue.created_at,
      },
      studio,
    )
  }

  async #announce({ stopped, erased }: SendBatch): Promise<void> {
    const { mailer, log } = this.#needs
    for (const { slug, state, paused_because } of stopped) {
      if (state === 'paused') log.error({ issue: slug, reason: paused_because }, 'an issue waits for the owner')
      else log.info({ issue: slug }, 'an issue is done')
    }
    try {
      for (const { letter } of erased) if (letter !== undefined) await mailer.retract(letter)
    } catch (error) {
      log.error({ err: error }, 'a mail of an erased reader could not be taken back')
    }
  }
}

const nothingToDo: SendBatch = { claimed: [], erased: [], stopped: [], nextAt: undefined }

function hasGivenBack(results: readonly IssueResult[]): boolean {
  return results.some(({ delivery }) => delivery.outcome === 'released')
}

/** Only failures: an issue to 100,000 readers must not fill the log. */
function logFailure(log: Log, { mail, delivery }: IssueResult): void {
  if (delivery.outcome === 'sent' || delivery.outcome === 'released') return
  const told = { mail: issueMailId(mail.issue.slug, mail.subscriberId), kind: 'issue', attempt: mail.attempts }
  log.warn({ ...told, reason: delivery.answer }, `a mail of an issue: ${delivery.outcome}`)
}
