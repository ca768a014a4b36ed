import type { APIRoute } from 'astro'
import { callFeed, callFile } from '../../features/calls/call-files.ts'

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
