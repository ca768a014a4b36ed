import type { CallRow, LeadRow } from '../../migrations/tables.ts'
import type { Calls } from '../../platform/content/calls.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { fitText } from '../../platform/fields.ts'
import { type FormAnswer, formErrors, formSaved, readForm, textOf } from '../../platform/http/form.ts'
import { RequestError, readFields } from '../../platform/http/request-body.ts'
import { type Http, showPage } from '../../platform/http/request-context.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { dayMs } from '../../platform/text/time-text.ts'
import { isZone } from '../../platform/text/zones.ts'
import { readLead } from '../leads/store.ts'
import { bookCall } from './book-call.ts'
import { readFreeTimes } from './calendar.ts'
import { calendarText, eventForOwner, eventForVisitor } from './calendar-text.ts'
import type { CallContext } from './call-context.ts'
import { readCallPage, readCallTimes } from './call-page.ts'
import { cancelCall, confirmCall, isUnconfirmed, moveCall } from './change-call.ts'
import { answersIn, findKind, formFieldsOf, kindOfCall } from './kinds.ts'
import {
  changeableMs,
  isFeedKey,
  manageKey,
  manageLink,
  managePath,
  type OpenedCall,
  readConfirmKey,
  readManageKey,
} from './links.ts'
import { findCall, listCalls } from './store.ts'
import { formatInstant, parseInstant, zoneOf } from './times.ts'

type Handler = (c: Http, context: CallContext) => Promise<Response>

/** Responds with 404 if the studio doesn't offer calls. */
export function ifCallsOffered(handle: Handler) {
  return async (c: Http): Promise<Response> => {
    const context = c.var.app.calls
    return context === undefined ? c.notFound() : await handle(c, context)
  }
}

/** Internal path, used only for rendering. It shows every step except the free times, which keeps /call small. */
const detailsPage = '/call/details'

/** Shows `/call`, or `/call/intro` if there are multiple kinds. */
export const callPage: Handler = async (c, context) => {
  const kindId = c.req.param('kind')
  const isKnown = kindId !== '' && context.calls.kinds.some(({ id }) => id === kindId)
  if (kindId !== undefined && !isKnown) return c.notFound()
  try {
    return await showTimes(c, context, kindId)
  } catch (error) {
    c.var.log.error({ requestId: c.var.requestId, err: error }, 'couldn’t read the free times')
    return await showLink(c, 'manage', { status: 503, state: 'unavailable' })
  }
}

async function showTimes(c: Http, context: CallContext, kindId: string | undefined): Promise<Response> {
  const key = c.req.query('move') ?? ''
  const opened = readManageKey(context, key)
  const call = opened && (await findCall(context.database.db, opened.id))
  const isMovable = call !== undefined && (await stateOf(call, context)) === 'booked'
  // The call's own page shows why the call can't move, or reports a damaged link.
  if (key !== '' && !isMovable) return c.redirect(`${managePath}?key=${key}`)
  const view = await readPageData(c, context, { kindId, moved: call && { call, key } })
  return await showPage(c, !call && view.step === 'times' ? '/call' : detailsPage, { call: view })
}

export const callTimes: Handler = async (c, context) => {
  const { kinds } = context.calls
  const id = c.req.query('kind')
  const kind = id === undefined ? kinds[0] : kinds.find((each) => each.id === id)
  if (kind === undefined) return c.json({ ok: false, message: 'The studio doesn’t offer this kind of call.' }, 404)
  return c.json(await readCallTimes(context, kind, c.req.query('zone') ?? ''))
}

