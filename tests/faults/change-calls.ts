import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { CallRow } from '../../migrations/tables.ts'
import { openApp } from '../../src/app.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { blockTime, unblockTime } from '../../src/features/calls/block-time.ts'
import { bookCall } from '../../src/features/calls/book-call.ts'
import { type CallDeps, readFreeTimes } from '../../src/features/calls/calendar.ts'
import { type CallChange, cancelCall, confirmCall, moveCall } from '../../src/features/calls/change-call.ts'
import { seededRandom } from '../../src/lib/seeded-random.ts'
import type { Database } from '../../src/server/db/database.ts'
import { loadEnvironment } from '../../src/server/environment.ts'
import { createSilentLog } from '../../src/server/log.ts'

/** What a process is told to do: so many random changes at once. */
export type Round = { seed: string; changes: number; aheadMs: number }

/** What it has done, told before anything else happens: `round` comes last. */
export type Done = { what: string; outcome: string; id?: string | undefined; row?: Partial<CallRow> | undefined }

const minuteMs = 60_000

/** @returns a sentence about each call that takes another's time, or other times than its own */
export async function wrongTimes({ db }: Pick<Database, 'db'>, pauseMinutes: number): Promise<string[]> {
  const calls = await db.selectFrom('calls').selectAll().orderBy('starts_at').execute()
  const byCall = Map.groupBy(
    await db.selectFrom('call_moments').selectAll().orderBy('moment').execute(),
    ({ call }) => call,
  )
  let [last, freeAt] = ['', 0]
  return calls.flatMap(({ id, state, lead, starts_at, ends_at }) => {
    const end = state === 'cancelled' ? starts_at : ends_at + (lead === null ? 0 : pauseMinutes * minuteMs)
    const five = 5 * minuteMs
    const wanted = Array.from({ length: (end - starts_at) / five }, (_, i) => starts_at + i * five)
    const taken = (byCall.get(id) ?? []).map(({ moment }) => moment)
    const wrong = taken.join() === wanted.join() ? [] : [`${id} is ${state} at ${starts_at}, and takes: ${taken}`]
    if (state === 'cancelled') return wrong
    const over = starts_at < freeAt ? [`${id} overlaps ${last}`] : []
    if (end > freeAt) [last, freeAt] = [id, end]
    return [...wrong, ...over]
  })
}

/** Draws what is to be done, of what there is by now. */
async function drawChanges(deps: CallDeps, { seed, changes }: Round): Promise<(() => Promise<Done>)[]> {
  const random = seededRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(all: readonly T[]): T | undefined => all[below(all.length)]
  const free = await readFreeTimes(deps)
  const rows = deps.database.db
    .selectFrom('calls')
    .select(['id', 'state', 'starts_at'])
    .where('state', '!=', 'cancelled')
  const known = await rows.where('starts_at', '>', deps.now()).orderBy('starts_at').execute()
  const idOf = (...states: CallRow['state'][]) => pick(known.filter(({ state }) => states.includes(state)))?.id ?? ''
  // Many want one of the first times, so that they meet there.
  const wanted = () => pick(random() < 0.4 ? free.slice(0, 4) : free) ?? deps.now() + below(9_000) * 5 * minuteMs
  const work: Record<string, (n: number) => () => Promise<Omit<Done, 'what'>>> = {
    book: (n) => {
      const [start, isRobot] = [wanted(), random() < 0.25]
      const email = random() < 0.1 ? `shared@${below(4)}.example` : `${seed}@${n}.example`.replaceAll(' ', '-')
      const input = { start, zone: 'Europe/Lisbon', name: 'Ada Lovelace', email, about: `${n}` }
      const context = { sender: `${seed} ${n}`, honeypot: false, elapsedMs: isRobot ? 100 : 30_000 }
      return async () => {
        const booked = await bookCall(deps, input, context)
        if (booked.outcome !== 'stored') return { outcome: booked.outcome }
        const row = { state: isRobot ? 'held' : 'booked', sequence: 0, starts_at: start } as const
        return { outcome: 'stored', id: booked.reference, row }
      }
    },
    move: () => {
      const [id, start, by] = [idOf('booked', 'held'), wanted(), random() < 0.5 ? 'owner' : 'visitor'] as const
      return async () => changed(await moveCall(deps, { id, start }, by))
    },
    cancel: () => {
      const id = idOf('booked', 'held')
      return async () => ({ id, ...changed(await cancelCall(deps, { id }, 'owner')) })
    },
    confirm: () => {
      const id = idOf('held')
      return async () => changed(await confirmCall(deps, id))
    },
    block: () => {
      const start = wanted() + (below(13) - 6) * 5 * minuteMs
      const times = { start, end: start + (1 + below(36)) * 5 * minuteMs }
      return async () => {
        const block = await blockTime(deps, { ...times, note: null })
        if (!('id' in block)) return { outcome: 'taken' }
        return { outcome: 'done', id: block.id, row: { state: 'blocked', sequence: 0, starts_at: start } }
      }
    },
    unblock: () => {
      const id = idOf('blocked')
      return async () => {
        // Told before it is done: whoever is killed in between can't tell it after.
        tell({ what: 'unblock', outcome: 'asked', id })
        return { outcome: (await unblockTime(deps, id)) ? 'done' : 'gone', id }
      }
    },
  }
  const kinds = [...Array(8).fill('book'), 'move', 'move', 'move', 'cancel', 'cancel', 'confirm', 'block', 'unblock']
  return Array.from({ length: changes }, (_, n) => {
    const what: string = pick(kinds)
    const run = work[what]?.(n)
    return async () => ({ what, outcome: '', ...(await run?.()) })
  })
}

function changed(change: CallChange): Omit<Done, 'what'> {
  if (change.outcome !== 'done') return { outcome: change.outcome }
  const { id, state, sequence, starts_at } = change.call
  return { outcome: 'done', id, row: { state, sequence, starts_at } }
}

function tell(done: Done): void {
  writeSync(1, `${JSON.stringify(done)}\n`)
}

/** A process to be killed. It gets ready while the one before still runs, and opens the database with its first round. */
if (import.meta.main) {
  siteContent()
  let aheadMs = 0
  const open = () => openApp(loadEnvironment(), createSilentLog(), { now: () => Date.now() + aheadMs })
  let calls: CallDeps | undefined
  for await (const line of createInterface({ input: process.stdin })) {
    const round: Round = JSON.parse(line)
    aheadMs = round.aheadMs
    calls ??= (await open()).calls
    if (calls === undefined) throw new Error('the sample offers no calls')
    await Promise.all((await drawChanges(calls, round)).map(async (run) => tell(await run())))
    tell({ what: 'round', outcome: 'done' })
  }
  // Whoever started it is gone.
  process.exit()
}
