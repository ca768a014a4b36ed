import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { siteContent } from '../../src/content/site-content.ts'
import { emailKey } from '../../src/lib/mail/mail-address.ts'
import { seededRandom } from '../../src/lib/seeded-random.ts'
import { type Database, openDatabase } from '../../src/server/db/database.ts'
import { createSilentLog } from '../../src/server/log.ts'
import { engines } from '../support/databases.ts'
import { type Child, startChild } from '../support/run-studio.ts'
import { type Done, type Round, wrongTimes } from './change-calls.ts'

/** Another one is tried with `TEST_SEED=… npm run test:long`. */
const seed = process.env['TEST_SEED'] ?? 'calls-killed'
const rounds = 120
const changes = 20
const minuteMs = 60_000

/** @param fate kills it after so many answers and a moment */
async function runRound(child: Child, round: Round, fate?: { answers: number; ms: number }): Promise<Done[]> {
  const heard: Done[] = []
  child.tell(JSON.stringify(round))
  while (heard.length !== fate?.answers) {
    const done: Done = JSON.parse(await child.hear())
    if (done.what === 'round') return heard
    heard.push(done)
  }
  await pause(fate.ms)
  await child.kill()
  for (;;) {
    const word = await child.hear().catch(() => undefined)
    if (word === undefined) return heard
    heard.push(JSON.parse(word))
  }
}

/** @returns a sentence about each promise that is broken */
async function brokenPromises(database: Database, done: readonly Done[], now: number): Promise<string[]> {
  const { db } = database
  const calls = await db.selectFrom('calls').selectAll().execute()
  const leads = await db.selectFrom('leads').select(['reference', 'email']).execute()
  const mails = await db.selectFrom('outbox').select(['kind', 'about', 'created_at']).execute()
  const rows = new Map(calls.map((call) => [call.id, call]))
  const opened = new Set(done.filter(({ what }) => what === 'unblock').map(({ id }) => id))
  const lost = done.flatMap(({ what, id = '', row: promised }) => {
    const row = rows.get(id)
    const { state, sequence = 0, starts_at } = promised ?? {}
    // What isn't confirmed yet may be confirmed, canceled or run out without another number.
    if (state === undefined || state === 'held' || (state === 'blocked' && opened.has(id))) return []
    if (row === undefined || row.sequence < sequence) return [`${what} of ${id} is lost`]
    const isKept = row.sequence > sequence || (row.state === state && row.starts_at === starts_at)
    return isKept ? [] : [`${what} of ${id} at ${starts_at} is ${row.state} at ${row.starts_at} now`]
  })
  const mailboxes = new Map(leads.map(({ reference, email }) => [reference, emailKey(email)]))
  const open = calls.filter(({ state, ends_at }) => (state === 'booked' || state === 'held') && ends_at > now)
  const crowded = [...Map.groupBy(open, ({ id }) => mailboxes.get(id))].filter(([, { length }]) => length > 1)
  const untold = calls.flatMap(({ id, state, sequence, changed_at }) => {
    const sent = mails.filter(({ about, created_at }) => about === id && created_at >= changed_at)
    const kinds = sent.flatMap(({ kind }) => (/^call-(?:owner$|reminder)/.test(kind) ? [] : kind)).toSorted()
    const kind = state === 'cancelled' ? 'call-cancelled' : sequence === 0 ? 'call-booked' : 'call-moved'
    const isSilent = state === 'blocked' || (state === 'cancelled' && sequence === 0)
    const wanted = isSilent ? [] : state === 'held' ? ['call-confirm'] : [kind, `${kind}-owner`]
    return kinds.join() === wanted.join() ? [] : [`${id} as ${state} number ${sequence} is told by ${kinds}`]
  })
  return [
    ...(await wrongTimes(database, siteContent().calls?.pauseMinutes ?? 0)),
    ...lost,
    ...crowded.map(([mailbox]) => `${mailbox} has more than one call`),
    ...untold,
  ]
}

test.each(engines)(
  'calls never overlap and none is lost while processes that change them are killed, on $name',
  async (engine) => {
    const place = await engine.createPlace()
    const { dataDir, databaseUrl } = place
    const variables = { DATA_DIR: dataDir, ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }) }
    const start = () => startChild(['tests/faults/change-calls.ts'], variables)
    // Of one file only one process may be the server.
    const children = engine.name === 'PostgreSQL' ? [start(), start()] : [start()]
    let spare = start()
    onTestFinished(async () => {
      await Promise.all([...children, spare].map((child) => child.kill()))
    })
    const random = seededRandom(seed)
    let aheadMs = Date.UTC(2026, 10, 2, 9, 30) - Date.now()
    const done: Done[] = []
    for (let round = 0; round < rounds; round++) {
      aheadMs += Math.floor(random() * (random() < 0.5 ? 10 : 300) * minuteMs)
      const victim = round % 8 === 7 ? Math.floor(random() * children.length) : undefined
      const share = changes / children.length
      const fate = { answers: Math.floor(random() * share), ms: random() * 12 }
      const works = children.map((child, i) =>
        runRound(child, { seed: `${seed} ${round} ${i}`, changes: share, aheadMs }, i === victim ? fate : undefined),
      )
      done.push(...(await Promise.all(works)).flat())
      if (victim === undefined) continue
      children[victim] = spare
      // One time it finds the database as the dead one left it, the other time this process was there before.
      if (random() < 0.5) await runRound(spare, { seed, changes: 0, aheadMs })
      spare = start()
      const database = await openDatabase(place, createSilentLog())
      const broken = await brokenPromises(database, done, Date.now() + aheadMs).finally(() => database.close())
      expect(broken, `seed ${seed}, round ${round}`).toEqual([])
    }
    // Enough has been done, and not done, to prove something.
    const count = (name: string) => done.filter(({ what, outcome }) => `${what} ${outcome}` === name).length
    for (const name of ['book stored', 'book taken', 'cancel done', 'move done'])
      expect(count(name), name).toBeGreaterThan(rounds)
    for (const name of ['move taken', 'confirm done', 'block done', 'unblock done'])
      expect(count(name), name).toBeGreaterThan(rounds / 8)
  },
)
