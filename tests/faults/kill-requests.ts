import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect } from 'vitest'
import { seededRandom } from '../../src/lib/seeded-random.ts'
import { defaultLimits } from '../../src/limits.ts'
import type { Place } from '../support/databases.ts'
import { openTestApp } from '../support/desk.ts'
import { compileCache } from '../support/run-studio.ts'

const longestLifeMs = 150

/** Has requests taken by a process that is killed at random moments, `rounds` times, then compares what it promised with what is there. */
export async function expectPromisesKept(place: Place, rounds: number): Promise<void> {
  const random = seededRandom('killed')
  const promised = new Map<string, string>()
  for (let round = 0; round < rounds; round++) {
    for (const [id, reference] of await runAndKill(place, round, random() * longestLifeMs)) {
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
  // One to the owner each, those that are too many for that in a digest, and a receipt for what was sent before the end came,
  // as long as there was room.
  expect(toOwner).toHaveLength(Math.min(defaultLimits.ownerMails.max, leads.length))
  expect(mails.length - toOwner.length - receipts.length).toBe(leads.length > defaultLimits.ownerMails.max ? 1 : 0)
  expect(receipts).toHaveLength(Math.min(defaultLimits.receipts.max, sent.length))
}

/** Starts the process, kills it `lifeMs` after its first promise, and returns what it has promised. */
async function runAndKill(place: Place, round: number, lifeMs: number): Promise<[id: string, reference: string][]> {
  const child = spawn(process.execPath, ['tests/faults/take-requests.ts', String(round)], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: compileCache,
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
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
