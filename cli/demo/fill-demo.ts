import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { seededRandom } from '../../platform/seeded-random.ts'
import { dayMs, hourMs, minuteMs } from '../../platform/text/time-text.ts'
import { backupName } from '../../server/backup/backup-files.ts'
import { backUp } from '../../server/backup/make-backup.ts'
import { readFreeTimes } from '../../server/calls/calendar.ts'
import { bookCall } from '../../server/calls/calls.ts'
import { blockTime } from '../../server/calls/owner.ts'
import { submitConsultation } from '../../server/chat/consultation.ts'
import { type LeadResult, submitContact } from '../../server/leads/accept-lead.ts'
import { queueReply } from '../../server/leads/replies.ts'
import { answerLeads, noteLead, updateLead } from '../../server/leads/store.ts'
import type { TranscriptMessage } from '../../server/leads/transcript.ts'
import type { Services } from '../../server/services.ts'
import { fillNewsletter } from './fill-newsletter.ts'
import { fillVisits } from './fill-visits.ts'
import lists from './people.json' with { type: 'json' }
import { type DemoCall, type DemoLead, type DemoStudio, momentAt } from './studio.ts'

export type Demo = {
  app: Services
  studio: DemoStudio
  /** The end of the demo's month. */
  now: number
  /** Runs work at a time in the past. */
  at: <T>(moment: number, work: () => Promise<T>) => Promise<T>
  random: () => number
}

/** Fills an empty database in the order in which things happened. */
export async function fillDemo(app: Services, studio: DemoStudio, clock: { at?: number }): Promise<void> {
  const now = app.now()
  const at: Demo['at'] = async (moment, work) => {
    clock.at = Math.min(Math.round(moment), now)
    return await work().finally(() => delete clock.at)
  }
  const demo = { app, studio, now, at, random: seededRandom('demo') }
  await fillCalendar(demo)
  const history = historyOf(demo)
  const leads = [...studio.leads, ...history.leads].map((lead) => ({ ...lead, store: () => storeLead(demo, lead) }))
  const calls = [...studio.calls, ...history.calls].map((call) => ({ ...call, store: () => storeCall(demo, call) }))
  const events = [...leads, ...calls].toSorted((one, other) => other.hoursAgo - one.hoursAgo)
  for (const { store } of events) await store()
  await fillNewsletter(demo)
  await fillVisits(demo)
  await app.database.write(async (tx) => {
    await sql`update outbox set state = 'sent', attempts = 1, sent_at = due_at + 2000, last_error = '250 2.0.0 Ok'
      where batch is null and state = 'queued' and due_at <= ${now}`.execute(tx)
    await sql`update outbox set state = 'failed', attempts = 2, sent_at = null, last_error = '550 5.1.1 no such user here'
      where to_address like '%@dead.example'`.execute(tx)
  })
  await fillBackups(demo)
}

async function fillCalendar({ app, studio, now, at }: Demo): Promise<void> {
  await app.readCalendars()
  await at(now - 9 * dayMs, async () => {
    for (const { days, from, to, note } of studio.blocks)
      await blockTime(callsOf(app), { start: momentAt(now, days, from), end: momentAt(now, days, to), note })
  })
}

function callsOf({ calls }: Services) {
  if (calls === undefined) throw new Error('the sample offers no calls')
  return calls
}

/** People whose leads are answered and whose calls are over. */
function historyOf({ studio, random }: Demo) {
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const people = studio.history.flatMap(({ from, to, count }) =>
    Array.from({ length: count }, (_, i) => {
      const [called, company] = [pick(lists.first), pick(lists.companies)]
      const name = `${called.charAt(0).toUpperCase()}${called.slice(1)} ${pick(lists.last)}`
      const hoursAgo = 2 + 24 * (from + ((to - from) * (i + random() * 0.8)) / count)
      return { name, email: `${called}@${company}.example`, hoursAgo, project: pick(lists.projects) }
    }),
  )
  const isCaller = ({ hoursAgo }: { hoursAgo: number }, i: number) => i % 6 === 0 && hoursAgo > 5 * 24
  return {
    leads: people
      .filter((each, i) => !isCaller(each, i))
      .map((lead) => ({ ...lead, answeredAfter: 2 + random() * 20 })),
    calls: people.filter(isCaller).map(({ project: about, ...person }): DemoCall => {
      return { ...person, about, days: Math.round(3 - person.hoursAgo / 24), time: '19:30', zone: 'America/New_York' }
    }),
  }
}

