import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StaticManifest } from '../../platform/http/static-manifest.ts'
import { all, answers, find, invalidIn, listed, parsePage, readPage, valuesOf, wordsOf } from '../support/built-site.ts'
import { sqlite } from '../support/databases.ts'
import { openTestApp } from '../support/desk.ts'
import { siteOf } from '../support/http.ts'
import { type RunningSite, startSite } from '../support/start-site.ts'
import { linksOf, subscriberOf } from '../support/subscribers.ts'

let site: RunningSite
const complaints: string[] = []
beforeAll(async () => {
  site = await startSite()
  site.process.stderr?.on('data', (data) => complaints.push(String(data)))
})
afterAll(() => site.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { headers, redirect: 'manual' })
const open = async (path: string) => parsePage(await (await get(path)).text())

test('a page is compressed, has an ETag, and isn’t sent twice', async () => {
  const first = await get('/', { 'accept-encoding': 'br' })
  expect(first.headers.get('content-encoding')).toBe('br')
  expect(first.headers.get('cache-control')).toBe('no-cache')
  const etag = first.headers.get('etag') ?? ''
  expect((await get('/', { 'accept-encoding': 'br', 'if-none-match': etag })).status).toBe(304)
  const zipped = await get('/', { 'accept-encoding': 'br;q=0, gzip' })
  expect(zipped.headers.get('content-encoding')).toBe('gzip')
  const rendered = await get('/search?q=mvp', { 'accept-encoding': 'br, gzip' })
  expect(rendered.headers.get('content-encoding')).toBe('gzip')
  expect(await rendered.text()).toContain('</html>')
  for (const path of ['/', '/search?q=mvp']) {
    const bare = await get(path, { 'accept-encoding': 'identity' })
    expect(bare.headers.get('content-encoding')).toBeNull()
    expect(bare.headers.get('vary')).toBe('Accept, Accept-Encoding')
    expect(await bare.text()).toContain('</html>')
  }
})

