import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../src/lib/seeded-random.ts'
import { defaultLimits } from '../../src/limits.ts'
import { engines, type Place } from '../support/databases.ts'
import { openTestApp } from '../support/desk.ts'
import { startChild } from '../support/run-studio.ts'
import { killSends } from './kill-sends.ts'

const maxLifeMs = 150
/** After each call of the sample. */
const pauseMs = 15 * 60_000
const rounds = Number(process.env['TEST_ROUNDS'] ?? 40)

describe.each(engines)('a process on $name that is killed at random moments, again and again', (engine) => {
  test('keeps every lead and call that it has acknowledged, once, with its emails, and books no time twice', async () => {
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
    const mails = await db.selectFrom('outbox').select('kind').execute()
    const count = (kind: string) => mails.filter((mail) => mail.kind === kind).length
    const contacts = leads.filter(({ kind }) => kind === 'contact').length
    expect(count('contact-owner')).toBe(Math.min(defaultLimits.ownerMails.max, contacts))
    expect(count('leads-digest')).toBe(contacts > defaultLimits.ownerMails.max ? 1 : 0)
    expect(count('contact-receipt')).toBe(Math.min(defaultLimits.receipts.max, contacts))
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
})

/** Kills the process `lifeMs` after it has acknowledged, and moved, its first calls. @returns id and reference of each that it has */
async function takeUntilKilled({ dataDir, databaseUrl }: Place, round: number, lifeMs: number): Promise<string[][]> {
  const variables = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
  const child = startChild(['tests/faults/take-requests.ts', String(round)], variables)
  const lines: string[] = []
  while (lines.filter((line) => line.startsWith('call-')).length < 20) lines.push(await child.hear())
  setTimeout(child.kill, lifeMs)
  for (;;) {
    const line = await child.hear().catch(() => undefined)
    if (line === undefined) return lines.map((each) => each.split(' '))
    lines.push(line)
  }
}

describe.each(engines)('an issue whose sender on $name is killed again and again', (engine) => {
  test.each([false, true])('reaches each of 800 subscribers once, with two senders at once: %s', async (overlap) => {
    const found = await killSends(await engine.createPlace(), overlap)
    expect(found).toMatchObject({ duplicates: 0, missing: 0, denied: 0 })
    expect(found.sent + found.unknown).toBe(800)
  })
})
