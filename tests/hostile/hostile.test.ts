import { once } from 'node:events'
import { statSync } from 'node:fs'
import { Agent, request as send } from 'node:http'
import { connect } from 'node:net'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import Sqlite from 'better-sqlite3'
import { expect, test } from 'vitest'
import { sqliteFileName } from '../../platform/db/database.ts'
import { defaultLimits } from '../../platform/limits/limits.ts'
import { seededRandom } from '../../platform/seeded-random.ts'
import { longTest, sqlite, temporaryFolder } from '../support/databases.ts'
import { openTestApp } from '../support/desk.ts'
import { siteOf } from '../support/http.ts'
import { createRecords, serve } from '../support/serve-plain.ts'
import { startSite } from '../support/start-site.ts'

test('hostile requests to every route get answers, and the site stays ready', async () => {
  const { log, lines } = createRecords()
  const app = await openTestApp(await sqlite.createPlace(), { TRUSTED_PROXIES: '1' }, { log })
  const port = await serve(siteOf(app).fetch, { log })
  const random = seededRandom('hostile')
  const agent = new Agent({ keepAlive: true })
  const kinds = new Set<string>()
  for (let n = 0; n < 150; n++) {
    const request = hostileRequest(random)
    kinds.add(request.kind)
    const status = await statusOf(`http://127.0.0.1:${port}`, request, agent)
    expect(status < 500 || status === 503, JSON.stringify({ n, status, ...request })).toBe(true)
  }
  agent.destroy()
  expect(kinds.size).toBe(10)
  expect(lines.filter((line) => 'err' in line)).toEqual([])
  await expect(app.checkReady()).resolves.toBeUndefined()
})

longTest('20,000 hostile requests block nothing, and don’t fill memory, disk or mailboxes', async () => {
  const dataDir = temporaryFolder()
  const site = await startProbedSite(dataDir)
  const random = seededRandom('hostile-long')
  const [agent, faults, stalls]: [Agent, object[], object[]] = [new Agent({ keepAlive: true }), [], []]
  const holdMs = async (requests: HostileRequest[]) => {
    await site.probe()
    for (const request of requests) {
      const status = await statusOf(site.url, request, agent)
      if (status >= 500 && status !== 503) faults.push({ status, ...request })
    }
    return (await site.probe()).maxMs
  }
  for (let n = 0; n < 800; n++) {
    const batch = Array.from({ length: 25 }, () => hostileRequest(random))
    // The program is compiled while it runs: the first of each kind are slower than any that follow.
    const isSlow = (await holdMs(batch)) > maxHoldMs && n > 20
    for (const each of isSlow ? batch : []) {
      // A machine that does other work holds a thread too; what a request does it does each time.
      const ms = Math.min(await holdMs([each]), await holdMs([each]), await holdMs([each]))
      if (ms > maxHoldMs) stalls.push({ ms, ...each, body: each.body.slice(0, 300) })
    }
  }
  await pause(10_000)
  const [{ residentMb }, ready] = [await site.probe(), await fetch(`${site.url}/readyz`)]
  agent.destroy()
  expect([faults, stalls, ready.status, await site.end()]).toEqual([[], [], 200, 0])
  expect(residentMb).toBeLessThan(256) // half of what deploy/kitewright.service allows
  const file = join(dataDir, sqliteFileName)
  expect(statSync(file).size / 2 ** 20).toBeLessThan(100)
  const database = new Sqlite(file, { readonly: true })
  const emails = database.prepare<[], string>('select kind from outbox').pluck().all()
  database.close()
  const count = (end: string) => emails.filter((kind) => kind.endsWith(end)).length
  expect(count('-receipt')).toBeLessThanOrEqual(defaultLimits.receipts.everyone)
  expect(count('-owner')).toBeLessThanOrEqual(defaultLimits.ownerEmails.max)
})

/** What a single request may hold the main thread for. */
const maxHoldMs = 50

/** The production server; `probe` says how long its main thread was held at most since it was asked last, and its memory. */
async function startProbedSite(dataDir: string) {
  const path = join(dataDir, 'probe')
  const site = await startSite({
    ...{ DATA_DIR: dataDir, TRUSTED_PROXIES: '1', LOOP_PROBE: path },
    NODE_OPTIONS: `--import=${resolve('tests/faults/in-server.ts')}`,
  })
  const socket = connect(path)
  await once(socket, 'connect')
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const probe = async (): Promise<{ maxMs: number; residentMb: number }> => {
    socket.write('?')
    const { value, done } = await lines.next()
    if (done) throw new Error('the server has ended')
    return JSON.parse(value)
  }
  return { ...site, probe }
}