export const postCall: Handler = async (c, context) => {
  const { calls } = context
  const { problems } = calls
  const data = async (answer: FormAnswer) => {
    const kindId = answer.values?.['kind'] ?? ''
    // If the kind is no longer offered, show all kinds: another kind might not have this time.
    const page = findKind(calls, kindId) ? { kindId, answer } : {}
    return { call: await readPageData(c, context, page) }
  }
  const form = await readForm(c, {
    fields: (posted) => formFieldsOf(findKind(calls, textOf(posted['kind'])) ?? calls.kinds[0]),
    messages: siteContent().words.form,
    limit: context.limits.callPosts,
    maxBytes: bodyLimits.call,
    problems,
    page: detailsPage,
    data,
  })
  const { values, requestId, answerAs } = form
  const start = parseInstant(values.start)
  const kind = findKind(calls, values.kind)
  if (start === undefined || kind === undefined) {
    const { message, fields } = form.errors ?? { message: problems.noTime }
    return await formErrors(c, { ...form, errors: { message, fields: { ...fields, start: problems.noTime } } })
  }
  if (form.errors) return await formErrors(c, form)
  const zone = zoneOf(values.zone, calls)
  const input = { ...values, answers: answersIn(kind, values), kind, start, zone, requestId }
  const result = await bookCall(context, input, form.context)
  if (result.outcome === 'alreadyBooked') return await formErrors(c, form, { status: 409, message: problems.open })
  if (result.outcome === 'taken') {
    const times = result.times.map((time) => formatInstant(time, zone))
    return await formErrors(c, form, { status: 409, message: problems.taken, more: { times } })
  }
  c.var.record(['sent:call'])
  const { reference } = result
  const manage = manageLink(context, reference, 'unverified')
  // If the form was sent twice, the call could have been moved in between.
  const call = await findCall(context.database.db, reference)
  const startText = formatInstant(call?.starts_at ?? start, call?.zone ?? zone)
  const saved = { reference, start: startText, manage, ...(call && { state: await stateOf(call, context) }) }
  return formSaved(c, answerAs, saved, `/call/manage${new URL(manage).search}&new`)
}

type PageInput = {
  kindId?: string | undefined
  moved?: { call: CallRow; key: string } | undefined
  answer?: FormAnswer
}

async function readPageData(c: Http, context: CallContext, { kindId = '', moved, answer }: PageInput) {
  const query = new URL(c.req.url).searchParams
  const kind = moved ? kindOfCall(context.calls, moved.call) : findKind(context.calls, kindId)
  return await readCallPage(context, { query, kind, moved, answer, lang: siteContent().facts.lang })
}

type Purpose = 'manage' | 'confirm'

/** Query parameters that make a call's page say what just changed. */
const doneParameters: Partial<Record<LinkState, string>> = { moved: '&moved', booked: '&new' }

export function callLink(purpose: Purpose): Handler {
  return async (c, context) => {
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

async function showLink(c: Http, purpose: Purpose, answer: CallLinkAnswer, linkKey = ''): Promise<Response> {
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

/** Email scanners open links, so GET changes nothing. POST does what the field `do` says. */
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

async function stateOf(call: CallRow, context: CallContext, input: LinkInput = {}): Promise<LinkState> {
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

/** Serves a call as a calendar file. Responds with 404 for a wrong key or a canceled call. */
export const callEvent: Handler = async (c, context) => {
  const { id = '' } = readManageKey(context, c.req.query('key') ?? '') ?? {}
  const call = await findCall(context.database.db, id)
  const lead = await readLead(context.database.db, id)
  if (call === undefined || lead === undefined || call.state !== 'booked') return c.notFound()
  return calendarFile(calendarText('PUBLISH', [eventForVisitor(call, lead, context.calls)], context))
}

/** Serves all calls since a week ago, including canceled calls, which the owner's calendar app then removes. */
export const callFeed: Handler = async (c, context) => {
  if (!isFeedKey(context, c.req.query('key') ?? '')) return c.notFound()
  const calls = await listCalls(context.database.db, context.now() - 7 * dayMs)
  const events = calls
    .filter(({ state }) => state === 'booked' || state === 'cancelled')
    .map((call) => eventForOwner(call, { ...call, kind: 'call' }, context.calls))
  return calendarFile(calendarText('PUBLISH', events, context))
}

function calendarFile(text: string): Response {
  const headers = {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'attachment; filename="call.ics"',
  }
  return new Response(text, { headers })
}
