import { siteContent } from '../../platform/content/site-content.ts'
import { checkForm } from '../../platform/fields.ts'
import {
  answerForm,
  type Form,
  type FormAnswer,
  type FormOutcome,
  type FormPost,
} from '../../platform/http/form-route.ts'
import { type Http, showPage } from '../../platform/http/http.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import { callFields } from '../leads/fields.ts'
import { readLead } from '../leads/lead.repository.ts'
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

export const postCall: Handler = async (c, calls) =>
  await answerForm(c, callForm(calls), {
    form: '/call',
    dataOf: async (form) => ({ call: await viewOf(c, calls, form) }),
    saved: ({ more }) => `/call/manage${new URL(more?.['manage'] ?? '').search}&new`,
    onSaved: () => c.var.record(['sent:call']),
  })

type CallField = keyof typeof callFields

function callForm(deps: CallDeps): Form<CallField> {
  const { problems } = deps.calls
  return {
    maxBytes: bodyLimits.call,
    problems,
    check: (fields) => {
      const checked = checkForm(callFields, fields, siteContent().words.form)
      const isChosen = momentOf(checked.values.start) !== undefined
      return checked.errors || isChosen ? checked : { ...checked, errors: { message: problems.noTime, fields: {} } }
    },
    submit: async (post) => await submitCall(deps, post),
  }
}

async function submitCall(deps: CallDeps, { values, requestId, context }: FormPost<CallField>): Promise<FormOutcome> {
  const { problems } = deps.calls
  const [start, zone] = [momentOf(values.start) ?? Number.NaN, zoneOf(values.zone, deps.calls)]
  const result = await bookCall(deps, { ...values, start, zone, requestId }, context)
  if (result.outcome === 'open') return { outcome: 'conflict', message: problems.open, more: {} }
  if (result.outcome === 'taken') {
    const times = result.times.map((time) => writtenIn(time, zone))
    return { outcome: 'conflict', message: problems.taken, more: { times } }
  }
  if (result.outcome === 'limited') return result
  const { reference } = result
  const call = await findCall(deps.database.db, reference)
  // A repeated post says what became of the call, which may have been moved.
  const more = {
    start: writtenIn(call?.starts_at ?? start, call?.zone ?? zone),
    manage: manageLink(deps, reference, 'stranger'),
    ...(call && { state: await stateOf(call, deps) }),
  }
  return { outcome: 'stored', reference, more }
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
