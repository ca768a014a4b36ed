import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { engines, type Place } from '../support/databases.ts'
import { openTestApp } from '../support/desk.ts'
import { compileCache } from '../support/run-studio.ts'

const rounds = Number(process.env['KILL_ROUNDS'] ?? 5)

/** Starts the process, kills it at a random moment after its first promise, and returns what it has promised. */
async function runAndKill(place: Place, round: number): Promise<[id: string, reference: string][]> {
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
    if (told === '') setTimeout(() => child.kill('SIGKILL'), Math.random() * 150)
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

describe.each(engines)('a process on $name that is killed at random moments', (engine) => {
  test('has kept every request that it promised, once, with its mails', async () => {
    const place = await engine.createPlace()
    const promised = new Map<string, string>()
    for (let round = 0; round < rounds; round++) {
      for (const [id, reference] of await runAndKill(place, round)) {
        expect(promised.get(id) ?? reference).toBe(reference)
        promised.set(id, reference)
      }
    }
    const { database } = await openTestApp(place)
    const leads = await database.db
      .selectFrom('leads')
      .select(['reference', 'request_key', 'email', 'partial', 'digest'])
      .execute()
    const sent = leads.filter(({ partial }) => partial !== 1)
    const stored = new Map(sent.map(({ request_key, reference }) => [request_key, reference]))
    const lost = [...promised].filter(([id, reference]) => stored.get(`id:${id}`) !== reference)
    expect(lost).toEqual([])
    expect(promised.size).toBeGreaterThan(rounds)
    expect(new Set(leads.map(({ email }) => email)).size).toBe(leads.length)
    const mails = await database.db.selectFrom('outbox').select(['id', 'kind', 'lead_reference']).execute()
    const ids = new Set(mails.map(({ id }) => id))
    const about = new Set(mails.flatMap(({ kind, lead_reference }) => (kind.endsWith('-owner') ? lead_reference : [])))
    // The owner hears of each, by a mail of its own or with others, and the visitor of what was sent before the end came.
    const untold = leads.filter(({ reference, digest }) => !about.has(reference) && !ids.has(digest ?? ''))
    expect(untold).toEqual([])
    expect(mails.filter(({ kind }) => kind.endsWith('-receipt'))).toHaveLength(sent.length)
  }, 60_000)
})
