import { hostileText, hostileValue, pick } from './hostile-texts.ts'

type Random = () => number

export type HostileRequest = {
  /** What it tries; names it in a report. */
  kind: string
  method: string
  /** As it is in the request line. */
  path: string
  headers: Record<string, string>
  body: string
}

/** A share for each kind, about that of the ways in. */
const kinds: readonly [share: number, make: (random: Random) => Omit<HostileRequest, 'kind'>, kind: string][] = [
  [3, chat, 'chat'],
  [2, booking, 'booking'],
  [1, leaving, 'booking that is left'],
  [2, contact, 'contact'],
  [1, newsletter, 'newsletter'],
  [1, rubbish, 'rubbish body'],
  [2, page, 'path'],
  [1, search, 'search'],
  [1, mailLink, 'mail link'],
  [1, header, 'headers'],
]
/** Each kind as often as its share. */
const drawn = kinds.flatMap((each) => Array.from({ length: each[0] }, () => each))

/** One of as many as wanted, the same ones for the same numbers. Half of them come from a handful of addresses. */
export function hostileRequest(random: Random): HostileRequest {
  const [, make, kind] = pick(random, drawn)
  const sender =
    random() < 0.5 ? `192.0.2.${Math.floor(random() * 5)}` : `10.${byte(random)}.${byte(random)}.${byte(random)}`
  const request = make(random)
  return { ...request, kind, headers: { 'x-forwarded-for': sender, ...request.headers } }
}

function byte(random: Random): number {
  return Math.floor(random() * 256)
}

function post(path: string, type: string, body: string) {
  return { method: 'POST', path, headers: { 'content-type': type }, body }
}

/** As JSON, or as a form where every value becomes a text. */
function fields(random: Random, path: string, values: Record<string, unknown>) {
  if (random() < 0.7) return post(path, 'application/json', JSON.stringify(values))
  const texts = Object.entries(values).map(([key, value]): [string, string] => [
    key,
    typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  ])
  if (random() < 0.8) return post(path, 'application/x-www-form-urlencoded', new URLSearchParams(texts).toString())
  const parts = texts.map(([key, value]) => `--b\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`)
  return post(path, 'multipart/form-data; boundary=b', `${parts.join('')}--b--\r\n`)
}

function chat(random: Random) {
  const turns = random() < 0.6 ? 1 : Math.floor(random() * 60)
  const messages = Array.from({ length: turns }, (_, i) => ({
    role: pick(random, i % 2 ? ['assistant', 'user', 'system'] : ['user', 'user', 'user', 'tool']),
    content: hostileValue(random, random() < 0.9 ? 2_000 : 5_000),
  }))
  return post('/api/chat', 'application/json', JSON.stringify({ messages, visitor: hostileValue(random, 80) }))
}

function person(random: Random) {
  const email =
    random() < 0.7
      ? `v+${byte(random)}@${pick(random, ['gmail.com', 'client.example', 'münchen.example'])}`
      : hostileValue(random, 400)
  return {
    name: hostileValue(random, 200),
    email,
    elapsedMs: random() < 0.8 ? 30_000 * random() : hostileValue(random, 10),
  }
}

function context(random: Random) {
  return {
    requestId: random() < 0.5 ? `r${byte(random)}` : hostileValue(random, 100),
    page: hostileValue(random, 4_000),
    referrer: hostileValue(random, 4_000),
    language: hostileValue(random, 200),
    ...(random() < 0.1 && { website: 'x' }),
  }
}

function contact(random: Random) {
  return fields(random, '/api/contact', { ...person(random), project: hostileValue(random, 6_000), ...context(random) })
}

function newsletter(random: Random) {
  return fields(random, '/api/newsletter', { ...person(random), ...context(random) })
}

function bookingFields(random: Random) {
  const transcript = Array.from({ length: Math.floor(random() * 60) }, (_, i) => ({
    role: i % 2 ? 'assistant' : 'user',
    content: hostileValue(random, random() < 0.5 ? 200 : 2_500),
  }))
  return {
    ...person(random),
    company: hostileValue(random, 300),
    budget: hostileValue(random, 300),
    timeline: hostileValue(random, 300),
    requirements: hostileValue(random, 6_000),
    draft: hostileValue(random, 2_500),
    consent: hostileValue(random, 200),
    transcript: random() < 0.5 ? transcript : JSON.stringify(transcript),
    ...context(random),
  }
}

function booking(random: Random) {
  return fields(random, '/api/booking', bookingFields(random))
}

function leaving(random: Random) {
  const { email, ...rest } = bookingFields(random)
  return post(
    '/api/booking',
    'application/json',
    JSON.stringify({ ...rest, ...(random() < 0.5 && { email }), abandoned: true }),
  )
}

function rubbish(random: Random) {
  const path = `/api/${pick(random, ['chat', 'booking', 'contact', 'newsletter', 'nowhere', ''])}`
  const type = pick(random, [
    'application/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=b',
    'multipart/form-data',
    'text/plain',
    hostileText(random, 200).replaceAll(/[^\x20-\x7E]/g, ''),
  ])
  const most = pick(random, [100, 8_000, 60_000, 250_000, 500_000])
  const open = pick(random, ['', '[', '{"a":', '{"messages":', '"', '--b\r\n', 'a='])
  return post(path, type, open + hostileText(random, most))
}

function page(random: Random) {
  const method = pick(random, ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'OPTIONS', 'TRACE'])
  const start = pick(random, [
    '/',
    '/blog/',
    '/_image',
    '/_astro/',
    '/_',
    '/contact/',
    '/api/',
    '/newsletter/',
    '/.well-known/',
    '//',
    '/%2e%2e/',
  ])
  return {
    method,
    path: start + inLine(hostileText(random, pick(random, [20, 200, 2_100, 15_000]))),
    headers: {},
    body: '',
  }
}

function search(random: Random) {
  return {
    method: 'GET',
    path: `/search?q=${encoded(hostileText(random, pick(random, [10, 100, 1_500])))}`,
    headers: {},
    body: '',
  }
}

function mailLink(random: Random) {
  const path = `/newsletter/${pick(random, ['confirm', 'unsubscribe'])}?key=${encoded(hostileText(random, 300))}`
  return { method: pick(random, ['GET', 'POST']), path, headers: {}, body: '' }
}

function header(random: Random) {
  const name = pick(random, [
    'accept',
    'accept-encoding',
    'accept-language',
    'if-none-match',
    'x-forwarded-for',
    'referer',
    'origin',
    'cookie',
    'range',
    'user-agent',
    'content-type',
    'forwarded',
    'te',
    'x-a',
  ])
  const value = hostileText(random, pick(random, [100, 3_000, 14_000]))
    .replaceAll(/[^\x20-\x7E]/g, '')
    .trim()
  const path = pick(random, ['/', '/blog', '/contact', '/nowhere', '/search?q=price', '/rss.xml'])
  return { method: 'GET', path, headers: { [name]: value }, body: '' }
}

/** As far as a request line may hold it: what it may not is another test's. */
function inLine(text: string): string {
  return text.replaceAll(/[^\x21-\x7E]/gu, (character) => encoded(character))
}

/** Half a surrogate pair has no encoding. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}
