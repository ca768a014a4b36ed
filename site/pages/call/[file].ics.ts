import type { APIRoute } from 'astro'
import type { CallRouteDeps } from '../../../server/calls/call.form.ts'
import { findCall, listCalls } from '../../../server/calls/call.repository.ts'
import { callCalendar } from '../../../server/calls/call-event.ts'
import { isFeedKey, readManageKey } from '../../../server/calls/call-links.ts'
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
  return callCalendar([[call, wordsOf(deps, { name: '', email: lead.email })]])
}

/** All calls since a week, for the owner's calendar: canceled ones too, so that they go there. */
export async function callFeed(deps: CallRouteDeps, key: string): Promise<string | undefined> {
  if (!isFeedKey(deps, key)) return undefined
  const calls = await listCalls(deps.database.db, deps.now() - weekMs)
  return callCalendar(
    calls
      .filter(({ state }) => state === 'booked' || state === 'cancelled')
      .map((call) => [call, { ...wordsOf(deps, call), title: `${deps.calls.event}: ${call.name}` }] as const),
  )
}

function wordsOf({ calls, mail }: CallRouteDeps, { name, email }: { name: string; email: string }) {
  return {
    title: calls.event,
    how: calls.how,
    organizer: mail.from,
    attendees: [{ name, address: email }, mail.leadsTo],
  }
}
