import { STATUS_CODES } from 'node:http'
import { quality } from './accept.ts'

export function renderedAnswer(response: Response, acceptEncoding: string): Response {
  const { body, status } = response
  const headers = new Headers(response.headers)
  if (headers.has('content-encoding') || !headers.get('content-type')?.startsWith('text/html')) return response
  headers.set('content-type', 'text/html; charset=utf-8')
  headers.set('vary', 'Accept, Accept-Encoding')
  const init = { status, statusText: STATUS_CODES[status] ?? '', headers }
  if (body === null || !((quality(acceptEncoding, 'gzip') ?? 0) > 0)) return new Response(body, init)
  headers.delete('content-length')
  headers.set('content-encoding', 'gzip')
  return new Response(body.pipeThrough(new CompressionStream('gzip')), init)
}
