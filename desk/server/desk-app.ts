import { Hono, type Context as HonoContext } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { etag } from 'hono/etag'
import { secureHeaders } from 'hono/secure-headers'
import { stream } from 'hono/streaming'
import { ZodError } from 'zod'
import {
  type Action,
  type ActionMessage,
  type Actions,
  type Export,
  hintsIn,
  inputsOf,
  type Progress,
  problemsOf,
  Refusal,
  type Watch,
} from '../../platform/actions.ts'
import { reasonOf } from '../../platform/db/database.ts'
import { mapFields } from '../../platform/fields.ts'
import { csvTable } from '../../platform/text/csv.ts'
import { actions } from '../../server/actions.ts'
import type { Context } from '../../server/context.ts'
import { type Door, isFromDesk } from './door.ts'
import type { ViewFile } from './view-files.ts'

export type DeskActions = typeof actions

export type DeskAppOptions = {
  desk: Context
  door: Door
  files: ReadonlyMap<string, ViewFile>
  /** Called when the owner does something, but not when the page polls. */
  onUse: () => void
}

/** Room for an imported list. Only signed-in tabs can send one. */
const maxBytes = 32 * 1024 * 1024
const maxKeyBytes = 1024
const progressMs = 100
const sameOrigin = ["'self'"]

/** The desk over HTTP: its page for everyone on this machine, everything else with a token. */
export function deskApp({ desk, door, files, onUse }: DeskAppOptions): Hono {
  const app = new Hono()
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: sameOrigin,
        // Also applies to the sandboxed preview of an issue, with its inline styles and the site's pictures.
        styleSrc: [...sameOrigin, "'unsafe-inline'"],
        fontSrc: sameOrigin,
        imgSrc: [...sameOrigin, 'data:', new URL(desk.environment.siteUrl).origin],
        connectSrc: sameOrigin,
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
      referrerPolicy: 'no-referrer',
      strictTransportSecurity: false,
    }),
  )
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
  })
  app.use(async (c, next) => {
    const [host, origin, site] = ['host', 'origin', 'sec-fetch-site'].map((name) => c.req.header(name))
    // The page that `--open` writes has no origin. It can only post a key.
    const isOwnFile = c.req.method === 'POST' && c.req.path === '/' && origin === 'null'
    if (!isFromDesk(isOwnFile ? { host } : { host, origin, site })) return c.text('Forbidden\n', 403)
    if (c.req.method === 'POST' && origin === undefined) return c.text('Forbidden\n', 403)
    return await next()
  })
  app.post('/door', bodyLimit({ maxSize: maxKeyBytes }), async (c) => {
    const token = door.exchange(await c.req.text(), c.req.header('user-agent'))
    return token === undefined ? c.text('This key is invalid or was already used.\n', 403) : c.text(token)
  })
  app.post('/', bodyLimit({ maxSize: maxKeyBytes }), async (c) => {
    const { key } = await c.req.parseBody()
    const token = door.exchange(String(key), c.req.header('user-agent')) ?? ''
    return c.html(String(files.get('/')?.body).replace('<div id="desk"', `$& data-token="${token}"`))
  })
  app.use('/api/*', async (c, next) => {
    const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
    if (token === undefined || !door.isOpenFor(token)) return c.text('Unauthorized\n', 401)
    if (c.req.header('x-asked-by') !== 'page') onUse()
    return await next()
  })
  app.get('/api/questions', (c) => c.json(mapFields(actions, (_, action: DeskAction) => action.confirm ?? null)))
  // ETags, because the page polls every few seconds.
  app.get('/api/:name', etag(), async (c) => {
    const action = actionOf(c)
    if (action === undefined || action.kind === 'change') return c.text('Not Found\n', 404)
    return await answer(c, action, desk, c.req.query('input') ?? '{}')
  })
  app.post('/api/:name', bodyLimit({ maxSize: maxBytes }), async (c) => {
    const action = actionOf(c)
    if (action?.kind !== 'change') return c.text('Not Found\n', 404)
    const text = await c.req.text()
    return action.isLong ? streamAnswer(c, action, desk, text) : await answer(c, action, desk, text)
  })
  app.all('/api/*', (c) => c.text('Not Found\n', 404))
  app.get('*', (c) => {
    const file = files.get(c.req.path)
    // All other addresses are the page's views. A person's can end like a file's.
    if (file === undefined && /^\/(?:theme\/|[^/]*\.)/.test(c.req.path)) return c.text('Not Found\n', 404)
    const { type, body } = file ?? files.get('/') ?? { type: 'text/plain', body: '' }
    return c.body(body, 200, { 'Content-Type': type })
  })
  return app
}

