import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { CallRow } from '../../migrations/tables.ts'
import { type App, openApp } from '../../src/app.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { blockTime, unblockTime } from '../../src/features/calls/block-time.ts'
import { bookCall } from '../../src/features/calls/book-call.ts'
import { type CallDeps, readFreeTimes } from '../../src/features/calls/calendar.ts'
import { sendReminders } from '../../src/features/calls/call-reminders.ts'
import { type CallChange, cancelCall, confirmCall, moveCall } from '../../src/features/calls/change-call.ts'
import { seededRandom } from '../../src/lib/seeded-random.ts'
import { loadEnvironment } from '../../src/server/environment.ts'
import { createSilentLog } from '../../src/server/log.ts'

/** What a process is told to do: `changes` random things at once. `process` tells it from others of the same round. */
export type Round = { seed: string; round: number; process: number; changes: number; aheadMs: number }

type What = 'book' | 'move' | 'cancel' | 'confirm' | 'block' | 'unblock' | 'remind'

type AcknowledgedRow = Pick<CallRow, 'id' | 'state' | 'sequence' | 'starts_at' | 'ends_at'>

/** `asked` comes before the work, any other outcome the moment that it is acknowledged, and `round` last. */
export type Told = { what: What | 'round'; outcome: string; id?: string; row?: AcknowledgedRow }

type Known = Pick<CallRow, 'id' | 'state' | 'starts_at'>
type Work = { what: What; id?: string; run: () => Promise<Omit<Told, 'what'>> }

const minuteMs = 60_000
/** After every so many rounds all mails are sent before the next one begins. */
const lullEach = 5

function tell(told: Told): void {
  writeSync(1, `${JSON.stringify(told)}\n`)
}

function changed(result: CallChange): Omit<Told, 'what'> {
  const { outcome } = result
  if (outcome !== 'done') return { outcome }
  const { id, state, sequence, starts_at, ends_at } = result.call
  return { outcome, id, row: { id, state, sequence, starts_at, ends_at } }
}

/** Draws what is to be done, of what there is now; nothing of it has begun yet. */
function drawer(deps: CallDeps, { seed, round, process }: Round, found: { free: number[]; known: Known[] }) {
  const random = seededRandom(`${seed} ${round} ${process}`)
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(all: readonly T[]): T | undefined => all[below(all.length)]
  const by = () => (random() < 0.5 ? 'owner' : 'visitor')
  const calls = found.known.filter(({ state }) => state !== 'blocked')

  /** Somewhere around a call that is there. */
  const near = (stepMinutes: number) =>
    (pick(found.known)?.starts_at ?? deps.now()) + (below(9) - 4) * stepMinutes * minuteMs

  /** A third of all want one of the first free times, so that many meet there. */
  const wanted = () => {
    const drawn = random()
    const free = drawn < 0.35 ? pick(found.free.slice(0, 4)) : pick(found.free)
    return drawn < 0.75 && free !== undefined ? free : near(deps.calls.minutes)
  }

  function book(n: number): Work {
    const start = wanted()
    const isRobot = random() < 0.25
    const mailbox = random() < 0.1 ? `shared${below(4)}` : `${round}-${process}-${n}`
    const input = { start, zone: 'Europe/Lisbon', name: 'Ada Lovelace', email: `${mailbox}@${mailbox}.example` }
    const sender = `10.${process}.${round}.${n}`
    const run = async () => {
      const context = { sender, honeypot: false, elapsedMs: isRobot ? 100 : 30_000 }
      const result = await bookCall(deps, { ...input, about: `${n}` }, context)
      if (result.outcome !== 'stored') return { outcome: result.outcome }
      const { outcome, reference: id } = result
      const ends_at = start + deps.calls.minutes * minuteMs
      return {
        outcome,
        id,
        row: { id, state: isRobot ? 'held' : 'booked', sequence: 0, starts_at: start, ends_at } as const,
      }
    }
    return { what: 'book', run }
  }

  function move(): Work | undefined {
    const id = pick(calls)?.id
    const who = by()
    const start = who === 'owner' && random() < 0.5 ? near(5) : wanted()
    if (id === undefined || start <= deps.now()) return undefined
    return { what: 'move', id, run: async () => changed(await moveCall(deps, { id, start }, who)) }
  }

  function cancel(): Work | undefined {
    const id = pick(calls)?.id
    const who = by()
    return id === undefined
      ? undefined
      : { what: 'cancel', id, run: async () => changed(await cancelCall(deps, { id }, who)) }
  }

  function confirm(): Work | undefined {
    const id = (pick(calls.filter(({ state }) => state === 'held')) ?? pick(calls))?.id
    return id === undefined ? undefined : { what: 'confirm', id, run: async () => changed(await confirmCall(deps, id)) }
  }

  function block(): Work {
    const start = wanted() + (below(13) - 6) * 5 * minuteMs
    const end = start + (1 + below(36)) * 5 * minuteMs
    const run = async () => {
      const result = await blockTime(deps, { start, end, note: null })
      if ('why' in result) return { outcome: 'taken' }
      const row = { id: result.id, state: 'blocked', sequence: 0, starts_at: start, ends_at: end } as const
      return { outcome: 'done', id: result.id, row }
    }
    return { what: 'block', run }
  }

  function unblock(): Work | undefined {
    const id = pick(found.known.filter(({ state }) => state === 'blocked'))?.id
    if (id === undefined) return undefined
    return { what: 'unblock', id, run: async () => ({ outcome: (await unblockTime(deps, id)) ? 'done' : 'gone', id }) }
  }

  const remind: Work = {
    what: 'remind',
    run: async () => {
      await sendReminders(deps)
      return { outcome: 'done' }
    },
  }

  return (n: number): Work => {
    const drawn = random()
    if (drawn < 0.22) return move() ?? book(n)
    if (drawn < 0.42) return cancel() ?? book(n)
    if (drawn < 0.49) return confirm() ?? book(n)
    if (drawn < 0.54) return block()
    if (drawn < 0.6) return unblock() ?? book(n)
    return drawn < 0.62 ? remind : book(n)
  }
}

async function changeCalls({ calls, database, outbox, now }: App, round: Round): Promise<void> {
  if (calls === undefined) throw new Error('the sample offers calls')
  const known = await database.db
    .selectFrom('calls')
    .select(['id', 'state', 'starts_at'])
    .where('state', '!=', 'cancelled')
    .where('starts_at', '>', now())
    .orderBy('starts_at')
    .execute()
  const draw = drawer(calls, round, { free: await readFreeTimes(calls), known })
  const works = Array.from({ length: round.changes }, (_, n) => draw(n))
  await Promise.all(
    works.map(async ({ what, run, ...asked }) => {
      tell({ what, outcome: 'asked', ...asked })
      tell({ what, ...(await run()) })
    }),
  )
  // Where changes come without end, most of their mails are overtaken before they are sent.
  if (round.round % lullEach === 0) await outbox.sendDue()
  tell({ what: 'round', outcome: 'done' })
}

/**
 * A process to be killed: books, moves, cancels, confirms, blocks and reminds, and sends the mails of it. It gets itself ready
 * while the one before still runs, and opens the database when it is told its first round.
 */
siteContent()
let aheadMs = 0
let app: App | undefined
for await (const line of createInterface({ input: process.stdin })) {
  const round: Round = JSON.parse(line)
  aheadMs = round.aheadMs
  if (app === undefined) {
    app = await openApp(loadEnvironment(), createSilentLog(), { now: () => Date.now() + aheadMs })
    app.start()
  }
  await changeCalls(app, round)
}
// Whoever started it is gone.
process.exit()
