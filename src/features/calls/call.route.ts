import type { CallRow } from '../../../migrations/tables.ts'
import type { Calls } from '../../content/calls.ts'
import { isZone } from '../../lib/text/zones.ts'
import { bodyLimits } from '../../limits.ts'
import { RequestError, readFormRequest } from '../../server/http/form-request.ts'
import { textOf } from '../../server/http/form-route.ts'
import type { CallRouteDeps } from './call.form.ts'
import { findCall } from './call.repository.ts'
import { readConfirmKey, readManageKey } from './call-links.ts'
import { momentOf } from './call-time.ts'
import { cancelCall, changeableMs, confirmCall, moveCall } from './change-call.ts'

type LinkState = Exclude<keyof Calls['links'], 'move' | 'cancelLink' | 'moveHere' | 'file' | 'again' | 'back'>

export type CallLinkAnswer = {
  status: 200 | 400 | 403 | 404 | 409 | 413 | 415 | 503
  state: LinkState
  call?: CallRow
  /** In place of what the state says. */
  message?: string
}

type Asked = { request: Request; url: URL; onError: (error: unknown) => void }

/** The link of a call: GET changes nothing, since mail programs open links; POST does what `do` says. */
export async function openCallLink(
  purpose: 'manage' | 'confirm',
  { request, url, onError }: Asked,
  deps: CallRouteDeps,
): Promise<CallLinkAnswer> {
  const read = purpose === 'manage' ? readManageKey : readConfirmKey
  const id = read(deps, url.searchParams.get('key') ?? '')
  if (id === undefined) return { status: 404, state: 'unknown' }
  try {
    if (request.method !== 'POST')
      return shown(await findCall(deps.database.db, id), purpose, url.searchParams, deps.now())
    const { fields } = await readFormRequest(request, deps.siteUrl, bodyLimits.newsletter)
    const [action, start, zone] = ['do', 'start', 'zone'].map((name) => textOf(fields[name]))
    return await act(purpose, id, { action, start, zone }, deps)
  } catch (error) {
    if (error instanceof RequestError) return { status: error.status, state: 'unknown' }
    onError(error)
    return { status: 503, state: 'unavailable' }
  }
}

function shown(
  call: CallRow | undefined,
  purpose: 'manage' | 'confirm',
  fields: URLSearchParams,
  now: number,
): CallLinkAnswer {
  if (call === undefined) return { status: 404, state: 'unknown' }
  return { status: 200, state: stateOf(call, purpose, fields, now), call }
}

function stateOf(call: CallRow, purpose: 'manage' | 'confirm', fields: URLSearchParams, now: number): LinkState {
  const isHeld = call.state === 'held' && (call.held_until ?? 0) > now
  // Nobody was told of a call that was never confirmed.
  const isExpired = call.state === 'held' ? !isHeld : call.state === 'cancelled' && call.sequence === 0
  if (isExpired) return 'expired'
  if (call.state === 'cancelled') return 'cancelled'
  if (call.ends_at <= now) return 'past'
  if (isHeld) return purpose === 'confirm' ? 'confirm' : 'held'
  if (call.starts_at - changeableMs < now) return 'late'
  if (fields.get('do') === 'cancel') return 'cancel'
  return fields.has('new') ? 'new' : 'booked'
}

type Wish = { action?: string | undefined; start?: string | undefined; zone?: string | undefined }

async function act(
  purpose: 'manage' | 'confirm',
  id: string,
  wish: Wish,
  deps: CallRouteDeps,
): Promise<CallLinkAnswer> {
  const result = await change(purpose, id, wish, deps)
  const call = await findCall(deps.database.db, id)
  if (result === undefined || call === undefined) return { status: 404, state: 'unknown' }
  const nothing = new URLSearchParams()
  if (result.outcome === 'taken') return { status: 409, state: 'booked', call, message: deps.calls.problems.taken }
  return { status: 200, state: stateOf(call, purpose, nothing, deps.now()), call }
}

async function change(
  purpose: 'manage' | 'confirm',
  id: string,
  { action, start = '', zone = '' }: Wish,
  deps: CallRouteDeps,
) {
  if (purpose === 'confirm') return await confirmCall(deps, id)
  if (action === 'cancel') return await cancelCall(deps, { id }, 'visitor')
  const moment = momentOf(start)
  return moment === undefined
    ? undefined
    : await moveCall(deps, { id, start: moment, zone: isZone(zone) ? zone : undefined }, 'visitor')
}
