import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '../../src/lib/seeded-random.ts'
import { defaultLimits } from '../../src/limits.ts'
import { engines, type Place } from '../support/databases.ts'
import { openTestApp } from '../support/desk.ts'
import { compileCache, contentOf } from '../support/run-studio.ts'
import { killSends } from './kill-sends.ts'

const maxLifeMs = 150
const rounds = 40

describe.each(engines)('a process on $name that is killed at random moments, again and again', (engine) => {
  test('keeps every lead that it has acknowledged, once, with its emails', async () => {
    const place = await engine.createPlace()
    const random = seededRandom('killed')
    const promised = new Map<string, string>()
    for (let round = 0; round < rounds; round++) {
      for (const [id, reference] of await takeUntilKilled(place, round, random() * maxLifeMs)) {
        expect(promised.get(id) ?? reference).toBe(reference)
        promised.set(id, reference)
      }
    }
    const { database } = await openTestApp(place)
    const leads = await database.db
      .selectFrom('leads')
      .select(['reference', 'request_key', 'email', 'abandoned'])
      .execute()
    const sent = leads.filter(({ abandoned }) => abandoned !== 1)
    const stored = new Map(sent.map(({ request_key, reference }) => [request_key, reference]))
    const lost = [...promised].filter(([id, reference]) => stored.get(`id:${id}`) !== reference)
    expect(lost).toEqual([])
    expect(promised.size).toBeGreaterThanOrEqual(rounds)
    expect(new Set(leads.map(({ email }) => email)).size).toBe(leads.length)
    const mails = await database.db.selectFrom('outbox').select('kind').execute()
    const toOwner = mails.filter(({ kind }) => kind.endsWith('-owner'))
    const receipts = mails.filter(({ kind }) => kind.endsWith('-receipt'))
    // One each to the owner, those beyond the limit in a digest, and a receipt for what was sent, as long as there was room.
    expect(toOwner).toHaveLength(Math.min(defaultLimits.ownerMails.max, leads.length))
    expect(mails.length - toOwner.length - receipts.length).toBe(leads.length > defaultLimits.ownerMails.max ? 1 : 0)
    expect(receipts).toHaveLength(Math.min(defaultLimits.receipts.max, sent.length))
  })
})

/** Kills the process `lifeMs` after it has acknowledged its first lead. @returns the leads that it has acknowledged */
async function takeUntilKilled(
  place: Place,
  round: number,
  lifeMs: number,
): Promise<[id: string, reference: string][]> {
  const child = spawn(process.execPath, ['tests/faults/take-requests.ts', String(round)], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCache,
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
      ...contentOf('.'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let told = ''
  child.stdout.on('data', (chunk: Buffer) => {
    if (told === '') setTimeout(() => child.kill('SIGKILL'), lifeMs)
    told += chunk.toString()
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
  const whole = told.slice(0, told.lastIndexOf('\n'))
  return whole.split('\n').map((line) => {
    const [id = '', reference = ''] = line.split(' ')
    return [id, reference]
  })
}

const plan = { readers: 400, issues: 2, kills: 12, serverKills: 3, longestMs: 800, slowestMs: 25 }

describe.each(engines)('issues whose sender on $name is killed again and again', (engine) => {
  test.each([false, true])('reach every subscriber once, with two senders at once: %s', async (overlap) => {
    const found = await killSends(await engine.createPlace(), { ...plan, overlap, seed: 'issue-killed-long' })
    expect(found).toMatchObject({ duplicates: 0, missing: 0, denied: 0 })
    expect(found.sent + found.unknown).toBe(plan.readers * plan.issues)
  })
})
