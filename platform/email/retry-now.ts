import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../db/database.ts'
import { type ChosenMails, findMails, type MailFate, retryMails } from './mail-desk.repository.ts'
import { readMute } from './mute.ts'
import type { Outbox } from './outbox.ts'

/** A mail server that says nothing must not hold the owner for hours: what is left then goes out from the site. */
const timeoutMs = 60_000
/** Another process may be just taking a mail, and then not do so. */
const pauseMs = 100

/** Sends in this process: a claim is a row, so that a site that runs is not in the way. */
export async function retryNow(
  { database, outbox, now }: { database: Database; outbox: Pick<Outbox, 'sendDue'>; now: () => number },
  chosen: ChosenMails,
): Promise<MailFate[]> {
  const { db } = database
  const ids = await database.write((tx) => retryMails(tx, chosen, { now: now(), engine: database.engine }))
  const timeUp = delay(timeoutMs, 'time is up' as const, { ref: false })
  for (;;) {
    const ended = await Promise.race([outbox.sendDue(), timeUp])
    const mails = await findMails(db, ids)
    const isLeft = mails.some(({ state, due_at }) => state === 'queued' && due_at <= now())
    if (!isLeft || ended === 'time is up' || (await readMute(db)) !== undefined) return mails
    await delay(pauseMs)
  }
}
