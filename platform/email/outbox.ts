import type { Database } from '../db/database.ts'
import type { Log } from '../log.ts'
import type { Mailer } from './mailer.ts'
import { claimDueEmail, type EmailComposers, nextDueAt, settle, settlementOf } from './outbox-store.ts'
import { type Claim, type Result, SendLoop } from './send-loop.ts'

export type Outbox = SendLoop<Claim>

type Needs = { database: Database; mailer: Mailer; composers: EmailComposers; now: () => number; log: Log }

export function createOutbox({ database, mailer, composers, now, log }: Needs): Outbox {
  return new SendLoop(
    { mailer, now, log },
    {
      maxSleepMs: 60_000,
      step: (results, wantsMore, onClaim) =>
        database.write(async (tx) => {
          const erased: Result<Claim>[] = []
          for (const result of results) if (!(await settle(tx, result, now()))) erased.push(result)
          const claim = wantsMore ? await claimDueEmail(tx, database.engine, composers, now()) : undefined
          if (claim !== undefined) onClaim(claim)
          return { claim, erased, nextAt: claim === undefined ? await nextDueAt(tx) : undefined }
        }),
      report: (result) => {
        const { claim, delivery } = result
        const { state, due_at, answer: reason } = settlementOf(result, now())
        const email = { email: claim.email.id, kind: claim.kind, attempt: claim.attempts }
        if (state === 'sent') log.info(email, 'email sent')
        else if (state === 'failed') log.error({ ...email, reason }, 'email failed permanently')
        else if (delivery.outcome !== 'released')
          log.warn({ ...email, reason, nextTry: new Date(due_at) }, 'email deferred')
      },
    },
  )
}
