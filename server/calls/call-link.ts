import type { CallRow } from '../../migrations/tables.ts'
import type { Calls } from '../../platform/content/calls.ts'
import { RequestError } from '../../platform/http/body.ts'
import { readPost, textOf } from '../../platform/http/form.ts'
import type { Http } from '../../platform/http/http.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { isZone } from '../../platform/text/zones.ts'
import { type CallDeps, readFreeTimes } from './calendar.ts'
import { momentOf } from './call-time.ts'
import { type CallChange, cancelCall, changeableMs, confirmCall, isUnconfirmed, moveCall } from './change-call.ts'
import { type OpenedCall, readConfirmKey, readManageKey } from './links.ts'
import { findCall } from './store.ts'

type LinkState = Exclude<keyof Calls['links'], 'move' | 'cancelLink' | 'moveHere' | 'file' | 'again' | 'back'>

export type CallLinkAnswer = {
  status: 200 | 400 | 403 | 404 | 409 | 413 | 415 | 429 | 503
  state: LinkState
  call?: CallRow
  /** In place of what the state says. */
  message?: string
}

/** The link of a call: GET changes nothing, since mail programs open links; POST does what `do` says. */
export async function openCallLink(purpose: 'manage' | 'confirm', c: Http, deps: CallDeps): Promise<CallLinkAnswer> {
  const opened = (purpose === 'manage' ? readManageKey : readConfirmKey)(deps, c.req.query('key') ?? '')
  if (opened === undefined) return { status: 404, state: 'unknown' }
  try {
    if (c.req.method !== 'POST') return await shown(opened.id, deps, { purpose, fields: c.req.query() })
    const fields = await readPost(c, bodyLimits.newsletter)
    const result = await change(purpose, opened, fields, deps)
    if (result === undefined) return { status: 404, state: 'unknown' }
    const answer = await shown(opened.id, deps, { purpose })
    const { problems } = deps.calls
    if (result.outcome === 'limited') return { ...answer, status: 429, message: problems.changes }
    if (result.outcome !== 'taken' && result.outcome !== 'open') return answer
    return { ...answer, status: 409, message: problems[result.outcome] }
  } catch (error) {
    if (error instanceof RequestError) return { status: error.status, state: 'unknown' }
    const { log, requestId } = c.var
    log.error({ requestId, err: error }, 'a link of a call could not be answered')
    return { status: 503, state: 'unavailable' }
  }
}

type Opening = { purpose?: 'manage' | 'confirm'; fields?: Record<string, string> }

async function shown(id: string, deps: CallDeps, opening: Opening): Promise<CallLinkAnswer> {
  const call = await findCall(deps.database.db, id)
  if (call === undefined) return { status: 404, state: 'unknown' }
  return { status: 200, state: await stateOf(call, deps, opening), call }
}

export async function stateOf(
  call: CallRow,
  deps: CallDeps,
  { purpose = 'manage', fields = {} }: Opening = {},
): Promise<LinkState> {
  const now = deps.now()
  if (isUnconfirmed(call)) {
    const isReserved = (call.reserved_until ?? 0) > now
    if (!isReserved && !(await readFreeTimes(deps)).includes(call.starts_at)) return 'expired'
    return purpose === 'confirm' ? 'confirm' : isReserved ? 'held' : 'unreserved'
  }
  if (call.state === 'cancelled') return 'cancelled'
  if (call.ends_at <= now) return 'past'
  if (call.starts_at - changeableMs < now) return 'late'
  if (fields['do'] === 'cancel') return 'cancel'
  return fields['new'] !== undefined ? 'new' : 'booked'
}

async function change(
  purpose: 'manage' | 'confirm',
  { id, by }: OpenedCall,
  fields: Record<string, unknown>,
  deps: CallDeps,
): Promise<CallChange | undefined> {
  if (purpose === 'confirm') return await confirmCall(deps, id)
  if (fields['do'] === 'cancel') return await cancelCall(deps, { id }, by)
  const [start, zone] = [momentOf(textOf(fields['start'])), textOf(fields['zone'])]
  return start === undefined
    ? undefined
    : await moveCall(deps, { id, start, zone: isZone(zone) ? zone : undefined }, by)
}
