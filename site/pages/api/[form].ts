import type { APIRoute } from 'astro'
import { readCallTimes } from '../../../server/calls/call-page.ts'

export const prerender = false

type FormName = Parameters<App.Locals['app']['postForm']>[0]
type FormAnswer = NonNullable<App.Locals['formAnswer']>

/** Where a post without JavaScript leads. */
const pages: Record<FormName, { form: string; thanks: string }> = {
  contact: { form: '/contact', thanks: '/contact/received' },
  booking: { form: '/contact/consultation', thanks: '/contact/consultation' },
  newsletter: { form: '/newsletter', thanks: '/newsletter/subscribed' },
  call: { form: '/call', thanks: '/call/manage' },
}

export const POST: APIRoute = async ({ params, request, locals, rewrite }) => {
  const name = Object.keys(pages).find((each): each is FormName => each === params['form'])
  if (name === undefined) return new Response(null, { status: 404 })
  const answer = await locals.app.postForm(name, request, locals.sender, locals.requestId)
  const { status, answerAs, reference, retryAfterSeconds } = answer
  if (status === 204 || status === 404) return new Response(null, { status })
  const retry = retryAfterSeconds === undefined ? {} : { 'Retry-After': `${retryAfterSeconds}` }
  if (answerAs === 'json') return Response.json(bodyOf(answer), { status, headers: new Headers(retry) })
  const { form, thanks } = pages[name]
  // Stored: a redirect, so that a reload sends nothing again; else the form itself with what is wrong.
  if (reference !== undefined) {
    const manage = answer.more?.['manage']
    const own =
      typeof manage === 'string' ? `${thanks}${new URL(manage).search}&new` : `${thanks}?reference=${reference}`
    return new Response(null, { status: 303, headers: { Location: own } })
  }
  locals.formAnswer = answer
  const page = await rewrite(new Request(new URL(form, request.url)))
  return new Response(page.body, { status, headers: { ...Object.fromEntries(page.headers), ...retry } })
}

/** The times of a call. */
export const GET: APIRoute = async ({ params, url, locals }) => {
  const { calls } = locals.app
  if (params['form'] !== 'call' || calls === undefined) return new Response(null, { status: 404 })
  return Response.json(await readCallTimes(calls, url.searchParams.get('zone') ?? ''))
}

function bodyOf({ reference, errors, more }: FormAnswer) {
  return errors
    ? { ok: false, message: errors.message, fields: errors.fields, ...more }
    : { ok: true, reference, ...more }
}
