import type { Desk } from '../../src/desk.ts'
import { leadsAtAGlance } from '../../src/features/leads/leads-at-a-glance.ts'
import { issuesAtAGlance } from '../../src/features/newsletter/issue/issue-status.ts'
import { readersAtAGlance } from '../../src/features/newsletter/readers.service.ts'
import { readLastBackup } from '../../src/server/backup/last-backup.ts'
import { lowDisk } from '../../src/server/disk-room.ts'
import { mailsAtAGlance } from '../../src/server/mail/mail-desk.repository.ts'
import { readMute } from '../../src/server/mail/mute.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

export type Glance = Awaited<ReturnType<typeof readGlance>>

/**
 * Everything of a day that the owner may have to do something about. Times are ms since 1970.
 * @param replyWithinHours what the site promises; undefined, where it can't be read: then nothing counts as late
 */
export async function readGlance(
  { database: { db }, environment, composers, now }: Pick<Desk, 'database' | 'environment' | 'composers' | 'now'>,
  replyWithinHours: number | undefined,
) {
  const at = now()
  const [weekAgo, monthAgo] = [at - 7 * dayMs, at - 30 * dayMs]
  return {
    at,
    mute: await readMute(db),
    replyWithinHours,
    leads: await leadsAtAGlance(db, {
      lateBefore: replyWithinHours === undefined ? 0 : at - replyWithinHours * hourMs,
      cameSince: [at - dayMs, weekAgo],
      answeredSince: monthAgo,
    }),
    mails: await mailsAtAGlance(db, at, composers),
    readers: await readersAtAGlance(db, [weekAgo, monthAgo]),
    issues: await issuesAtAGlance(db, weekAgo),
    backup: await readLastBackup(db),
    lowDisk: await lowDisk(environment.dataDir),
    isNightly: environment.backupDir !== undefined,
  }
}
