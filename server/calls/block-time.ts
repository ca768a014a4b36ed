import { randomInt, randomUUID } from 'node:crypto'
import type { CallRow } from '../../migrations/tables.ts'
import { formatReference } from '../../platform/http/request-id.ts'
import { type CallDeps, openCalendar } from './calendar.ts'
import { deleteBlock, insertCall, readTaken, takeMoments } from './call.repository.ts'

const longestBlockMs = 90 * 24 * 60 * 60_000

/** Takes a time away from everybody. @returns why not, for the owner, where nothing was blocked */
export async function blockTime(
  deps: CallDeps,
  { start, end, note }: { start: number; end: number; note: string | null },
): Promise<{ id: string } | { why: string }> {
  const now = deps.now()
  if (end <= start || end - start > longestBlockMs)
    return { why: 'The end must be after the beginning, and at most 90 days later.' }
  if (end <= now) return { why: 'That time is over already.' }
  const id = formatReference('BL', (below) => randomInt(below))
  const block: CallRow = {
    id,
    lead: null,
    uid: `${randomUUID()}@${deps.host}`,
    state: 'blocked',
    starts_at: start,
    ends_at: end,
    zone: deps.calls.zone,
    open_key: null,
    sequence: 0,
    held_until: null,
    is_proven: 1,
    reminders: 0,
    note,
    created_at: now,
    changed_at: now,
  }
  return await deps.database.write(async (tx) => {
    await openCalendar(tx, deps, now)
    const taken = await readTaken(tx, { from: start, to: end }, now)
    if (taken.length > 0) {
      const others = taken.map((other) => other.id).join(', ')
      return { why: `Nothing was blocked: ${others} is there. Move or cancel it first.` }
    }
    await insertCall(tx, block)
    if (!(await takeMoments(tx, block, 0))) throw new Error('a blocked time met a call that nobody has read')
    return { id }
  })
}

export async function unblockTime({ database }: Pick<CallDeps, 'database'>, id: string): Promise<boolean> {
  return await database.write((tx) => deleteBlock(tx, id))
}