/** @returns the status; 0 where the connection was closed without one */
function statusOf(url: string, { method, path, headers, body }: HostileRequest, agent: Agent): Promise<number> {
  const { hostname, port } = new URL(url)
  const length = method === 'GET' || method === 'HEAD' ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  return new Promise((resolve) => {
    const req = send({ agent, hostname, port, method, path, headers: { ...headers, ...length } }, (res) => {
      res.resume().on('error', () => resolve(0))
      res.on('end', () => resolve(res.statusCode ?? 0))
    })
    req.on('error', () => resolve(0))
    req.end(body)
  })
}

type Random = () => number
type Sent = { method: string; path: string; headers: Record<string, string>; body: string }
/** With what it tries, for the report. */
type HostileRequest = Sent & { kind: string }

/** A share for each kind, about that of the ways in. */
const kinds: readonly [share: number, kind: string, make: (random: Random) => Sent][] = [
  [3, 'chat', chat],
  [2, 'booking', (random) => fields(random, '/api/booking', consultationOf(random))],
  [1, 'booking that is left', leaving],
  [2, 'contact', (random) => fields(random, '/api/contact', personOf(random, { project: 6_000 }))],
  [1, 'newsletter', (random) => fields(random, '/api/newsletter', personOf(random))],
  [1, 'rubbish body', rubbish],
  [2, 'path', page],
  [1, 'search', (random) => get(`/search?q=${encoded(hostileText(random, pick(random, [10, 100, 1_500])))}`)],
  [1, 'mail link', emailLink],
  [1, 'headers', header],
]
const drawn = kinds.flatMap(([share, ...each]) => Array.from({ length: share }, () => each))

/** The same ones for the same numbers. Half of them come from a handful of addresses. */
function hostileRequest(random: Random): HostileRequest {
  const [kind, make] = pick(random, drawn)
  const byte = () => below(random, 256)
  const sender = random() < 0.5 ? `192.0.2.${below(random, 5)}` : `10.${byte()}.${byte()}.${byte()}`
  const request = make(random)
  return { ...request, kind, headers: { 'x-forwarded-for': sender, ...request.headers } }
}

const get = (path: string, headers: Sent['headers'] = {}): Sent => ({ method: 'GET', path, headers, body: '' })
const post = (path: string, type: string, body: string): Sent => ({
  ...get(path, { 'content-type': type }),
  method: 'POST',
  body,
})

/** As JSON, or as a form where every value becomes a text. */
function fields(random: Random, path: string, values: Record<string, unknown>) {
  if (random() < 0.7) return post(path, 'application/json', JSON.stringify(values))
  const asText = (value: unknown) => (typeof value === 'string' ? value : `${JSON.stringify(value)}`)
  const texts = Object.entries(values).map(([key, value]) => [key, asText(value)])
  if (random() < 0.8) return post(path, 'application/x-www-form-urlencoded', String(new URLSearchParams(texts)))
  const parts = texts.map(([key, value]) => `--b\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`)
  return post(path, 'multipart/form-data; boundary=b', `${parts.join('')}--b--\r\n`)
}

function chat(random: Random) {
  const turns = random() < 0.6 ? 1 : below(random, 60)
  const messages = Array.from({ length: turns }, (_, i) => ({
    role: pick(random, i % 2 ? ['assistant', 'user', 'system'] : ['user', 'user', 'user', 'tool']),
    content: hostileValue(random, random() < 0.9 ? 2_000 : 5_000),
  }))
  return post('/api/chat', 'application/json', JSON.stringify({ messages, visitor: hostileValue(random, 80) }))
}

/** @param more further fields, with how long they get */
function personOf(random: Random, more: Record<string, number> = {}) {
  const marks = { requestId: 100, page: 4_000, referrer: 4_000, language: 200, elapsedMs: 10 }
  const lengths = Object.entries({ name: 200, email: 400, ...marks, ...more })
  const address = `v+${below(random, 256)}@${pick(random, ['gmail.com', 'client.example', 'münchen.example'])}`
  return {
    ...Object.fromEntries(lengths.map(([name, max]) => [name, hostileValue(random, max)])),
    ...(random() < 0.7 && { email: address }),
    ...(random() < 0.8 && { elapsedMs: 30_000 * random() }),
    ...(random() < 0.5 && { requestId: `r${below(random, 256)}` }),
    ...(random() < 0.1 && { website: 'x' }),
  }
}

function consultationOf(random: Random) {
  const transcript = Array.from({ length: below(random, 60) }, (_, i) => {
    return { role: i % 2 ? 'assistant' : 'user', content: hostileValue(random, random() < 0.5 ? 200 : 2_500) }
  })
  const lengths = { company: 300, budget: 300, timeline: 300, requirements: 6_000, draft: 2_500, consent: 200 }
  return { ...personOf(random, lengths), transcript: random() < 0.5 ? transcript : JSON.stringify(transcript) }
}

function leaving(random: Random) {
  const values = { ...consultationOf(random), abandoned: true, ...(random() < 0.5 && { email: undefined }) }
  return post('/api/booking', 'application/json', JSON.stringify(values))
}