type DeskAction = Action<Context>

function actionOf(c: HonoContext): DeskAction | undefined {
  const all: Actions<Context> = actions
  const name = c.req.param('name') ?? ''
  return Object.hasOwn(all, name) ? all[name] : undefined
}

/** Answers a read with JSON, an export with CSV, and a change with its result and message. */
async function answer(c: HonoContext, action: DeskAction, desk: Context, text: string) {
  try {
    const { output, message } = await run(action, desk, text)
    if (action.kind === 'change') return c.body(`${JSON.stringify({ output, message })}\n`)
    if (action.kind === 'export') {
      const { rows, json, csv = json } = output as Export
      return c.text(await csvTable(csv, rows))
    }
    return c.body(JSON.stringify(output), 200, { 'Content-Type': 'application/json' })
  } catch (error) {
    const { status, message } = failureOf(error)
    return c.json({ message }, status)
  }
}

/** Streams JSON Lines: progress, then the result and its message, or the error. Stops if the page disconnects. */
function streamAnswer(c: HonoContext, action: DeskAction, desk: Context, text: string) {
  c.header('Content-Type', 'application/jsonl')
  return stream(c, async (lines) => {
    const stop = new AbortController()
    lines.onAbort(() => stop.abort())
    let writtenAt = Number.NEGATIVE_INFINITY
    const onProgress = (progress: Progress) => {
      if (performance.now() - writtenAt < progressMs) return
      writtenAt = performance.now()
      void lines.writeln(JSON.stringify({ progress }))
    }
    const last = await run(action, desk, text, { signal: stop.signal, onProgress }).catch(failureOf)
    await lines.writeln(JSON.stringify(last))
  })
}

async function run(action: DeskAction, desk: Context, text: string, watch: Watch = {}) {
  const input = action.input.parse(readInput(action, text))
  const output = await action.run(desk, input, watch)
  return { output, message: messageFor(action.message?.(output, input)) }
}

const maxListed = 3

/** The message without its commands, and with only the first items of each list. */
function messageFor(message: ActionMessage): string {
  const parts = Array.isArray(message) ? message.flatMap((part) => hintsIn(part).slice(0, maxListed)) : hintsIn(message)
  return parts
    .map((part) => (typeof part === 'string' ? part : (part.text ?? '')))
    .join(' ')
    .trim()
}

/** @throws Refusal for inputs that name files on this machine: the page's token must not give access to them */
function readInput({ input }: DeskAction, text: string): unknown {
  const given: unknown = JSON.parse(text)
  const isForbidden = inputsOf(input).some(({ name, property }) => property.path && Object(given)[name])
  if (isForbidden) throw new Refusal('This only works in a terminal.')
  return given
}

function failureOf(error: unknown): { status: 400 | 409 | 500; message: string } {
  if (error instanceof SyntaxError)
    return { status: 400, message: 'The page and its server have different versions. Reload the page.' }
  if (error instanceof ZodError) return { status: 400, message: problemsOf(error) }
  if (error instanceof Refusal) return { status: 409, message: error.message }
  return { status: 500, message: `That didn’t work: ${reasonOf(error)}` }
}