test.each(['/', '/call'])(
  '%s and its headers fit into one round trip: ten packets of a new connection',
  async (path) => {
    const socket = connectTo(site)
    const sent: Buffer[] = []
    socket.on('data', (data) => sent.push(data))
    socket.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip, deflate, br, zstd\r\nConnection: close\r\n\r\n`,
    )
    await once(socket, 'close')
    const answer = Buffer.concat(sent)
    expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 200 .*Content-Encoding: (?:br|gzip)\r/is)
    expect(answer.length).toBeLessThanOrEqual(14_000)
  },
)

test('each file has its type', async () => {
  const types = {
    ...{ '/rss.xml': 'application/xml; charset=utf-8', '/feed.json': 'application/feed+json' },
    ...{ '/llms.txt': 'text/plain; charset=utf-8', '/terms.md': 'text/markdown; charset=utf-8' },
    ...{ '/favicon.ico': 'image/x-icon', '/share.png': 'image/png' },
  }
  for (const [path, type] of Object.entries(types)) expect((await get(path)).headers.get('content-type')).toBe(type)
})

test.each([
  ['/', 200],
  ['/contact', 200],
  ['/nowhere', 404],
  ['/api/contact', 405],
  ['/healthz', 200],
  ['/readyz', 200],
])('strict headers stand on %s, answered with %i', async (path, code) => {
  const { headers, status } = await get(path)
  expect(status).toBe(code)
  const policy = headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe-inline')
  expect(Object.fromEntries(headers)).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'referrer-policy': 'strict-origin-when-cross-origin',
  })
  expect([headers.get('set-cookie'), headers.get('x-powered-by')]).toEqual([null, null])
})

test('assets can’t be run as another type, have no page policy, and are cached for a year', async () => {
  const { files }: StaticManifest = JSON.parse(readFileSync('dist/sample/static.json', 'utf8'))
  for (const ending of ['.woff2', '.png', '.svg', '.js', '.css']) {
    const { path = '' } = files.find(({ file }) => file.endsWith(ending)) ?? {}
    const { headers } = await get(path)
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('referrer-policy'), path).toBe('strict-origin-when-cross-origin')
    if (path.startsWith('/_astro/')) expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('cross-origin-resource-policy')).toBe(/png|svg/.test(ending) ? 'cross-origin' : 'same-origin')
    for (const name of ['permissions-policy', 'cross-origin-opener-policy']) expect(headers.get(name)).toBeNull()
    // Opened by itself an SVG is a page, which could run scripts.
    if (ending === '.svg') expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  }
})

test.each([
  ['/contact/?a=1', 308, '/contact?a=1'],
  ['/index.html', 308, '/'],
  ['/prices?from=mail', 301, '/?from=mail#pricing'],
  ['/contact/received?reference=nonsense', 303, '/contact'],
  ['/contact/consultation', 308, '/contact?details#write'],
])('%s redirects with %s to %s', async (path, status, location) => {
  const response = await get(path)
  expect([response.status, response.headers.get('location')]).toEqual([status, location])
})

test('every address in the sitemaps answers without a redirect and may be indexed', async () => {
  for (const { path } of listed) {
    const response = await get(path)
    expect([response.status, response.headers.get('x-robots-tag')], path).toEqual([200, null])
  }
})

test('a client that accepts Markdown gets the page as Markdown at the same address', async () => {
  for (const path of ['/', '/blog/saas-trends-2025', '/contact']) {
    const markdown = await get(path, { accept: 'text/markdown, text/html;q=0.5' })
    expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
    const unlisted = [markdown.headers.get('link'), markdown.headers.get('x-robots-tag')]
    expect(unlisted).toEqual([`<${path}>; rel="canonical"`, 'noindex'])
    const html = await get(path)
    expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const { headers } of [markdown, html]) expect(headers.get('vary')).toMatch(/^Accept\b/)
    expect(html.headers.get('etag') ?? 'none').not.toBe(markdown.headers.get('etag'))
  }
})

test.each([...answers, '/contact', '/nowhere'])(
  '%s is valid, with its heading and, for one visitor, for no search engine',
  async (path) => {
    const html = await (await get(path)).text()
    expect(await invalidIn(html)).toEqual([])
    const page = parsePage(html)
    expect(wordsOf(find(page, 'h1'))).toMatch(/\w/)
    if (/\?(q|reference)=/.test(path)) expect(valuesOf(page, 'meta[name=robots]', 'content')).toEqual(['noindex'])
    if (path === '/contact')
      expect(valuesOf(page, 'link[rel=canonical]', 'href')).toEqual(['http://localhost:4321/contact'])
    if (!/^\/(nowhere|call|contact)/.test(path)) {
      find(page, 'main .drawn-place svg')
      expect(all(page, 'main .thread')).toHaveLength(2)
    }
    const headings = all(page, 'h1, h2, h3').map(wordsOf)
    if (path === '/newsletter') expect(headings.filter((each) => each === 'Stay Updated')).toHaveLength(1)
  },
)

test('the not-found page suggests the nearest page', async () => {
  const page = await open('/blog/saas-trends')
  expect(wordsOf(find(page, 'h1'))).toBe('Oops! Page not found')
  const [suggestion] = all(page, 'main p').filter((each) => wordsOf(each).startsWith('You might'))
  expect(valuesOf(suggestion ?? page, 'a', 'href')).toEqual(['/blog/saas-trends-2025'])
  expect(all(page, 'main a[href="/"]').map(wordsOf)).toContain('Return to Home')
})

test('a search finds articles and pages, marks the words, and corrects misspelled ones', async () => {
  expect(valuesOf(readPage('/blog'), 'form[action="/search"] input', 'name')).toEqual(['q'])
  const found = await open('/search?q=fixed+price')
  expect(wordsOf(find(found, 'main [role=status]'))).toMatch(/^\d+ pages$/)
  expect(all(found, '.search-results mark').map(wordsOf)).toEqual(
    expect.arrayContaining([expect.stringMatching(/fix|pric/i)]),
  )
  const results = all(found, '.search-results li')
  expect(results.some((each) => wordsOf(each).includes('Terms of Service'))).toBe(true)
  const article = results.find((each) => wordsOf(each).includes('What a SaaS MVP costs'))
  expect(wordsOf(article ?? found.body)).toContain(
    'By the hour · Fixed price; The estimate was too low · You · The developer',
  )
  const guessed = await open('/search?q=pricng')
  expect(wordsOf(find(guessed, 'main [role=status]'))).toMatch(/These are the closest/)
  expect(all(guessed, '.search-results li').length).toBeGreaterThan(0)
})

test.each([
  ['contact', 'name=Zo%C3%AB&project=A+kite', '>A kite</textarea>', '/contact/received', 'received your request'],
  ['booking', 'name=Ada&requirements=A+kite', '>A kite</textarea>', '/contact/received', 'received your request'],
  ['newsletter', 'page=%2F', 'Stay Updated', '/newsletter/subscribed', 'Thank you for subscribing'],
])('without JavaScript /api/%s shows what is wrong beside what was typed, and then thanks', async (...form) => {
  const [name, values, kept, page, thanks] = form
  const post = (email: string) => {
    const body = new URLSearchParams(`${values}&email=${encodeURIComponent(email)}`)
    return fetch(`${site.url}/api/${name}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { accept: 'text/html' },
      body,
    })
  }
  const refused = await post('zoe"@nowhere')
  const html = await refused.text()
  const shown = [kept, 'value="zoe&quot;@nowhere"', 'name@company.com'].filter((each) => html.includes(each))
  expect([refused.status, shown]).toEqual([422, [kept, 'value="zoe&quot;@nowhere"', 'name@company.com']])
  const stored = await post(`${name}@client.example`)
  const address = stored.headers.get('location') ?? ''
  expect([stored.status, address]).toEqual([303, expect.stringMatching(`^${page}\\?reference=`)])
  expect(wordsOf((await open(address)).body)).toContain(thanks)
})

