import type { CallRow } from '../../migrations/tables.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { type FormAnswer, formErrors, formSaved, readForm, textOf } from '../../platform/http/form.ts'
import { type Http, showPage } from '../../platform/http/request-context.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { dayMs } from '../../platform/text/time-text.ts'
import { readLead } from '../leads/store.ts'
import { bookCall } from './book-call.ts'
import { calendarText, eventForOwner, eventForVisitor } from './calendar-text.ts'
import type { CallContext } from './call-context.ts'
import { readCallPage, readCallTimes } from './call-page.ts'
import { answersIn, findKind, formFieldsOf, kindOfCall } from './kinds.ts'
import { showLink, stateOf } from './link-routes.ts'
import { isFeedKey, manageLink, managePath, readManageKey } from './links.ts'
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

/** Internal path, used only for rendering. Shows every step except the free times, to keep /call small. */
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
  // Redirect to the call's own page, which explains why the call can't move or reports a damaged link.
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
  // Read the call again: if the form was sent twice, the call could have been moved in between.
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
