import type { APIRoute } from 'astro'
import { kiteIconPng } from '../build/kite-icon.ts'

export function getStaticPaths() {
  return ['180', '192', '512'].map((size) => ({ params: { size } }))
}

export const GET: APIRoute = async ({ params }) =>
  new Response(await kiteIconPng(Number(params['size'])), { headers: { 'content-type': 'image/png' } })
