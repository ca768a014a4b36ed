import { lowDisk } from '../platform/disk-room.ts'
import { mailsAtAGlance } from '../platform/email/manage-outbox.ts'
import { readMute } from '../platform/email/mute.ts'
import { readLastBackup } from './backup/make-backup.ts'
import { listCalls } from './calls/store.ts'
import type { Desk } from './desk.ts'
import { leadsAtAGlance } from './leads/leads-at-a-glance.ts'
import { issuesAtAGlance } from './newsletter/issue-status.ts'
import { subscribersAtAGlance } from './newsletter/subscribers.ts'
import { readStop } from './visits/open-day.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export type Glance = Awaited<ReturnType<typeof readGlance>>

/** @param replyWithinHours what the site promises; undefined, where it can't be read: then nothing counts as late */
export async function readGlance(
  { database: { db }, environment, composers, now }: Pick<Desk, 'database' | 'environment' | 'composers' | 'now'>,
  replyWithinHours: number | undefined,
) {
  const at = now()
  const [weekAgo, monthAgo] = [at - 7 * dayMs, at - 30 * dayMs]
  return {
    at,
    stoppedAt: await readStop(db, at),
    mute: await readMute(db),
    replyWithinHours,
    leads: await leadsAtAGlance(db, {
      lateBefore: replyWithinHours === undefined ? 0 : at - replyWithinHours * hourMs,
      cameSince: [at - dayMs, weekAgo],
      answeredSince: monthAgo,
    }),
    calls: (await listCalls(db, at)).filter(({ state }) => state === 'booked'),
    mails: await mailsAtAGlance(db, at, composers),
    readers: await subscribersAtAGlance(db, [weekAgo, monthAgo]),
    issues: await issuesAtAGlance(db, weekAgo),
    backup: await readLastBackup(db),
    lowDisk: await lowDisk(environment.dataDir),
    isNightly: environment.backupDir !== undefined,
  }
}
