import { setTimeout as delay } from 'node:timers/promises'
import type { IssueRow } from '../../../../migrations/tables.ts'
import { toAsciiAddress } from '../../../lib/mail/mail-address.ts'
import type { Database } from '../../../server/db/database.ts'
import type { Log } from '../../../server/log.ts'
import type { Mail, Mailer } from '../../../server/mail/mailer.ts'
import { type LinkSettings, unsubscribeLink } from '../newsletter-links.ts'
import { hasOpenIssue, readLetter } from './issue.repository.ts'
import type { ClaimedIssueMail } from './issue-mail.repository.ts'
import { issueMailId, issueMailTo } from './issue-mail.ts'
import { type Turn, takeTurn } from './issue-turn.ts'
import type { IssueResult } from './settle-result.ts'

/** How many mails are transmitted at once. */
const lanes = 4
/** An issue that the owner's command has stored, a resumed one, or a lifted mute is noticed after this time at the latest. */
const longestSleepMs = 5_000
const afterErrorMs = 2_000
/** A process that was halted between its claim and its transmission leaves the mail to others: the claim may have ended. */
const latestBeginMs = 10_000
/** After the mails under way have ended, for a database that does not take what became of them. */
const lastWriteMs = 500

export type IssueSender = {
  /** From here on issues go out. */
  start(): void
  /** To be called when an issue may have something to send. Does nothing before `start`. */
  wake(): void
  /** Sends whatever may go now, in a process that does not run the sender. */
  sendDue(): Promise<void>
  /**
   * Claims nothing new, and gives what is under way `graceMs` before breaking it off; then what had not begun waits again,
   * and what was in transmission is unknown.
   */
  stop(graceMs: number): Promise<void>
}

export type IssueSenderNeeds = {
  database: Database
  mailer: Mailer
  now: () => number
  log: Log
  mailsPerMinute: number
  /** Of the suppressed addresses. */
  salt: string
  links: LinkSettings
  /** What a letter carries beside sender and subject. @param link of the reader, to leave */
  headers: (link: string) => Record<string, string>
}

/**
 * Takes the issues to their readers, each mail once: it is claimed in one transaction, transmitted, and settled in the
 * next, which also claims what follows. What a dead process has claimed is unknown from then on.
 */
