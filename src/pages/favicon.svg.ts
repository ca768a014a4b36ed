import type { APIRoute } from 'astro'
import { KITE_ICON } from '../ui/kite-icon.ts'

export const GET: APIRoute = () => new Response(KITE_ICON, { headers: { 'content-type': 'image/svg+xml' } })
