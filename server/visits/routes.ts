import { readBody } from '../../platform/http/body.ts'
import type { Http } from '../../platform/http/http.ts'
import { bodyLimits } from '../../platform/limits/limits.ts'
import type { Sender } from './beacon.ts'

/** Pages report views here: with a script, or with a picture. */
export async function takeSeen(c: Http): Promise<Response> {
  const body = c.req.method === 'POST' ? await readBody(c, bodyLimits.seen) : undefined
  return c.body(null, c.var.app.counter.takeSeen(visitorIn(c), body && Buffer.from(body)))
}

export function visitorIn(c: Http): Sender {
  return { address: c.var.sender, headers: c.req.header() }
}