async function storeLead({ app, now, at, random }: Demo, lead: DemoLead): Promise<void> {
  const { name, email, project, hoursAgo, kind, answeredAfter, suspicious, chat, page, referrer, language } = lead
  const moment = now - hoursAgo * hourMs
  const sender = String(lead['sender'] ?? `198.51.${Math.floor(random() * 256)}.${Math.floor(random() * 256)}`)
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  const sent = { page: text(page), referrer: text(referrer), language: text(language) ?? 'en-US' }
  const context = { sender, honeypot: false, elapsedMs: 90_000, ...sent }
  const details = ['company', 'budget', 'timeline'].flatMap((name) => (text(lead[name]) ? [[name, lead[name]]] : []))
  const { reference } = await at(moment, async () => {
    if (kind !== 'consultation') return await submitContact(app.contact, { name, email, project }, context)
    const values = { name, email, requirements: project, ...Object.fromEntries(details) }
    const transcript = (chat ?? []).map((content, i): TranscriptMessage => {
      return i % 2 === 0 ? { role: 'user', content } : { role: 'assistant', content, isProved: true }
    })
    const input = { values, transcript, isAgreed: true, abandoned: false }
    return await submitConsultation(app.consultation, input, context)
  })
  const note = text(lead['note'])
  if (note !== undefined) await noteLead(app.database, reference, { note, noted_at: now - 7.3 * hourMs })
  if (answeredAfter !== undefined) {
    const answeredAt = Math.round(moment + answeredAfter * hourMs)
    const reply = { id: randomUUID(), reference, from: app.contact.emailSettings.from, text: text(lead['reply']) ?? '' }
    if (reply.text === '') await answerLeads(app.database, [reference], answeredAt)
    else await app.database.write((tx) => queueReply(tx, reply, answeredAt))
  }
  const reasons = suspicious && { status: 'suspicious' as const, reasons: JSON.stringify([suspicious]) }
  const change = { ...Object.fromEntries(details), ...reasons }
  if (Object.keys(change).length > 0) await app.database.write((tx) => updateLead(tx, reference, change))
}

/** Books the free time that is nearest to the wanted one, since the demo starts on any day of the week. */
async function storeCall({ app, now, at, random }: Demo, call: DemoCall): Promise<void> {
  const { name, email, about, hoursAgo, days, time, zone, isReserved } = call
  const wanted = momentAt(now, days, time)
  const moment = now - hoursAgo * hourMs
  const sender = `198.51.${Math.floor(random() * 256)}.7`
  const context = {
    sender,
    honeypot: false,
    language: 'en-US',
    page: '/call',
    ...(!isReserved && { elapsedMs: 60_000 }),
  }
  const booked = await at(moment, async (): Promise<LeadResult | undefined> => {
    const free = await readFreeTimes(callsOf(app))
    const [start] = free.toSorted((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))
    if (start === undefined) return undefined
    const result = await bookCall(callsOf(app), { name, email, about, start, zone }, context)
    return result.outcome === 'stored' ? result : undefined
  })
  if (booked !== undefined && hoursAgo > 120)
    await answerLeads(app.database, [booked.reference], Math.round(moment) + 30 * minuteMs)
}

/** Nights for which a backup is still kept, in days ago. */
const backupNights = [1, 2, 3, 4, 5, 6, 13, 20, 27]

/** Makes one backup, and copies it for earlier nights. */
async function fillBackups({ app: { environment }, now }: Demo): Promise<void> {
  const folder = environment.backupDir ?? ''
  mkdirSync(folder, { recursive: true })
  const night = momentAt(now, 0, '03:00')
  const lastNight = night < now ? night : night - dayMs
  const last = await backUp({ environment, folder, now: () => lastNight })
  for (const nights of backupNights)
    copyFileSync(last.file, join(folder, backupName(lastNight - nights * dayMs, false, false)))
}
