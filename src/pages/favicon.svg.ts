import type { APIRoute } from 'astro'
import { KITE_ICON } from '../ui/kite/kite-icon.ts'

export const GET: APIRoute = () => new Response(KITE_ICON, { headers: { 'content-type': 'image/svg+xml' } })
