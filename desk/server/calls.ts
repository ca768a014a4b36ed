import { z } from 'zod'
import { siteContent } from '../../platform/content/site-content.ts'
import { callDeps } from '../../server/call-deps.ts'
import { blockTime, readFreeTimes, unblockTime } from '../../server/calls/calendar.ts'
import { momentByClock, weekAround, writtenIn } from '../../server/calls/call-time.ts'
import { type CallChange, cancelCall, moveCall, whyUnchanged } from '../../server/calls/change-call.ts'
import { listCalls } from '../../server/calls/store.ts'
import type { Desk } from '../../server/desk.ts'
import { action, Refusal } from './action.ts'

const id = z.string().max(40)
const note = z.string().max(1_000)
const written = z.string().max(40)

function depsOf(desk: Desk) {
  const deps = callDeps(desk, siteContent())
  if (deps === undefined) throw new Refusal('The site offers no calls: there is no content/calls.yaml.')
  return deps
}

/** A week by the studio’s clock, and what comes after it. @param week any day of it; what is none means this one */
export const readCalls = action(
  z.object({ week: z.iso.date().optional().catch(undefined) }),
  async (desk, { week }) => {
    const deps = depsOf(desk)
    const { zone, minutes } = deps.calls
    const { from, starts } = weekAround(week ?? writtenIn(deps.now(), zone).slice(0, 10), zone)
    const listed = await listCalls(deps.database.db, Math.min(deps.now(), ...starts))
    return {
      zone,
      minutes,
      week: from,
      starts,
      calls: listed.filter(({ state }) => state !== 'cancelled').map(toEntry),
      free: await readFreeTimes(deps),
    }
  },
)

function toEntry({
  id,
  state,
  starts_at,
  ends_at,
  name,
  email,
  project,
  note,
}: Awaited<ReturnType<typeof listCalls>>[number]) {
  return {
    id,
    isBlock: state === 'blocked',
    isHeld: state === 'held',
    starts_at,
    ends_at,
    name,
    email,
    about: project,
    note: note ?? '',
  }
}

function momentIn(text: string, zone: string): number {
  const moment = momentByClock(text, zone)
  if (moment === undefined) throw new Refusal('That is no time at full five minutes.')
  return moment
}

export const moveCallTo = action(z.object({ id, to: written }), async (desk, { id, to }) => {
  const deps = depsOf(desk)
  return told(await moveCall(deps, { id, start: momentIn(to, deps.calls.zone) }, 'owner'))
})

export const cancelCallOf = action(z.object({ id, note }), async (desk, { id, note }) => {
  return told(await cancelCall(depsOf(desk), { id, note: note.trim() || null }, 'owner'))
})

function told(change: CallChange) {
  if (change.outcome !== 'done' || !change.isChanged) throw new Refusal(whyUnchanged[change.outcome])
  return { starts_at: change.call.starts_at }
}

export const block = action(z.object({ from: written, to: written, note }), async (desk, { from, to, note }) => {
  const deps = depsOf(desk)
  const [start, end] = [momentIn(from, deps.calls.zone), momentIn(to, deps.calls.zone)]
  const blocked = await blockTime(deps, { start, end, note: note.trim() || null })
  if ('why' in blocked) throw new Refusal(blocked.why)
  return blocked
})

export const unblock = action(z.object({ id }), async (desk, { id }) => {
  if (!(await unblockTime(depsOf(desk), id))) throw new Refusal('That time is open already.')
  return {}
})
