import type { CallRow, LeadRow } from '../../migrations/tables.ts'
import type { Calls } from '../../platform/content/calls.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { fitText } from '../../platform/fields.ts'
import {
  type FormAnswer,
  formErrors,
  formSaved,
  RequestError,
  readFields,
  readForm,
  textOf,
} from '../../platform/http/form.ts'
import { type Http, showPage } from '../../platform/http/http.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { dayMs } from '../../platform/text/time-text.ts'
import { isZone } from '../../platform/text/zones.ts'
import { readLead } from '../leads/store.ts'
import { bookCall } from './book-call.ts'
import { type CallContext, readFreeTimes } from './calendar.ts'
import { calendarText, eventForOwner, eventForVisitor } from './calendar-text.ts'
import { readCallPage, readCallTimes } from './call-page.ts'
import { cancelCall, changeableMs, confirmCall, isUnconfirmed, moveCall } from './change-call.ts'
import { answersIn, findKind, formFieldsOf, kindOfCall } from './kinds.ts'
import {
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

/** Responds with 404 if the studio offers no calls. */
export function ifCallsOffered(handle: Handler) {
  return async (c: Http): Promise<Response> =>
    c.var.app.calls === undefined ? c.notFound() : await handle(c, c.var.app.calls)
}

/** Renders everything but free times, so /call loads faster. Nothing is served at this path. */
const detailsPage = '/call/details'

/** `/call`, or `/call/intro` for one of several kinds. */
export const callPage: Handler = async (c, context) => {
  const kindId = c.req.param('kind')
  if (kindId !== undefined && (kindId === '' || !context.calls.kinds.some(({ id }) => id === kindId)))
    return c.notFound()
  try {
    return await showTimes(c, context, kindId)
  } catch (error) {
    c.var.log.error({ requestId: c.var.requestId, err: error }, 'could not read the free times')
    return await showLink(c, 'manage', { status: 503, state: 'unavailable' })
  }
}

async function showTimes(c: Http, context: CallContext, kindId: string | undefined): Promise<Response> {
  const key = c.req.query('move') ?? ''
  const opened = readManageKey(context, key)
  const call = opened && (await findCall(context.database.db, opened.id))
  // The call's own page explains why it can't be moved, or that the link is damaged.
  if (key !== '' && (call === undefined || (await stateOf(call, context)) !== 'booked'))
    return c.redirect(`${managePath}?key=${key}`)
  const view = await readPageData(c, context, { kindId, moved: call && { call, key } })
  return await showPage(c, !call && view.step === 'times' ? '/call' : detailsPage, { call: view })
}

export const callTimes: Handler = async (c, context) => {
  const { kinds } = context.calls
  const id = c.req.query('kind')
  const kind = id === undefined ? kinds[0] : kinds.find((each) => each.id === id)
  if (kind === undefined) return c.json({ ok: false, message: 'The studio offers no calls of this kind.' }, 404)
  return c.json(await readCallTimes(context, kind, c.req.query('zone') ?? ''))
}

export const postCall: Handler = async (c, context) => {
  const { calls } = context
  const { problems } = calls
  const data = async (answer: FormAnswer) => {
    const kindId = answer.values?.['kind'] ?? ''
    // The studio no longer offers this kind. Another kind might not have this time, so the visitor starts over.
    const page = findKind(calls, kindId) ? { kindId, answer } : {}
    return { call: await readPageData(c, context, page) }
  }
  const form = await readForm(c, {
    fields: (posted) => formFieldsOf(findKind(calls, textOf(posted['kind'])) ?? calls.kinds[0]),
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
  const zone = zoneOf(values.zone, context.calls)
  const result = await bookCall(
    context,
    { ...values, answers: answersIn(kind, values), kind, start, zone, requestId },
    form.context,
  )
  if (result.outcome === 'alreadyBooked') return await formErrors(c, form, { status: 409, message: problems.open })
  if (result.outcome === 'taken') {
    const times = result.times.map((time) => formatInstant(time, zone))
    return await formErrors(c, form, { status: 409, message: problems.taken, more: { times } })
  }
  c.var.record(['sent:call'])
  const { reference } = result
  const manage = manageLink(context, reference, 'stranger')
  // After a repeated post, the call may have been moved.
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

/** What the page says right after a change. */
const doneMarks: Partial<Record<LinkState, string>> = { moved: '&moved', booked: '&new' }

export function callLink(purpose: Purpose): Handler {
  return async (c, context) => {
    const answer = await openCallLink(purpose, c, context)
    const { call, status } = answer
    // Confirming verifies the mailbox, so the page continues with the visitor's key.
    const linkKey = purpose === 'confirm' && call ? manageKey(context, call.id) : (c.req.query('key') ?? '')
    // So that Back, Forward, and a reload don't post again.
    const isPlainPost = c.req.method === 'POST' && !c.req.header('content-type')?.includes('json')
    if (isPlainPost && status === 200)
      return c.redirect(`${managePath}?key=${linkKey}${doneMarks[answer.state] ?? ''}`, 303)
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
  /** The nearest free times, if the requested time (`start`) is taken. */
  near?: { start: number; times: readonly number[]; zone: string }
}

/** GET changes nothing, since email scanners open links; POST does what the field `do` says. */
async function openCallLink(purpose: Purpose, c: Http, context: CallContext): Promise<CallLinkAnswer> {
  const opened = (purpose === 'manage' ? readManageKey : readConfirmKey)(context, c.req.query('key') ?? '')
  if (opened === undefined) return { status: 404, state: 'unknown' }
  try {
    if (c.req.method !== 'POST') return await showCall(opened.id, context, { purpose, fields: c.req.query() })
    const fields = await readFields(c, bodyLimits.call)
    const result = await applyChange(purpose, opened, fields, context)
    if (result === undefined) return { status: 404, state: 'unknown' }
    const answer = await showCall(opened.id, context, { purpose })
    const { problems } = context.calls
    if (result.outcome === 'limited') return { ...answer, status: 429, message: problems.changes }
    if (result.outcome !== 'taken' && result.outcome !== 'alreadyBooked') {
      const isMoved = answer.state === 'booked' && 'start' in fields
      return isMoved ? { ...answer, state: 'moved' } : answer
    }
    const message = result.outcome === 'taken' ? problems.taken : problems.open
    const refused = { ...answer, status: 409, message } as const
    if (result.outcome === 'alreadyBooked' || purpose === 'confirm') return refused
    const { start = 0, zone = answer.call?.zone ?? context.calls.zone } = readMove(fields)
    return { ...refused, near: { start, times: result.times, zone } }
  } catch (error) {
    if (error instanceof RequestError) return { status: error.status, state: 'unknown' }
    const { log, requestId } = c.var
    log.error({ requestId, err: error }, 'could not answer a call link')
    return { status: 503, state: 'unavailable' }
  }
}

type LinkInput = { purpose?: Purpose; fields?: Record<string, string> }

async function showCall(id: string, context: CallContext, input: LinkInput): Promise<CallLinkAnswer> {
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
    if (!isReserved && !(await readFreeTimes(context, kindOfCall(context.calls, call))).includes(call.starts_at))
      return 'expired'
    return purpose === 'confirm' ? 'confirm' : isReserved ? 'held' : 'unreserved'
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
  purpose: Purpose,
  { id, by }: OpenedCall,
  fields: Record<string, unknown>,
  context: CallContext,
) {
  if (purpose === 'confirm') return await confirmCall(context, id)
  if (fields['do'] === 'cancel')
    return await cancelCall(context, { id, note: fitText(cancelNote, fields['note']) || null }, by)
  const { start, zone } = readMove(fields)
  return start === undefined ? undefined : await moveCall(context, { id, start, zone }, by)
}

function readMove(fields: Record<string, unknown>) {
  const zone = textOf(fields['zone'])
  return { start: parseInstant(textOf(fields['start'])), zone: isZone(zone) ? zone : undefined }
}

/** A call as a calendar file; 404 for a wrong key or a canceled call. */
export const callEvent: Handler = async (c, context) => {
  const { id = '' } = readManageKey(context, c.req.query('key') ?? '') ?? {}
  const call = await findCall(context.database.db, id)
  const lead = await readLead(context.database.db, id)
  if (call === undefined || lead === undefined || call.state !== 'booked') return c.notFound()
  return calendarFile(calendarText('PUBLISH', [eventForVisitor(call, lead, context.calls)], context))
}

/** A feed of all calls since a week ago. Canceled ones are included, so that the owner's calendar removes them. */
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
