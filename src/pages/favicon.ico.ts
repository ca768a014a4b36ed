import type { APIRoute } from 'astro'
import { kiteIconIco } from '../build/kite-icon.ts'

export const GET: APIRoute = async () =>
  new Response(await kiteIconIco(), { headers: { 'content-type': 'image/x-icon' } })
