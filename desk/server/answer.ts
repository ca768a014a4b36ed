import { createHash } from 'node:crypto'
import type { Context } from 'hono'
import { stream } from 'hono/streaming'
import { ZodError } from 'zod'
import { reasonOf } from '../../platform/db/database.ts'
import type { Progress, Watch } from '../../platform/progress.ts'
import type { Desk } from '../../server/desk.ts'
import { Refusal } from './action.ts'
import { works } from './actions.ts'

/** How often work says how far it is. */
const everyMs = 100

type Actions = Readonly<Record<string, (desk: Desk, given: unknown, watch?: Watch) => Promise<unknown>>>

/** Once, as JSON. */
export async function answer(c: Context, actions: Actions, desk: Desk, text: string) {
  const run = named(c, actions)
  if (run === undefined) return c.text('Not Found\n', 404)
  try {
    const body = JSON.stringify(await run(desk, JSON.parse(text)))
    // For a page that asks every few seconds whether there is something new.
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    if (c.req.header('if-none-match') === etag) return c.body(null, 304)
    return c.body(body, 200, { 'Content-Type': 'application/json', ETag: etag })
  } catch (error) {
    const { status, message } = failureOf(error)
    return c.json({ message }, status)
  }
}

/** One JSON value a line: how far it is, then what came of it or why it failed. */
export function answerWork(c: Context, desk: Desk, text: string) {
  const run = named(c, works)
  if (run === undefined) return c.text('Not Found\n', 404)
  c.header('Content-Type', 'application/jsonl')
  return stream(c, async (lines) => {
    const stop = new AbortController()
    lines.onAbort(() => stop.abort())
    let toldAt = Number.NEGATIVE_INFINITY
    const onProgress = (progress: Progress) => {
      if (performance.now() - toldAt < everyMs) return
      toldAt = performance.now()
      void lines.writeln(JSON.stringify({ progress }))
    }
    const work = async () => ({ output: await run(desk, JSON.parse(text), { signal: stop.signal, onProgress }) })
    await lines.writeln(JSON.stringify(await work().catch(failureOf)))
  })
}

function named(c: Context, actions: Actions) {
  const name = c.req.param('name') ?? ''
  return Object.hasOwn(actions, name) ? actions[name] : undefined
}

function failureOf(error: unknown): { status: 400 | 409 | 500; message: string } {
  if (error instanceof ZodError || error instanceof SyntaxError)
    return { status: 400, message: 'The desk’s page and its server differ. Load the page again.' }
  if (error instanceof Refusal) return { status: 409, message: error.message }
  return { status: 500, message: `That did not work: ${reasonOf(error)}` }
}
