import type { APIRoute } from 'astro'
import type { CallRouteDeps } from '../../../server/calls/call.form.ts'
import { calendarText } from '../../../server/calls/emails.ts'
import { isFeedKey, readManageKey } from '../../../server/calls/links.ts'
import { findCall, listCalls } from '../../../server/calls/store.ts'
import { readLead } from '../../../server/leads/lead.repository.ts'

export const prerender = false

const files = { event: callFile, feed: callFeed }

export const GET: APIRoute = async ({ params, url, locals: { app } }) => {
  const read = Object.entries(files).find(([name]) => name === params['file'])?.[1]
  const text = app.calls && read && (await read(app.calls, url.searchParams.get('key') ?? ''))
  if (text === undefined) return new Response(null, { status: 404 })
  const headers = {
    'Content-Type': 'text/calendar; charset=utf-8',
    'Content-Disposition': 'attachment; filename="call.ics"',
  }
  return new Response(text, { headers })
}

const weekMs = 7 * 24 * 60 * 60_000

/** A call for the visitor's calendar. @returns undefined for a wrong key, and for a call that is gone */
export async function callFile(deps: CallRouteDeps, key: string): Promise<string | undefined> {
  const { id = '' } = readManageKey(deps, key) ?? {}
  const [call, lead] = [await findCall(deps.database.db, id), await readLead(deps.database.db, id)]
  if (call === undefined || lead === undefined || call.state !== 'booked') return undefined
  return calendarText('PUBLISH', [{ call, visitor: { name: '', address: lead.email } }], deps)
}

/** All calls from a week ago on, for the owner's calendar. Canceled ones are included, so that they're removed there. */
export async function callFeed(deps: CallRouteDeps, key: string): Promise<string | undefined> {
  if (!isFeedKey(deps, key)) return undefined
  const calls = await listCalls(deps.database.db, deps.now() - weekMs)
  const events = calls
    .filter(({ state }) => state === 'booked' || state === 'cancelled')
    .map((call) => {
      const { name, email } = call
      return { call, visitor: { name, address: email }, title: `${deps.calls.event}: ${name}` }
    })
  return calendarText('PUBLISH', events, deps)
}