test('links in emails lead to private pages, and a mail program unsubscribes with one click (RFC 8058)', async () => {
  const oneClick = { 'List-Unsubscribe': 'One-Click' }
  const parts = new FormData()
  parts.set('List-Unsubscribe', 'One-Click')
  const post = (path: string, body?: BodyInit) => fetch(site.url + path, { method: 'POST', ...(body && { body }) })
  for (const [i, body] of [new URLSearchParams(oneClick), parts, undefined].entries()) {
    const email = `reader${i}@reader.example`
    await post('/api/newsletter', new URLSearchParams({ email }))
    const links = linksOf(site.dataDir, email)
    for (const link of Object.values(links)) {
      const answers = [await get(link), await get(`${link}x`)]
      expect(answers.map(({ status }) => status)).toEqual([200, 404])
      for (const { headers } of answers) {
        expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['no-store', 'noindex'])
        expect(headers.get('content-security-policy')).toContain("default-src 'none'")
      }
    }
    const late = await open(linksOf(site.dataDir, email, Date.now() - 8 * 24 * 3_600_000).confirm)
    expect(all(late, 'main button').map(wordsOf)).toEqual(['Send a new link'])
    await post(links.confirm)
    expect(subscriberOf(site.dataDir, email)).toMatchObject({ state: 'confirmed' })
    const left = await post(links.unsubscribe, body)
    expect([left.status, left.headers.get('set-cookie')]).toEqual([200, null])
    expect(subscriberOf(site.dataDir, email)).toMatchObject({ state: 'unsubscribed' })
  }
})

const wordless = ['', '   ', '%00', '%F0%9F%AA%81', '!?', 'zzzqqq', 'x'.repeat(5000)]
const odd = ['"; DROP TABLE x; --', '<script>alert(1)</script>', '* AND ^', '%E0%A4%A', 'NEAR(a b)', 'title:price']

test('any search gets a page, and its markup is escaped', async () => {
  for (const query of [...wordless, ...odd]) {
    const response = await get(`/search?q=${query}`)
    expect(response.status, query).toBe(200)
    const html = await response.text()
    expect(html).not.toContain('<script>alert')
    const page = parsePage(html)
    expect(wordsOf(find(page, 'main [role=status]')), query).toMatch(/\w/)
    if (wordless.includes(query)) expect(valuesOf(page, 'main a', 'href'), query).toContain('/blog')
  }
})

test('only listed routes are answered, and docs/contract.md names all of them', async () => {
  for (const path of ['/_image?href=/favicon.svg&f=png', '/_server-islands/x', '/404', '/call/x', '/newsletter/x']) {
    const response = await get(path)
    expect([response.status, await response.text()], path).toEqual([404, expect.stringContaining('class="not-found"')])
  }
  const { routes } = siteOf(await openTestApp(await sqlite.createPlace()))
  for (const { method, path } of routes) {
    const { status } = await get(path)
    // The links of emails need a key.
    const expected = /confirm|unsubscribe|\/call\/./.test(path) ? 404 : path === '/api/seen' ? 204 : 200
    const isRead = routes.some((each) => each.path === path && each.method === 'GET')
    if (method === 'GET' || isRead) expect([expected, 303, 308], path).toContain(status)
    else expect(status, path).toBe(405)
  }
  const [addresses = ''] = /## URLs.*?(?=\n## )/s.exec(readFileSync('docs/contract.md', 'utf8')) ?? []
  const { files }: StaticManifest = JSON.parse(readFileSync('dist/sample/static.json', 'utf8'))
  const answered = [...files, ...routes].map(({ path }) =>
    path
      .replace(/^\/(_astro|islands)\/[^/]+$/, '/$1/{file}')
      .replace(/^\/blog\/[^/.]+(?=$|\.md$|\.png$)/, '/blog/{article}'),
  )
  expect(addresses.match(/(?<=`)\/[^`]*(?=`)/g)?.toSorted()).toEqual([...new Set(answered)].sort())
})

// The last one: it ends the server.
test('requests in progress finish after Ctrl-C, although npm sends two signals and a connection is open', async () => {
  const idle = connectTo(site)
  await once(idle, 'connect')
  const body = 'email=ada%40client.example'
  const socket = connectTo(site)
  socket.write('POST /api/newsletter HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n')
  socket.write(`Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n\r\n`)
  await once(socket, 'data')
  const exited = once(site.process, 'exit')
  for (const _ of ['the terminal’s', 'npm’s']) {
    site.process.kill('SIGINT')
    await expect.poll(() => get('/healthz').catch(() => 'closed')).toBe('closed')
  }
  socket.write(body)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 (?:200|303) /)
  expect((await exited)[0]).toBe(0)
  idle.destroy()
  expect(complaints).toEqual([])
})

function connectTo({ url }: RunningSite) {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname)
}
