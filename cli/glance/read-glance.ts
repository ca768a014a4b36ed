import { z } from 'zod'
import type { App } from '../../src/app.ts'
import { issuesAtAGlance } from '../../src/features/newsletter/issue/issues-at-a-glance.ts'
import { readersAtAGlance } from '../../src/features/newsletter/newsletter.repository.ts'
import { leadsAtAGlance } from '../../src/server/leads/leads-at-a-glance.ts'
import { mailsAtAGlance } from '../../src/server/mail-desk.repository.ts'
import { readMute } from '../../src/server/mute.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** As the program that makes backups writes it. */
const backupSchema = z.object({ at: z.number(), file: z.string(), rows: z.number() })
export type LastBackup = z.infer<typeof backupSchema>

export type Glance = Awaited<ReturnType<typeof readGlance>>

/** Everything of a day that the owner may have to do something about. Times are ms since 1970. */
export async function readGlance({
  database: { db },
  offers,
  environment,
  now,
}: Pick<App, 'database' | 'offers' | 'environment' | 'now'>) {
  const at = now()
  const [weekAgo, monthAgo] = [at - 7 * dayMs, at - 30 * dayMs]
  const { replyWithinHours } = offers.promises
  return {
    at,
    mute: await readMute(db),
    replyWithinHours,
    leads: await leadsAtAGlance(db, {
      lateBefore: at - replyWithinHours * hourMs,
      cameSince: [at - dayMs, weekAgo],
      answeredSince: monthAgo,
    }),
    mails: await mailsAtAGlance(db, at),
    readers: await readersAtAGlance(db, [weekAgo, monthAgo]),
    issues: await issuesAtAGlance(db, weekAgo),
    backup: await readLastBackup(db),
    isNightly: environment.backupDir !== undefined,
  }
}

async function readLastBackup(db: App['database']['db']): Promise<LastBackup | undefined> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'last-backup').executeTakeFirst()
  return row && backupSchema.parse(JSON.parse(row.value))
}