function rubbish(random: Random) {
  const path = `/api/${pick(random, ['chat', 'booking', 'contact', 'newsletter', 'nowhere', ''])}`
  const forms = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=b', 'multipart/form-data']
  const type = pick(random, ['application/json', ...forms, 'text/plain', printable(hostileText(random, 200))])
  const max = pick(random, [100, 8_000, 60_000, 250_000, 500_000])
  return post(path, type, pick(random, ' |[|{"a":|{"messages":|"|--b\r\n|a='.split('|')) + hostileText(random, max))
}

function page(random: Random) {
  const method = pick(random, 'GET GET GET HEAD POST PUT OPTIONS TRACE'.split(' '))
  const starts = '/ /blog/ /_image /_astro/ /_ /contact/ /api/ /newsletter/ /.well-known/ // /%2e%2e/'.split(' ')
  const rest = hostileText(random, pick(random, [20, 200, 2_100, 15_000]))
  return { ...get(pick(random, starts) + rest.replaceAll(/[^\x21-\x7E]/gu, encoded)), method }
}

function emailLink(random: Random) {
  const path = `/newsletter/${pick(random, ['confirm', 'unsubscribe'])}?key=${encoded(hostileText(random, 300))}`
  return { ...get(path), method: pick(random, ['GET', 'POST']) }
}

const headers = 'accept accept-encoding if-none-match x-forwarded-for referer origin cookie range user-agent te x-a'

function header(random: Random) {
  const value = printable(hostileText(random, pick(random, [100, 3_000, 14_000])))
  const path = pick(random, ['/', '/blog', '/contact', '/nowhere', '/search?q=price', '/rss.xml'])
  return get(path, { [pick(random, headers.split(' '))]: value })
}

const printable = (text: string) => text.replaceAll(/[^\x20-\x7E]/g, '').trim()

/** Half a surrogate pair has no encoding. */
const encoded = (text: string) => encodeURIComponent(text.toWellFormed())

/** Pieces whose repetition has made patterns, parsers and splitters slow, or has come through where it must not. */
const pieces = [
  'hello. |hello!!!! |. |.|! |? |, | |\n|\t|\r\n|-|--- |/|\\|//|..;/|#',
  'my name is dr. |I am |dr. |at |work for a company of |around $|$1,000 |5e2 |1,|1.000.|€ |%',
  'a|A|ab |aA1|0|9 |x@|@|a@b.|a.b.|mailto:|https://|www.|[](|**|_|`|> ',
  '<|<b>|</script>|&|&amp;|"|\'|(|((a|{|[|=|=1+1;|\t=1|+|@SUM(|%0a|%00|%',
  'é|e\u0301|\u0301|漢|🤖|👨‍👩‍👧|𒀀|\u202E|\u200B|\u00AD|\uFEFF|\u2028|\u0000|\u001B[2J|\uD800|\uFFFE',
  'how much |price mvp under |what does an MVP cost? |and |or |by Friday |next |within 2 weeks |yes |no, ',
].flatMap((each) => each.split('|'))

const plain = ['What does an MVP cost?', 'A booking tool for yoga studios.', 'ada@client.example', '5000', 'by March']

function pick<T>(random: Random, from: readonly T[]): T {
  const chosen = from[below(random, from.length)]
  if (chosen === undefined) throw new Error('there is nothing to pick from')
  return chosen
}

const below = (random: Random, max: number) => Math.floor(random() * max)

/** A text of at most so many characters: now and then an honest one, mostly one or two pieces again and again, with an odd end. */
function hostileText(random: Random, max: number): string {
  if (random() < 0.2) return pick(random, plain)
  const length = Math.floor(max * (random() < 0.5 ? 1 : random() ** 3))
  const unit = pick(random, pieces) + (random() < 0.3 ? pick(random, pieces) : '')
  const head = random() < 0.3 ? pick(random, plain) : ''
  const tail = random() < 0.7 ? pick(random, ['1', 'x', '!', ' ', '.', '?', '\n', '@', 'é']) : ''
  return `${head}${unit.repeat(Math.ceil(length / unit.length))}`.slice(0, Math.max(0, max - tail.length)) + tail
}

/** What stands where a text is wanted: mostly a text, else anything that JSON can hold. */
function hostileValue(random: Random, max: number): unknown {
  if (random() < 0.85) return hostileText(random, max)
  const nested = (depth: number): unknown => (depth === 0 ? 'deep' : [{ a: nested(depth - 1) }])
  const trap = { toString: 'x', __proto__: 1, constructor: { prototype: 1 } }
  const texts = Array.from({ length: below(random, 200) }, () => hostileText(random, 20))
  return pick(random, [null, true, -0, 1e308, [], {}, trap, texts, nested(below(random, 250))])
}
