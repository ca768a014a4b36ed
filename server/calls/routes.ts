import { siteContent } from '../../platform/content/site-content.ts'
import { type FormAnswer, formErrors, formSaved, readForm } from '../../platform/http/form.ts'
import { type Http, showPage } from '../../platform/http/http.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { callFields } from '../leads/fields.ts'
import { readLead } from '../leads/store.ts'
import { bookCall } from './book-call.ts'
import type { CallDeps } from './calendar.ts'
import { openCallLink, stateOf } from './call-link.ts'
import { readCallPage, readCallTimes, zoneOf } from './call-page.ts'
import { momentOf, writtenIn } from './call-time.ts'
import { calendarText } from './emails.ts'
import { isFeedKey, manageKey, manageLink, readManageKey } from './links.ts'
import { findCall, listCalls } from './store.ts'

type Handler = (c: Http, calls: CallDeps) => Promise<Response>

/** A studio without calls has none of these addresses. */
export function ofCalls(handle: Handler) {
  return async (c: Http): Promise<Response> =>
    c.var.app.calls === undefined ? c.notFound() : await handle(c, c.var.app.calls)
}

/** The times are of this moment, in the visitor's zone. */
export const callPage: Handler = async (c, calls) => await showPage(c, '/call', { call: await viewOf(c, calls) })

export const callTimes: Handler = async (c, calls) => c.json(await readCallTimes(calls, c.req.query('zone') ?? ''))

export const postCall: Handler = async (c, deps) => {
  const { problems } = deps.calls
  const data = async (shown: FormAnswer) => ({ call: await viewOf(c, deps, shown) })
  const form = await readForm(c, { fields: callFields, maxBytes: bodyLimits.call, problems, page: '/call', data })
  if (form.errors) return await formErrors(c, form)
  const { values, requestId, context, answerAs } = form
  const start = momentOf(values.start)
  if (start === undefined) return await formErrors(c, form, { status: 422, message: problems.noTime })
  const zone = zoneOf(values.zone, deps.calls)
  const result = await bookCall(deps, { ...values, start, zone, requestId }, context)
  if (result.outcome === 'limited') return await formErrors(c, form, result)
  if (result.outcome === 'open') return await formErrors(c, form, { status: 409, message: problems.open })
  if (result.outcome === 'taken') {
    const times = result.times.map((time) => writtenIn(time, zone))
    return await formErrors(c, form, { status: 409, message: problems.taken, more: { times } })
  }
  c.var.record(['sent:call'])
  const { reference } = result
  const manage = manageLink(deps, reference, 'stranger')
  // Of a post that comes again, what became of it: the call may have been moved.
  const call = await findCall(deps.database.db, reference)
  const written = writtenIn(call?.starts_at ?? start, call?.zone ?? zone)
  const saved = { reference, start: written, manage, ...(call && { state: await stateOf(call, deps) }) }
  return formSaved(c, answerAs, saved, `/call/manage${new URL(manage).search}&new`)
}

async function viewOf(c: Http, calls: CallDeps, answer?: FormAnswer) {
  const query = new URL(c.req.url).searchParams
  return await readCallPage(calls, { query, answer, lang: siteContent().facts.lang })
}

/** The link of a call: GET shows it, and a POST of its forms changes it. */
export function callLink(purpose: 'manage' | 'confirm'): Handler {
  return async (c, calls) => {
    const answer = await openCallLink(purpose, c, calls)
    // A confirmed call is its visitor's; else the key opens what it opened.
    const isConfirmed = purpose === 'confirm' && answer.call !== undefined
    const linkKey = isConfirmed ? manageKey(calls, answer.call?.id ?? '') : (c.req.query('key') ?? '')
    const { status } = answer
    const headers = { 'X-Robots-Tag': 'noindex' }
    return await showPage(c, `/call/${purpose}`, { callLink: { answer, linkKey } }, { status, headers })
  }
}

/** A call for the visitor's calendar; not found for a wrong key, and for a call that is gone. */
export const callEvent: Handler = async (c, deps) => {
  const { id = '' } = readManageKey(deps, c.req.query('key') ?? '') ?? {}
  const [call, lead] = [await findCall(deps.database.db, id), await readLead(deps.database.db, id)]
  if (call === undefined || lead === undefined || call.state !== 'booked') return c.notFound()
  return calendarFile(calendarText('PUBLISH', [{ call, visitor: { name: '', address: lead.email } }], deps))
}

const weekMs = 7 * 24 * 60 * 60_000

/** All calls from a week ago on, for the owner's calendar. Canceled ones are included, so that they're removed there. */
export const callFeed: Handler = async (c, deps) => {
  if (!isFeedKey(deps, c.req.query('key') ?? '')) return c.notFound()
  const calls = await listCalls(deps.database.db, deps.now() - weekMs)
  const events = calls
    .filter(({ state }) => state === 'booked' || state === 'cancelled')
    .map((call) => {
      const { name, email } = call
      return { call, visitor: { name, address: email }, title: `${deps.calls.event}: ${name}` }
    })
  return calendarFile(calendarText('PUBLISH', events, deps))
}

function calendarFile(text: string): Response {
  const headers = {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'attachment; filename="call.ics"',
  }
  return new Response(text, { headers })
}
