import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { emailAddresses } from '../../platform/content/email-sender.ts'
import { siteContent, studioZone } from '../../platform/content/site-content.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/text/time-text.ts'
import { dayIn, startOfDay } from '../../platform/text/zones.ts'
import { backupName } from '../../server/backup/backup-files.ts'
import { recordBackup } from '../../server/backup/backup-records.ts'
import { backUp } from '../../server/backup/make-backup.ts'
import { nightAfter } from '../../server/backup/nights.ts'
import { blockTime } from '../../server/calls/block-time.ts'
import { bookCall } from '../../server/calls/book-call.ts'
import { readFreeTimes } from '../../server/calls/calendar.ts'
import type { CallContext } from '../../server/calls/call-context.ts'
import { teach } from '../../server/chat/actions.ts'
import { submitConsultation } from '../../server/chat/consultation.ts'
import { submitContact } from '../../server/leads/accept-lead.ts'
import { answerLeads } from '../../server/leads/mark-lead.ts'
import { queueReply } from '../../server/leads/replies.ts'
import { updateLead } from '../../server/leads/store.ts'
import { fillNewsletter } from './fill-newsletter.ts'
import { fillVisits } from './fill-visits.ts'
import type { DemoCall, DemoLead, Filling } from './studio.ts'

/** Fills an empty database with the studio's history up to now. */
export async function fillDemo(demo: Filling): Promise<void> {
  const { app, studio, clock, now } = demo
  const { calls } = app
  if (calls === undefined) throw new Error('the sample offers no calls')
  await app.readCalendars()
  clock.at = now - 9 * dayMs
  for (const { days, from, to, note } of studio.blocks)
    await blockTime(calls, { start: momentAt(now, days, from), end: momentAt(now, days, to), note })
  const events = [
    ...studio.leads.map((lead) => ({ ...lead, store: () => storeLead(demo, lead) })),
    ...studio.calls.map((call) => ({ ...call, store: () => storeCall(demo, calls, call) })),
  ]
  for (const { hoursAgo, store } of events.toSorted((a, b) => b.hoursAgo - a.hoursAgo)) {
    clock.at = Math.round(now - hoursAgo * hourMs)
    await store()
  }
  const { answers } = siteContent().chat
  for (const taught of studio.taught) await teach(app, taught, answers.entries)
  await fillNewsletter(demo)
  clock.at = undefined
  await fillVisits(demo)
  await app.database.write(async (tx) => {
    await sql`update outbox set state = 'sent', attempts = 1, sent_at = due_at + 2000, last_error = '250 2.0.0 Ok'
      where batch is null and state = 'queued' and due_at <= ${now}`.execute(tx)
    await sql`update outbox set state = 'failed', sent_at = null, last_error = '550 5.1.1 no such user here',
      failures = '[{"at":' || (due_at + 2000) || ',"answer":"550 5.1.1 no such user here"}]' where to_address like '%@dead.example'`.execute(
      tx,
    )
  })
  await fillBackups(demo)
}

/** A time in the studio's zone. @param days from today */
function momentAt(now: number, days: number, time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const zone = studioZone()
  return startOfDay(zone, dayIn(zone, now), days) + hours * hourMs + minutes * minuteMs
}

const context = { sender: '203.0.113.7', honeypot: false, elapsedMs: 60_000, page: '/', language: 'en-US' }

async function storeLead({ app, now }: Filling, lead: DemoLead): Promise<void> {
  const { name, email, project, chat, answeredAfter, note = null, reply, suspicious, details = {} } = lead
  const { database } = app
  const from = { ...context, ...lead }
  const transcript = chat?.map((content, i) =>
    i % 2 === 0 ? ({ role: 'user', content } as const) : ({ role: 'assistant', content, isProved: true } as const),
  )
  const values = { name, email, requirements: project }
  const { reference } =
    transcript === undefined
      ? await submitContact(app, { name, email, project }, from)
      : await submitConsultation(app, { values, transcript, isAgreed: true, abandoned: false }, from)
  const status = suspicious && { status: 'suspicious' as const, reasons: JSON.stringify([suspicious]) }
  const noted_at = note === null ? null : now - 440 * minuteMs
  await database.write((tx) => updateLead(tx, reference, { ...details, ...status, note, noted_at }))
  if (answeredAfter === undefined) return
  const at = app.now() + Math.round(answeredAfter * hourMs)
  if (reply === undefined) await answerLeads(database, [reference], at)
  else {
    const answer = { id: randomUUID(), reference, text: reply, from: emailAddresses(app.environment, app.studio).from }
    await database.write((tx) => queueReply(tx, answer, at))
  }
}

/** Books the free time nearest to the planned time, which might not be free: the demo can start on any weekday. */
async function storeCall({ app, now }: Filling, calls: CallContext, call: DemoCall): Promise<void> {
  const { name, email, about, hoursAgo, days, time, zone, isReserved } = call
  const distance = (start: number) => Math.abs(start - momentAt(now, days, time))
  const [start = 0] = (await readFreeTimes(calls)).toSorted((a, b) => distance(a) - distance(b))
  const { elapsedMs, ...from } = { ...context, page: '/call' }
  const booked = await bookCall(calls, { name, email, about, start, zone }, isReserved ? from : { ...from, elapsedMs })
  if (booked.outcome === 'stored' && hoursAgo > 7 * 24) await answerLeads(app.database, [booked.reference], app.now())
}

/** Older nights whose backup was kept, counted back from last night: 1 is the night before last. */
const keptNights = [1, 2, 3, 4, 5, 6, 13, 20, 27]

/** Makes last night's backup, copies it for older nights, and records a backup for every night. */
async function fillBackups({ app: { environment, database }, now }: Filling): Promise<void> {
  const folder = environment.backupDir ?? ''
  mkdirSync(folder)
  const { file, rows } = await backUp({ environment, folder, now: () => nightAfter(now, -1) })
  const { leads = 0, subscribers = 0 } = rows
  await database.write(async (tx) => {
    for (let n = 1; n < 30; n++) {
      const at = nightAfter(now, -1 - n)
      const name = backupName(at, false, false)
      const older = { leads: Math.max(0, leads - n), subscribers: Math.max(0, subscribers - 10 * n) }
      await recordBackup(tx, { name, at, rows: older }, at + minuteMs)
      if (keptNights.includes(n)) copyFileSync(file, join(folder, name))
    }
  })
}
