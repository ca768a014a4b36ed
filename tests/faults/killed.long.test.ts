import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { defaultLimits } from '../../platform/limits/limits.ts'
import { seededRandom } from '../../platform/seeded-random.ts'
import { engines, type Place } from '../support/databases.ts'
import { openTestApp } from '../support/desk.ts'
import { startEmailRecorder } from '../support/open-smtp-server.ts'
import { type Child, startChild } from '../support/run-studio.ts'
import { sendTestIssue } from '../support/sending.ts'
import { addSubscribers } from '../support/subscribers.ts'

const maxLifeMs = 150
/** After each call of the sample. */
const pauseMs = 15 * 60_000
/** Longer than a claim of an issue’s email. */
const claimsEndMs = 180_000
const rounds = Number(process.env['TEST_ROUNDS'] ?? 40)

test.each(engines)('a process killed at random moments keeps leads, calls, and emails once: $name', async (engine) => {
  const place = await engine.createPlace()
  const random = seededRandom('killed')
  const acknowledged = new Map<string, string>()
  for (let round = 0; round < rounds; round++) {
    for (const [id = '', reference = ''] of await takeUntilKilled(place, round, random() * maxLifeMs)) {
      expect(acknowledged.get(id) ?? reference).toBe(reference)
      acknowledged.set(id, reference)
    }
  }
  const { database } = await openTestApp(place)
  const { db } = database
  const leads = await db.selectFrom('leads').select(['reference', 'request_key', 'email', 'kind']).execute()
  const stored = new Map(leads.map(({ request_key, reference }) => [request_key, reference]))
  expect([...acknowledged].filter(([id, reference]) => stored.get(`id:${id}`) !== reference)).toEqual([])
  expect(acknowledged.size).toBeGreaterThanOrEqual(rounds)
  expect(new Set(leads.map(({ email }) => email)).size).toBe(leads.length)
  const emails = await db.selectFrom('outbox').select('kind').execute()
  const count = (kind: string) => emails.filter((email) => email.kind === kind).length
  const contacts = leads.filter(({ kind }) => kind === 'contact').length
  expect(count('contact-owner')).toBe(Math.min(defaultLimits.ownerEmails.max, contacts))
  expect(count('leads-digest')).toBe(contacts > defaultLimits.ownerEmails.max ? 1 : 0)
  expect(count('contact-receipt')).toBeLessThanOrEqual(defaultLimits.receipts.everyone)
  const booked = await db.selectFrom('calls').selectAll().where('state', '=', 'booked').orderBy('starts_at').execute()
  expect(booked.filter(({ sequence }) => sequence > 0).length).toBeGreaterThan(0)
  const moments = await db.selectFrom('call_moments').selectAll().orderBy('moment').execute()
  const fiveMs = 300_000
  expect(moments).toEqual(
    booked.flatMap(({ id: call, starts_at, ends_at }) =>
      Array.from({ length: (ends_at + pauseMs - starts_at) / fiveMs }, (_, n) => ({
        moment: starts_at + n * fiveMs,
        call,
      })),
    ),
  )
})

function variablesOf({ dataDir, databaseUrl }: Place): Record<string, string> {
  return { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
}

/** Kills the process `lifeMs` after it has acknowledged, and moved, its first calls. @returns id and reference of each that it has */
async function takeUntilKilled(place: Place, round: number, lifeMs: number): Promise<string[][]> {
  const child = startChild(['tests/faults/take-leads.ts', String(round)], variablesOf(place))
  const lines: string[] = []
  while (lines.filter((line) => line.startsWith('call-')).length < 20) lines.push(await child.hear())
  setTimeout(child.kill, lifeMs)
  for (;;) {
    const line = await child.hear().catch(() => undefined)
    if (line === undefined) return lines.map((each) => each.split(' '))
    lines.push(line)
  }
}

const subscribers = 5_000
/** About five times the server is busy, and five times all its connections break. */
const faults = { slowestMs: 2, deferred: 0.001, dropped: 0.001 }

describe.each(engines)('an issue whose sender on $name is repeatedly killed', (engine) => {
  test.each([false, true])(
    'reaches each of 5,000 subscribers at most once, with two senders at once: %s',
    async (overlap) => {
      const place = await engine.createPlace()
      const server = await startEmailRecorder(place.dataDir, faults)
      onTestFinished(server.kill)
      let aheadMs = 0
      const app = await openTestApp(place, {}, { now: () => Date.now() + aheadMs })
      const { db } = app.database
      for (let n = 0; n < subscribers; n += 1_000) await addSubscribers(app.database, 1_000, n)
      await sendTestIssue(app, subscribers)
      const random = seededRandom('issue-killed-long')
      const senders: Child[] = []
      const startSender = async () => {
        const variables = { ...variablesOf(place), SMTP_URL: server.url }
        const sender = startChild(['tests/faults/send-issues.ts', `${aheadMs}`], variables)
        senders.push(sender)
        onTestFinished(sender.kill)
        await sender.hear()
      }
      /** Until up to 1,000 emails have gone out, or nothing moves, as while the server is busy. */
      const waitForSome = async () => {
        const answered = () => server.records().answered.size
        const enough = answered() + random() * 1_000
        for (let [before, quietMs] = [0, 0]; before < enough && quietMs < 500; quietMs += 50) {
          if (answered() > before) [before, quietMs] = [answered(), 0]
          await pause(50)
        }
      }
      const state = async () => (await db.selectFrom('issues').select('state').executeTakeFirstOrThrow()).state
      let kills = 0
      while ((await state()) === 'sending') {
        await startSender()
        await waitForSome()
        if (overlap && senders.length < 2) continue
        kills += 1
        await senders.shift()?.kill()
        // Half of the next ones find claims that have ended, the others such as still stand; all may be deferred.
        if (random() < 0.5) aheadMs += claimsEndMs
      }
      expect(kills).toBeGreaterThan(8)
      expect(await state()).toBe('done')
      const rows = await db.selectFrom('outbox').select(['id', 'state']).execute()
      expect(rows).toHaveLength(subscribers)
      const { whole } = server.records()
      const fates = rows.map(({ id, state }) => `${whole.get(`<${id}@kitewright.example>`) ?? 0} ${state}`)
      expect(['0 unknown', '1 sent', '1 unknown']).toEqual(expect.arrayContaining([...new Set(fates)]))
      expect(fates.filter((fate) => fate === '1 sent').length).toBeGreaterThan(0.9 * subscribers)
    },
  )
})
