import type { APIRoute } from 'astro'

export const prerender = false

export const POST: APIRoute = ({ request, locals }) => locals.app.postChat(request, locals)
