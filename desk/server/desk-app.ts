import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { secureHeaders } from 'hono/secure-headers'
import type { Desk } from '../../server/desk.ts'
import { changes, reads } from './actions.ts'
import { answer, answerWork } from './answer.ts'
import { type Door, isFromDesk } from './door.ts'
import type { ViewFile } from './view-files.ts'

export type DeskAppOptions = {
  desk: Desk
  door: Door
  files: ReadonlyMap<string, ViewFile>
  /** The owner does something; what the page asks for by itself is none. */
  onUse: () => void
}

/** Of a list of readers; from somebody who came in by a key. */
const mostBytes = 32 * 1024 * 1024
const mostKeyBytes = 1024
const own = ["'self'"]

/** The whole desk over HTTP: its page for everybody on this machine, everything else for who came in by a key. */
export function deskApp({ desk, door, files, onUse }: DeskAppOptions): Hono {
  const app = new Hono()
  app.use(async (c, next) => {
    const [host, origin, site] = ['host', 'origin', 'sec-fetch-site'].map((name) => c.req.header(name))
    // The page that `--open` leaves on the disk is from no site. All it can do is offer a key.
    const isOwnFile = c.req.method === 'POST' && c.req.path === '/' && origin === 'null'
    if (!isFromDesk(isOwnFile ? { host } : { host, origin, site })) return c.text('Forbidden\n', 403)
    if (c.req.method === 'POST' && origin === undefined) return c.text('Forbidden\n', 403)
    return await next()
  })
  app.use(
    secureHeaders({
      contentSecurityPolicy: {
        defaultSrc: ["'none'"],
        scriptSrc: own,
        // A letter in a sandboxed frame is bound to this, too: its style is in its lines, its pictures are the site's.
        styleSrc: [...own, "'unsafe-inline'"],
        fontSrc: own,
        imgSrc: [...own, 'data:', new URL(desk.environment.siteUrl).origin],
        connectSrc: own,
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
  app.post('/door', bodyLimit({ maxSize: mostKeyBytes }), async (c) => {
    const token = door.exchange(await c.req.text(), c.req.header('user-agent'))
    return token === undefined ? c.text('This key was used, or is none.\n', 403) : c.text(token)
  })
  app.post('/', bodyLimit({ maxSize: mostKeyBytes }), async (c) => {
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
  app.get('/api/:name', (c) => answer(c, reads, desk, c.req.query('input') ?? '{}'))
  app.post('/api/:name', bodyLimit({ maxSize: mostBytes }), async (c) => answer(c, changes, desk, await c.req.text()))
  app.post('/api/work/:name', bodyLimit({ maxSize: mostBytes }), async (c) => answerWork(c, desk, await c.req.text()))
  app.all('/api/*', (c) => c.text('Not Found\n', 404))
  app.get('*', (c) => {
    const file = files.get(c.req.path)
    // What has an ending is a file; every other address is one of the page's views.
    if (file === undefined && c.req.path.includes('.')) return c.text('Not Found\n', 404)
    const { type, body } = file ?? files.get('/') ?? { type: 'text/plain', body: '' }
    return c.body(body, 200, { 'Content-Type': type })
  })
  return app
}
