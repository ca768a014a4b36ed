import type { APIRoute } from 'astro'
import { Hono } from 'hono'
import type { BookingAnswer } from '../../features/leads/consultation/booking.route.ts'
import type { ContactAnswer } from '../../features/leads/contact/contact.route.ts'
import type { NewsletterAnswer } from '../../features/newsletter/newsletter.route.ts'

export const prerender = false

type FormAnswer = BookingAnswer | ContactAnswer | NewsletterAnswer
type Bindings = { locals: App.Locals; showPage: (path: string) => Promise<Response> }

const api = new Hono<{ Bindings: Bindings }>().basePath('/api')

api.post('/contact', async ({ req, env }) => {
  const { app, sender, requestId } = env.locals
  const answer = await app.postContact(req.raw, sender, requestId)
  if (answer.answerAs === 'json') return toJson(answer)
  env.locals.contactAnswer = answer
  return await toPage('/contact', '/contact/received', answer, env)
})
api.post('/booking', async ({ req, env }) => {
  const { app, sender, requestId } = env.locals
  const answer = await app.postBooking(req.raw, sender, requestId)
  if (answer.status === 204) return new Response(null, { status: 204 })
  if (answer.answerAs === 'json') return toJson(answer)
  env.locals.bookingAnswer = answer
  return await toPage('/contact/consultation', '/contact/consultation', answer, env)
})
api.post('/newsletter', async ({ req, env }) => {
  const { app, sender, requestId } = env.locals
  const answer = await app.postNewsletter(req.raw, sender, requestId)
  if (answer.answerAs === 'json') return toJson(answer)
  env.locals.newsletterAnswer = answer
  return await toPage('/newsletter', '/newsletter/subscribed', answer, env)
})
api.post('/chat', ({ req, env }) => env.locals.app.postChat(req.raw, env.locals))
api.onError((error, { env }) => {
  env.locals.app.log.error({ requestId: env.locals.requestId, err: error }, 'request failed')
  const message = 'Something went wrong here. Please try again, or write an e-mail.'
  return Response.json({ ok: false, message }, { status: 500 })
})

export const ALL: APIRoute = ({ request, locals, rewrite }) => {
  const showPage = (path: string) => rewrite(new Request(new URL(path, request.url)))
  return api.fetch(request, { locals, showPage })
}

function toJson({ status, reference, errors, retryAfterSeconds }: FormAnswer): Response {
  const body = errors ? { ok: false, message: errors.message, fields: errors.fields } : { ok: true, reference }
  return Response.json(body, { status, headers: retryHeader(retryAfterSeconds) })
}

/** A stored request is answered by a redirect, so that a reload sends nothing again; the rest by the form itself. */
async function toPage(
  form: string,
  thanks: string,
  { reference }: FormAnswer,
  { showPage }: Bindings,
): Promise<Response> {
  if (reference === undefined) return showPage(form)
  return new Response(null, { status: 303, headers: { Location: `${thanks}?reference=${reference}` } })
}

function retryHeader(seconds: number | undefined): Record<string, string> {
  return seconds === undefined ? {} : { 'Retry-After': String(seconds) }
}
