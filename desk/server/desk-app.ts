import { Hono, type Context as HonoContext, type Next } from 'hono'
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
  type JobOptions,
  type Progress,
  problemsOf,
  Refusal,
} from '../../platform/actions.ts'
import { reasonOf } from '../../platform/db/database.ts'
import { mapFields } from '../../platform/fields.ts'
import { csvTable } from '../../platform/text/csv.ts'
import { actions } from '../../server/actions.ts'
import type { Context } from '../../server/context.ts'
import { isFromDesk, type SignIn } from './sign-in.ts'
import type { ViewFile } from './view-files.ts'

export type DeskActions = typeof actions

type DeskAppOptions = {
  desk: Context
  signIn: SignIn
  files: ReadonlyMap<string, ViewFile>
  /** Called when the owner does something, but not when the page polls. */
  onUse: () => void
}

/** The limit fits an imported list. Only signed-in tabs can send that much. */
const maxBytes = 32 * 1024 * 1024
const maxKeyBytes = 1024
const progressMs = 100

/** The desk's HTTP app. Anyone on this machine can load its page. Everything else needs a token. */
export function deskApp(options: DeskAppOptions): Hono {
  const app = new Hono()
  addHeaders(app, options)
  app.use(refuseOtherSites)
  addSignIn(app, options)
  addActions(app, options)
  app.get('*', (c) => sendFile(c, options))
  return app
}

const sameOrigin = ["'self'"]

function addHeaders(app: Hono, { desk }: DeskAppOptions): void {
  const contentSecurityPolicy = {
    defaultSrc: ["'none'"],
    scriptSrc: sameOrigin,
    // An issue's sandboxed preview inherits this policy, and needs inline styles and the site's pictures.
    styleSrc: [...sameOrigin, "'unsafe-inline'"],
    fontSrc: sameOrigin,
    imgSrc: [...sameOrigin, 'data:', new URL(desk.environment.siteUrl).origin],
    connectSrc: sameOrigin,
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  }
  app.use(secureHeaders({ contentSecurityPolicy, referrerPolicy: 'no-referrer', strictTransportSecurity: false }))
  app.use(async (c, next) => {
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
  })
}

async function refuseOtherSites(c: HonoContext, next: Next): Promise<Response | undefined> {
  const host = c.req.header('host')
  const origin = c.req.header('origin')
  const site = c.req.header('sec-fetch-site')
  const isPost = c.req.method === 'POST'
  // The file written by `--open` sends `Origin: null`. It's only allowed to post a key.
  const isOwnFile = isPost && c.req.path === '/' && origin === 'null'
  const isAllowed = isFromDesk(isOwnFile ? { host } : { host, origin, site })
  if (!isAllowed || (isPost && origin === undefined)) return c.text('Forbidden\n', 403)
  await next()
  return undefined
}

function addSignIn(app: Hono, { signIn, files, onUse }: DeskAppOptions): void {
  app.post('/sign-in', bodyLimit({ maxSize: maxKeyBytes }), async (c) => {
    const token = signIn.exchange(await c.req.text(), c.req.header('user-agent'))
    return token === undefined ? c.text('This key is invalid or was already used.\n', 403) : c.text(token)
  })
  app.post('/', bodyLimit({ maxSize: maxKeyBytes }), async (c) => {
    const { key } = await c.req.parseBody()
    const token = signIn.exchange(String(key), c.req.header('user-agent')) ?? ''
    return c.html(String(files.get('/')?.body).replace('<div id="desk"', `$& data-token="${token}"`))
  })
  app.use('/api/*', async (c, next) => {
    const token = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '')?.[1]
    if (token === undefined || !signIn.isSignedIn(token)) return c.text('Unauthorized\n', 401)
    const isPolling = c.req.header('x-asked-by') === 'page'
    if (!isPolling) onUse()
    return await next()
  })
}

function addActions(app: Hono, { desk }: DeskAppOptions): void {
  app.get('/api/questions', (c) => c.json(mapFields(actions, (_, action: DeskAction) => action.confirm ?? null)))
  // ETags save bandwidth: the page polls every few seconds.
  app.get('/api/:name', etag(), async (c) => {
    const action = actionOf(c)
    if (action === undefined || action.kind === 'change') return c.text('Not Found\n', 404)
    return await runAndSend(c, { action, desk, text: c.req.query('input') ?? '{}' })
  })
  app.post('/api/:name', bodyLimit({ maxSize: maxBytes }), async (c) => {
    const action = actionOf(c)
    if (action?.kind !== 'change') return c.text('Not Found\n', 404)
    const request = { action, desk, text: await c.req.text() }
    return action.isLong ? runAndStream(c, request) : await runAndSend(c, request)
  })
  app.all('/api/*', (c) => c.text('Not Found\n', 404))
}

/** Sends a file or, for paths of the page's views, the page. */
function sendFile(c: HonoContext, { files }: DeskAppOptions): Response {
  const file = files.get(c.req.path)
  // The path of a person's view ends with an email address, so it can contain a dot after the first slash.
  const isMissingFile = file === undefined && /^\/(?:theme\/|[^/]*\.)/.test(c.req.path)
  if (isMissingFile) return c.text('Not Found\n', 404)
  const { type, body } = file ?? files.get('/') ?? { type: 'text/plain', body: '' }
  return c.body(body, 200, { 'Content-Type': type })
}

type DeskAction = Action<Context>

/** An action and its input, which is JSON in `text`. */
type ActionRequest = { action: DeskAction; desk: Context; text: string }

function actionOf(c: HonoContext): DeskAction | undefined {
  const all: Actions<Context> = actions
  const name = c.req.param('name') ?? ''
  return Object.hasOwn(all, name) ? all[name] : undefined
}

/** Responds to a read with JSON, to an export with CSV, and to a change with its result and message. */
async function runAndSend(c: HonoContext, request: ActionRequest): Promise<Response> {
  const { action } = request
  try {
    const { output, message } = await run(request)
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
function runAndStream(c: HonoContext, request: ActionRequest): Response {
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
    const last = await run(request, { signal: stop.signal, onProgress }).catch(failureOf)
    await lines.writeln(JSON.stringify(last))
  })
}

async function run({ action, desk, text }: ActionRequest, watch: JobOptions = {}) {
  const input = action.input.parse(readInput(action, text))
  const output = await action.run(desk, input, watch)
  return { output, message: messageFor(action.message?.(output, input)) }
}

const maxListed = 3

/** The message without its commands, with only the first items of each list. */
function messageFor(message: ActionMessage): string {
  const parts = Array.isArray(message) ? message.flatMap((part) => hintsIn(part).slice(0, maxListed)) : hintsIn(message)
  return parts
    .map((part) => (typeof part === 'string' ? part : (part.text ?? '')))
    .join(' ')
    .trim()
}

/** @throws Refusal for inputs that name files on this machine: the page's token must not give access to them */
function readInput({ input }: DeskAction, text: string): unknown {
  const parsed: unknown = JSON.parse(text)
  const isForbidden = inputsOf(input).some(({ name, property }) => property.path && Object(parsed)[name])
  if (isForbidden) throw new Refusal('This only works in a terminal.')
  return parsed
}

function failureOf(error: unknown): { status: 400 | 409 | 500; message: string } {
  if (error instanceof SyntaxError) return { status: 400, message: 'The desk has been updated. Reload the page.' }
  if (error instanceof ZodError) return { status: 400, message: problemsOf(error) }
  if (error instanceof Refusal) return { status: 409, message: error.message }
  return { status: 500, message: `That didn’t work: ${reasonOf(error)}` }
}
