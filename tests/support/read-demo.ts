import { existsSync, readdirSync } from 'node:fs'
import { openDemo } from '../../cli/demo/open-demo.ts'
import { runAction } from '../../platform/actions.ts'
import { emailFolder } from '../../platform/email/smtp/mailer.ts'
import { actions } from '../../server/actions.ts'
import { summarizeSubscribers } from '../../server/newsletter/list-subscribers.ts'

export type DemoFacts = Awaited<ReturnType<typeof readDemo>>

/** Thu, Nov 26, 2026, 5:40 PM in Kolkata. */
export const demoNow = Date.parse('2026-11-26T17:40:00+05:30')

if (process.argv[1] === import.meta.filename)
  for (const name of ['busy', 'quiet', 'new'] as const)
    process.stdout.write(`${JSON.stringify(await readDemo(name))}\n`)

/** Reads a demo's data. Another process runs this, because demos change the working directory and content. */
async function readDemo(name: 'busy' | 'quiet' | 'new') {
  const caller = process.cwd()
  const demo = await openDemo({ studio: name, now: () => demoNow })
  const overview = await runAction(actions['overview.show'], demo, {})
  const failed = await runAction(actions['outbox.list'], demo, { state: 'failed' })
  const { backups } = await runAction(actions['backup.list'], demo, {})
  const { saved } = await runAction(actions['training.list'], demo, {})
  const { totals } = await runAction(actions['visits.report'], demo, {})
  const { states } = await summarizeSubscribers(demo.database.db, [])
  const [call] = overview.calls
  if (call) await runAction(actions['calls.cancel'], demo, { reference: call.id, note: '' })
  await demo.outbox.stop(1_000)
  const emails = emailFolder(demo.environment.dataDir)
  const emailFiles = existsSync(emails) ? readdirSync(emails).length : 0
  await demo.close()
  return {
    ...{ overview, states, totals, emailFiles, failed: failed.emails },
    ...{ backups: backups.length, saved: saved.length },
    isDeleted: !existsSync(demo.folder) && process.cwd() === caller,
  }
}
