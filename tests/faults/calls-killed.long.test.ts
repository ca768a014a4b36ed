import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openApp } from '../../src/app.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { seededRandom } from '../../src/lib/seeded-random.ts'
import { openDatabase } from '../../src/server/db/database.ts'
import { readEnvironment } from '../../src/server/environment.ts'
import { createSilentLog } from '../../src/server/log.ts'
import { engines, type Place } from '../support/databases.ts'
import { type Child, startChild } from '../support/run-studio.ts'
import { startSmtpServer } from '../support/smtp-server.ts'
import type { Round, Told } from './change-calls.ts'
import { type Arrival, arrivalOf, brokenMails, brokenPromises, type Snapshot, takeSnapshot } from './kept-calls.ts'

/** Another one is tried with `TEST_SEED=… npm run test:long`. */
const seed = process.env['TEST_SEED'] ?? 'calls-killed'
const rounds = 200
const changes = 20
/** In every so many rounds a process is killed. */
const killEach = 8
/** After a random one of its answers it lives for at most so long. */
const longestMs = 12

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const beginsAt = Date.UTC(2026, 10, 2, 9, 30)

/**
 * A round: 20 random changes at once, divided among the processes; then the clock goes on by minutes or hours. In every eighth
 * round a process is killed in the middle of its changes, and another one takes its place.
 */
async function changeAndKill(place: Place, processes: number): Promise<Told[]> {
  const mailServer = await startSmtpServer({ maxClients: 50 })
  const variables = {
    DATA_DIR: place.dataDir,
    ...(place.databaseUrl !== undefined && { DATABASE_URL: place.databaseUrl }),
    SMTP_URL: mailServer.url,
  }
  const start = () => startChild(['tests/faults/change-calls.ts'], variables)
  const changers = Array.from({ length: processes }, start)
  let spare = start()
  onTestFinished(async () => {
    await Promise.all([...changers, spare].map((child) => child.kill()))
  })
  const random = seededRandom(seed)
  let aheadMs = beginsAt - Date.now()
  let kills = 0
  const told: Told[] = []
  const arrivals: Arrival[] = []
  const sequences = new Map<string, number>()
  const pauseMinutes = siteContent().calls?.pauseMinutes ?? 0
  const check = (snapshot: Snapshot): void => {
    const where = `seed ${seed}, after ${kills} kills`
    expect(brokenPromises(snapshot, told, { pauseMinutes, now: Date.now() + aheadMs }), where).toEqual([])
    const fallen = snapshot.calls.filter(({ id, sequence }) => sequence < (sequences.get(id) ?? 0))
    expect(fallen, where).toEqual([])
    for (const { id, sequence } of snapshot.calls) sequences.set(id, sequence)
  }
  for (let round = 0; round < rounds; round++) {
    aheadMs += Math.floor(random() * (random() < 0.5 ? 10 * minuteMs : 5 * hourMs))
    const victim = round % killEach === killEach - 1 ? Math.floor(random() * processes) : undefined
    const share = changes / processes
    const fate = { answers: Math.floor(random() * share), longerMs: random() * longestMs }
    const works = changers.map((child, i) =>
      doRound(child, { seed, round, process: i, changes: share, aheadMs }, told, i === victim ? fate : undefined),
    )
    await Promise.all(works)
    arrivals.push(...mailServer.received.splice(0).map(arrivalOf))
    if (victim === undefined) continue
    kills++
    const successor = spare
    changers[victim] = successor
    spare = start()
    // One time it finds the database as the dead one left it, the other time this process was there before.
    if (random() < 0.5) await doRound(successor, { seed, round, process: victim, changes: 0, aheadMs }, told)
    check(await snapshotOf(place))
  }
  await Promise.all(changers.map((child) => child.kill()))
  const app = await openApp(readEnvironment(variables), createSilentLog(), { now: () => Date.now() + aheadMs })
  onTestFinished(() => app.close(0))
  // What the dead have claimed ends, and what waits is due.
  aheadMs += hourMs
  await app.outbox.sendDue()
  arrivals.push(...mailServer.received.splice(0).map(arrivalOf))
  const snapshot = await takeSnapshot(app.database)
  check(snapshot)
  expect(brokenMails(snapshot, arrivals, app.contact.mail.leadsTo.address), `seed ${seed}`).toEqual([])
  return told
}

type Fate = { answers: number; longerMs: number }

/** @param fate kills it after so many answers, and so many ms */
async function doRound(child: Child, round: Round, told: Told[], fate?: Fate): Promise<void> {
  child.tell(JSON.stringify(round))
  let answers = 0
  for (;;) {
    const heard: Told = JSON.parse(await child.hear())
    told.push(heard)
    if (heard.what === 'round') return
    if (heard.outcome !== 'asked' && answers++ === fate?.answers) break
  }
  await pause(fate?.longerMs)
  await child.kill()
  for (;;) {
    const lastWord = await child.hear().catch(() => undefined)
    if (lastWord === undefined) return
    told.push(JSON.parse(lastWord))
  }
}

/** Closed again at once: whoever starts after a kill has to recover it alone. */
async function snapshotOf(place: Place): Promise<Snapshot> {
  const database = await openDatabase(place, createSilentLog())
  return await takeSnapshot(database).finally(() => database.close())
}

describe.each(engines)('calls that 20 at once change on $name, while kill -9 comes in between', (engine) => {
  test('never overlap, none that was promised is lost, each mail comes once, and no SEQUENCE falls', async () => {
    // Of one file only one process may be the server.
    const processes = engine.name === 'PostgreSQL' ? 2 : 1
    const told = await changeAndKill(await engine.createPlace(), processes)
    const count = (what: Told['what'], outcome: string) =>
      told.filter((each) => each.what === what && each.outcome === outcome).length
    // Enough has been done, and not done, to prove something.
    for (const [what, outcome, least] of [
      ['book', 'stored', rounds],
      ['book', 'taken', rounds],
      ['move', 'done', rounds],
      ['move', 'taken', rounds / 4],
      ['cancel', 'done', rounds],
      ['confirm', 'done', rounds / 4],
      ['block', 'done', rounds / 4],
      ['unblock', 'done', rounds / 4],
    ] as const)
      expect(count(what, outcome), `${what} ${outcome}`).toBeGreaterThan(least)
    const asked = told.filter(({ outcome }) => outcome === 'asked').length
    const answered = told.filter(({ what, outcome }) => what !== 'round' && outcome !== 'asked').length
    expect(asked - answered).toBeGreaterThan(rounds / killEach)
  })
})