export function createIssueSender(needs: IssueSenderNeeds): IssueSender {
  const { database, mailer, now, log, links } = needs
  const breakOff = new AbortController()
  /** What became of claims, until that is on the disk. */
  const results = new Set<IssueResult>()
  let underWay = 0
  let state: 'idle' | 'started' | 'stopped' = 'idle'
  let loop: Promise<unknown> | undefined
  let bell = Promise.withResolvers<void>()
  let letter: IssueRow | undefined

  const ring = () => bell.resolve()

  /** Until something has happened, or `ms` have passed. */
  async function listen(ms: number): Promise<void> {
    const timer = setTimeout(ring, ms)
    await bell.promise
    clearTimeout(timer)
    bell = Promise.withResolvers()
  }

  /** @returns undefined when the database could not be read or written; then `results` are still to be written */
  async function turn(): Promise<Turn | undefined> {
    let claimed: ClaimedIssueMail[] = []
    try {
      if (results.size === 0 && !(await hasOpenIssue(database.db))) return nothingToDo
      const [written, done] = await database.write(async (tx) => {
        const toWrite = [...results]
        const places = state === 'stopped' || hasGivenBack(toWrite) ? 0 : lanes - underWay
        const taken = await takeTurn(tx, needs, { results: toWrite, places, now: now() })
        claimed = taken.claimed
        return [toWrite, taken]
      })
      for (const result of written) results.delete(result)
      await report(done)
      return hasGivenBack(written) ? { ...done, nextAt: now() } : done
    } catch (error) {
      log.error({ err: error }, 'the issues cannot be read or written')
      // A commit that broke may stand all the same: so these are given back by the next one.
      for (const mail of claimed) results.add({ mail, delivery: { outcome: 'released' } })
      return undefined
    }
  }

  /** Until nothing may go now and nothing is under way. @returns for how long there is nothing to do */
  async function sendAll(): Promise<number> {
    while (state !== 'stopped') {
      const done = await turn()
      for (const mail of done?.claimed ?? []) transmit(mail)
      const waitMs = done === undefined ? afterErrorMs : (done.nextAt ?? Number.POSITIVE_INFINITY) - now()
      const sleepMs = Math.min(Math.max(waitMs, 0), longestSleepMs)
      if (underWay === 0 && (done === undefined || (results.size === 0 && waitMs > 0))) return sleepMs
      await listen(underWay === lanes ? longestSleepMs : sleepMs)
    }
    return 0
  }

  async function run(): Promise<void> {
    while (state !== 'stopped') await listen(await sendAll())
  }

  function transmit(mail: ClaimedIssueMail): void {
    underWay++
    void deliver(mail).then((result) => {
      underWay--
      results.add(result)
      note(log, result)
      ring()
    })
  }

  /** Never rejects. */
  async function deliver(mail: ClaimedIssueMail): Promise<IssueResult> {
    if (toAsciiAddress(mail.address) === undefined) {
      return { mail, delivery: { outcome: 'unusable', answer: 'the address cannot be written in a mail' } }
    }
    const letter = await compose(mail)
    if (letter === undefined || now() - mail.claimedAt > latestBeginMs || breakOff.signal.aborted) {
      return { mail, delivery: { outcome: 'released' } }
    }
    const delivery = await mailer.send(letter, breakOff.signal)
    return { mail, delivery, letter, isBrokenOff: breakOff.signal.aborted }
  }

  /** @returns undefined when its issue cannot be read */
  async function compose(mail: ClaimedIssueMail): Promise<Mail | undefined> {
    try {
      const isKept = letter?.slug === mail.issue && letter.created_at === mail.issuedAt
      if (!isKept) letter = await readLetter(database.db, mail.issue)
      if (letter === undefined) return undefined
      const link = unsubscribeLink(links, mail.subscriberId)
      return issueMailTo(mail, letter, { link, headers: needs.headers(link) })
    } catch (error) {
      log.error({ err: error, issue: mail.issue }, 'an issue cannot be read')
      return undefined
    }
  }

  /** Never rejects. */
  async function report({ erased, stopped }: Turn): Promise<void> {
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

  return {
    start: () => {
      state = 'started'
      loop = run()
    },
    wake: ring,
    sendDue: async () => {
      loop ??= sendAll().finally(() => {
        loop = undefined
      })
      await loop
    },
    stop: async (graceMs) => {
      state = 'stopped'
      ring()
      await loop
      const timeUp = setTimeout(() => breakOff.abort(), graceMs)
      while (underWay > 0) {
        await listen(longestSleepMs)
        await turn()
      }
      clearTimeout(timeUp)
      const latest = performance.now() + lastWriteMs
      while (results.size > 0 && performance.now() < latest) {
        if ((await turn()) === undefined) await delay(lastWriteMs / 10)
      }
    },
  }
}

const nothingToDo: Turn = { claimed: [], erased: [], stopped: [], nextAt: undefined }

function hasGivenBack(results: readonly IssueResult[]): boolean {
  return results.some(({ delivery }) => delivery.outcome === 'released')
}

/** What was sent is told by its row alone: an issue to 100,000 readers must not fill the log. */
function note(log: Log, { mail, delivery }: IssueResult): void {
  if (delivery.outcome === 'sent' || delivery.outcome === 'released') return
  const told = { mail: issueMailId(mail.issue, mail.subscriberId), kind: 'issue', attempt: mail.attempts }
  log.warn({ ...told, reason: delivery.answer }, `a mail of an issue: ${delivery.outcome}`)
}
