import type { CallRow, LeadRow } from '../../migrations/tables.ts'
import type { Calls } from '../../platform/content/calls.ts'
import { fitText } from '../../platform/fields.ts'
import { textOf } from '../../platform/http/form.ts'
import { RequestError, readFields } from '../../platform/http/request-body.ts'
import { type Http, showPage } from '../../platform/http/request-context.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { isZone } from '../../platform/text/zones.ts'
import { readLead } from '../leads/store.ts'
import { readFreeTimes } from './calendar.ts'
import type { CallContext } from './call-context.ts'
import { cancelCall, confirmCall, isUnconfirmed, moveCall } from './change-call.ts'
import { kindOfCall } from './kinds.ts'
import { changeableMs, manageKey, managePath, type OpenedCall, readConfirmKey, readManageKey } from './links.ts'
import { findCall } from './store.ts'
import { parseInstant } from './times.ts'

type Purpose = 'manage' | 'confirm'

/** Query parameters that make a call's page confirm the latest change. */
const doneParameters: Partial<Record<LinkState, string>> = { moved: '&moved', booked: '&new' }

/** Handles the pages behind a call's email links. Email scanners open links, so GET changes nothing. */
export function callLink(purpose: Purpose) {
  return async (c: Http, context: CallContext): Promise<Response> => {
    const answer = await openCallLink(c, context, purpose)
    const { call, status } = answer
    // Confirming verifies the mailbox, so the page continues with the visitor's key.
    const linkKey = purpose === 'confirm' && call ? manageKey(context, call.id) : (c.req.query('key') ?? '')
    const isPlainForm = c.req.method === 'POST' && !c.req.header('content-type')?.includes('json')
    // Redirect to keep Back, Forward, and reloading from sending the form again.
    if (isPlainForm && status === 200)
      return c.redirect(`${managePath}?key=${linkKey}${doneParameters[answer.state] ?? ''}`, 303)
    return await showLink(c, purpose, answer, linkKey)
  }
}

export async function showLink(c: Http, purpose: Purpose, answer: CallLinkAnswer, linkKey = ''): Promise<Response> {
  const headers = { 'X-Robots-Tag': 'noindex' }
  return await showPage(c, `/call/${purpose}`, { callLink: { answer, linkKey } }, { status: answer.status, headers })
}

type LinkState = Exclude<keyof Calls['links'], 'move' | 'labels' | 'calendar' | 'change' | 'times' | 'home'>

export type CallLinkAnswer = {
  status: 200 | 400 | 403 | 404 | 409 | 413 | 415 | 429 | 503
  state: LinkState
  call?: CallRow
  lead?: Pick<LeadRow, 'email' | 'phone'>
  message?: string
  /** The nearest free times if the requested time (`start`) is taken. */
  near?: { start: number; times: readonly number[]; zone: string }
}

/** Shows or changes the link's call. For POST, the field `do` names the change. */
async function openCallLink(c: Http, context: CallContext, purpose: Purpose): Promise<CallLinkAnswer> {
  const key = c.req.query('key') ?? ''
  const opened = purpose === 'manage' ? readManageKey(context, key) : readConfirmKey(context, key)
  if (opened === undefined) return { status: 404, state: 'unknown' }
  try {
    if (c.req.method === 'POST')
      return await changeByLink(context, purpose, opened, await readFields(c, bodyLimits.call))
    return await showCall(context, opened.id, { purpose, fields: c.req.query() })
  } catch (error) {
    if (error instanceof RequestError) return { status: error.status, state: 'unknown' }
    const { log, requestId } = c.var
    log.error({ requestId, err: error }, 'couldn’t respond to a call link')
    return { status: 503, state: 'unavailable' }
  }
}

async function changeByLink(
  context: CallContext,
  purpose: Purpose,
  opened: OpenedCall,
  fields: Record<string, unknown>,
): Promise<CallLinkAnswer> {
  const result = await applyChange(context, purpose, opened, fields)
  if (result === undefined) return { status: 404, state: 'unknown' }
  const answer = await showCall(context, opened.id, { purpose })
  const { problems } = context.calls
  if (result.outcome === 'limited') return { ...answer, status: 429, message: problems.changes }
  if (result.outcome === 'alreadyBooked') return { ...answer, status: 409, message: problems.open }
  if (result.outcome === 'taken') {
    const refused = { ...answer, status: 409, message: problems.taken } as const
    if (purpose === 'confirm') return refused
    const { start = 0, zone = answer.call?.zone ?? context.calls.zone } = readMove(fields)
    return { ...refused, near: { start, times: result.times, zone } }
  }
  const isMoved = answer.state === 'booked' && 'start' in fields
  return isMoved ? { ...answer, state: 'moved' } : answer
}

type LinkInput = { purpose?: Purpose; fields?: Record<string, string> }

async function showCall(context: CallContext, id: string, input: LinkInput): Promise<CallLinkAnswer> {
  const call = await findCall(context.database.db, id)
  const lead = await readLead(context.database.db, id)
  if (call === undefined || lead === undefined) return { status: 404, state: 'unknown' }
  const { email, phone } = lead
  return { status: 200, state: await stateOf(call, context, input), call, lead: { email, phone } }
}

/** Returns a call's state for its page, which also depends on the link and the latest change. */
export async function stateOf(call: CallRow, context: CallContext, input: LinkInput = {}): Promise<LinkState> {
  const { purpose = 'manage', fields = {} } = input
  const now = context.now()
  if (isUnconfirmed(call)) {
    const isReserved = (call.reserved_until ?? 0) > now
    const free = isReserved ? [] : await readFreeTimes(context, kindOfCall(context.calls, call))
    if (!isReserved && !free.includes(call.starts_at)) return 'expired'
    if (purpose === 'confirm') return 'confirm'
    return isReserved ? 'held' : 'unreserved'
  }
  if (call.state === 'cancelled') return 'cancelled'
  if (call.state === 'requested' && fields['do'] !== 'cancel') return 'requested'
  if (call.ends_at <= now) return 'past'
  if (fields['new'] !== undefined) return 'new'
  if (fields['moved'] !== undefined) return 'moved'
  if (call.starts_at - changeableMs < now) return 'late'
  return fields['do'] === 'cancel' ? 'cancel' : 'booked'
}

/** The reason a visitor can give for canceling. */
const cancelNote = { type: 'text', maxLength: 1_000, rows: 3 } as const

async function applyChange(
  context: CallContext,
  purpose: Purpose,
  { id, by }: OpenedCall,
  fields: Record<string, unknown>,
) {
  if (purpose === 'confirm') return await confirmCall(context, id)
  if (fields['do'] === 'cancel') {
    const note = fitText(cancelNote, fields['note']) || null
    return await cancelCall(context, { id, note }, by)
  }
  const { start, zone } = readMove(fields)
  return start === undefined ? undefined : await moveCall(context, { id, start, zone }, by)
}

function readMove(fields: Record<string, unknown>) {
  const zone = textOf(fields['zone'])
  return { start: parseInstant(textOf(fields['start'])), zone: isZone(zone) ? zone : undefined }
}
