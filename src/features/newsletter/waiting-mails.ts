import type { Log } from '../../server/log.ts'
import { findDueWaiting, findSubscriber, takeWaiting } from './newsletter.repository.ts'
import type { NewsletterDeps } from './newsletter.service.ts'
import { askForMail } from './newsletter-mails.ts'

/** Whoever had no mail by then has to sign up again: no flood fills the coming weeks. */
export const longestWaitMs = 2 * 24 * 60 * 60_000
const mostInARound = 50
const roundMs = 5_000

export type WaitingMails = { start: () => void; stop: () => Promise<void> }

export function createWaitingMails(deps: NewsletterDeps, log: Log): WaitingMails {
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined
  const begin = () => {
    round ??= sendWaiting(deps)
      .catch((error: unknown) => log.error({ err: error }, 'newsletter mails that wait could not be sent'))
      .finally(() => {
        round = undefined
      })
  }
  return {
    start: () => {
      timer = setInterval(begin, roundMs)
    },
    stop: async () => {
      clearInterval(timer)
      await round
    },
  }
}

export async function sendWaiting(deps: NewsletterDeps): Promise<void> {
  const due = await findDueWaiting(deps.database.db, deps.now(), { most: mostInARound })
  if (due.length === 0) return
  // One transaction each: two mailboxes' rows held at once could deadlock.
  await Promise.all(due.map((waiting) => sendOne(deps, waiting.subscriber_id)))
  deps.wakeOutbox()
}

async function sendOne(deps: NewsletterDeps, id: string): Promise<void> {
  const { database } = deps
  const now = deps.now()
  await database.write(async (tx) => {
    const subscriber = await findSubscriber(tx, { id }, database.engine)
    const [waiting] = await findDueWaiting(tx, now, { most: 1, subscriberId: id })
    if (subscriber === undefined || waiting === undefined) return
    const isWanted = subscriber.state === 'pending' || subscriber.state === 'confirmed'
    const isLate = now - waiting.wanted_at > longestWaitMs
    if (!isWanted || isLate) await takeWaiting(tx, id)
    else
      await askForMail(tx, deps, subscriber, { network: waiting.network, isCredible: waiting.is_credible === 1 }, now)
  })
}
