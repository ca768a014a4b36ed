import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines, sqlite, temporaryFolder } from '../../../tests/support/databases.ts'
import { callsOf, openTestApp, visitor, writtenEmails } from '../../../tests/support/desk.ts'
import { postJson } from '../../../tests/support/http.ts'
import { listen } from '../../../tests/support/listen.ts'
import { bookCall } from '../book-call.ts'
import { readFreeTimes } from '../calendar.ts'
import { fetchCalendar, maxBytes } from './fetch-calendar.ts'
import { ownCalendars } from './own-calendars.ts'

/** A calendar file with one event. @param event the event's lines */
function calendar(event = ''): string {
  return `BEGIN:VCALENDAR\nBEGIN:VEVENT\n${event}\nEND:VEVENT\nEND:VCALENDAR\n`.replaceAll('\n', '\r\n')
}

describe('a calendar’s URL', () => {
  const empty = calendar()
  const within = AbortSignal.timeout(60_000)

  async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
    const server = createServer(listener)
    onTestFinished(() => void server.close().closeAllConnections())
    return `http://127.0.0.1:${await listen(server, host)}`
  }

  /** @returns a URL that redirects */
  const serveRedirect = (location: string) => serve((_, res) => res.writeHead(302, { location }).end())

  test('is followed through redirects', async () => {
    const origin = await serve(({ url }, res) => {
      if (url === '/basic.ics?key=1') res.end(empty)
      else res.writeHead(302, { location: '/basic.ics?key=1' }).end()
    })
    expect(await fetchCalendar(`${origin}/moved`, within)).toBe(empty)
    expect(await fetchCalendar(origin.replace('127.0.0.1', 'localhost'), within)).toBe(empty)
  })

  test('is requested like a browser does, and read in any compression and encoding', async () => {
    const utf16 = Buffer.from(`\uFEFF${empty}`, 'utf16le')
    const answers: [status: number, headers: OutgoingHttpHeaders, body: string | Buffer][] = [
      [203, {}, empty],
      // Compressed with and without the right header.
      [200, { 'content-encoding': 'gzip' }, gzipSync(empty)],
      [200, {}, gzipSync(empty)],
      [200, { 'content-encoding': 'gzip' }, empty],
      [200, { 'content-encoding': 'deflate' }, deflateSync(empty)],
      [200, { 'content-encoding': 'deflate' }, deflateRawSync(empty)],
      [200, { 'content-encoding': 'br' }, brotliCompressSync(empty)],
      [200, {}, utf16],
      [200, { 'content-type': 'text/calendar; charset=UTF-16BE' }, Buffer.from(utf16).swap16()],
      [200, { 'content-type': 'text/calendar; charset="iso-8859-1"' }, Buffer.from(empty, 'latin1')],
      [200, { 'content-type': 'text/calendar; charset=nonsense' }, empty],
    ]
    for (const [status, headers, body] of answers) {
      const isKnown = ({ headers: asked }: IncomingMessage) => /Mozilla.*Chrome/.test(asked['user-agent'] ?? '')
      const origin = await serve((req, res) => res.writeHead(isKnown(req) ? status : 400, headers).end(body))
      expect(await fetchCalendar(origin, within), JSON.stringify(headers)).toBe(empty)
    }
  })

  test('can’t redirect to a private network, to a file, or endlessly', async () => {
    const { port } = new URL(await serve((_, res) => res.end(empty), '0.0.0.0'))
    for (const host of ['127.0.0.2', '2130706434', '0x7f.2', '[::1]', '[::ffff:127.0.0.2]', '0.0.0.0', '10.0.0.1']) {
      const address = await serveRedirect(`http://${host}:${port}/`)
      await expect(fetchCalendar(address, within), host).rejects.toThrow('is not allowed')
    }
    const toFile = await serveRedirect('file:///etc/hostname')
    await expect(fetchCalendar(toFile, within)).rejects.toThrow('it redirects to a file: URL')
    await expect(fetchCalendar(await serveRedirect('/'), within)).rejects.toThrow('it redirects more than 5 times')
  })

  test('fails if the response has another status, is too large, or is too slow', async () => {
    for (const status of [401, 204]) {
      const origin = await serve((_, res) => res.writeHead(status).end())
      await expect(fetchCalendar(origin, within)).rejects.toThrow(`it responded with ${status}`)
    }
    const endless = await serve((_, res) => {
      const more = () => res.write(Buffer.alloc(1024 * 1024)) && setImmediate(more)
      res.on('drain', more)
      more()
    })
    await expect(fetchCalendar(endless, within)).rejects.toThrow('it’s larger than 5 MB')
    const bomb = await serve((_, res) => res.end(gzipSync(Buffer.alloc(maxBytes + 1))))
    await expect(fetchCalendar(bomb, within)).rejects.toThrow('it’s larger than 5 MB')
    const timeout = new AbortController()
    const slow = await serve((_, res) => res.write(empty) && setImmediate(() => timeout.abort()))
    await expect(fetchCalendar(slow, timeout.signal)).rejects.toThrow('aborted')
  })

  test('can be a file, but not a folder or a file that is too large', async () => {
    const file = join(temporaryFolder(), 'my calendar.ics')
    const fetchFile = (path: string) => fetchCalendar(pathToFileURL(path).href, within)
    writeFileSync(file, empty)
    expect(await fetchFile(file)).toBe(empty)
    await expect(fetchFile(temporaryFolder())).rejects.toThrow('it isn’t a file')
    writeFileSync(file, Buffer.alloc(maxBytes + 1))
    await expect(fetchFile(file)).rejects.toThrow('it’s larger than 5 MB')
    expect(ownCalendars(['file:///a%zz.ics', 'file:///b%20c.ics'], 'salt')).toMatchObject([
      { name: 'calendar 1 (a%zz.ics)' },
      { name: 'calendar 2 (b c.ics)' },
    ])
  })
})

test.each(engines)('keeps the last copy of a calendar that can’t be read, and notifies: $name', async (engine) => {
  const place = await engine.createPlace()
  const file = join(place.dataDir, 'mine.ics')
  const app = await openTestApp(place, { CALENDAR_URLS: file })
  const free = () => readFreeTimes(callsOf(app))
  const putEvent = (start: number) => {
    const utc = new Date(start).toISOString().replaceAll(/[-:]|\.\d+/g, '')
    writeFileSync(file, calendar(`DTSTART:${utc}\nDURATION:PT20M`))
  }
  /** Reads the calendars some minutes later. @returns all emails that reported a failure so far */
  const readAfter = async (minutes: number) => {
    app.clock.now += minutes * 60_000
    await app.readCalendars()
    return (await writtenEmails(app)).filter(({ kind }) => kind === 'calendar-failed')
  }
  expect(await free()).toEqual([])
  putEvent(0)
  await readAfter(0)
  const [first = 0, second = 0] = await free()
  putEvent(first)
  await readAfter(0)
  const input = { start: first, name: 'Ada', email: 'ada@example.com', about: '', zone: 'UTC' }
  expect(await bookCall(callsOf(app), input, visitor)).toMatchObject({ outcome: 'taken' })
  expect(await free()).toContain(second)
  rmSync(file)
  expect(await readAfter(0)).toEqual([])
  expect(await readAfter(59)).toEqual([])
  expect(await readAfter(1)).toHaveLength(1)
  const [email, ...more] = await readAfter(60)
  expect(more).toEqual([])
  expect(email?.text).toContain('calendar 1 (mine.ics)')
  expect(await free()).not.toContain(first)
  expect(await free()).toContain(second)
  app.clock.now += 60 * 86_400_000
  expect((await free()).length).toBeGreaterThan(0)
  app.clock.now += 22 * 86_400_000
  expect(await free()).toEqual([])
  putEvent(first)
  await readAfter(0)
  expect((await free()).length).toBeGreaterThan(0)
  rmSync(file)
  await readAfter(0)
  expect(await readAfter(60)).toHaveLength(2)
})

test('hostile events don’t free the times of a new event', async () => {
  const place = await sqlite.createPlace()
  const file = join(place.dataDir, 'mine.ics')
  const app = await openTestApp(place, { CALENDAR_URLS: file })
  writeFileSync(file, calendar())
  await app.readCalendars()
  const times = await readFreeTimes(callsOf(app))
  const [first = 0, taken = 0] = [times[0], times[20]].map((time) => time ?? 0)
  const endless = 'RRULE:FREQ=DAILY;COUNT=99999999999\n'
  const hostile = [...Array(34).keys()].map(
    (i) => `UID:${i}\nDTSTART:19000101T000000Z\nDURATION:PT1S\n${endless.repeat(i < 4 ? 10 : 1)}`,
  )
  const day = new Date(taken).toISOString().slice(0, 10).replaceAll('-', '')
  const events = [...hostile, `UID:real\nDTSTART;VALUE=DATE:${day}\n`]
  writeFileSync(file, calendar(events.join('END:VEVENT\nBEGIN:VEVENT\n')))
  await app.readCalendars()
  const post = async (start: number, email: string) => {
    const fields = { start: new Date(start).toISOString(), name: 'Ada', email, zone: 'UTC' }
    return (await postJson(app, fields, { form: 'call' })).status
  }
  expect([await post(taken, 'a@example.com'), await post(first, 'b@example.com')]).toEqual([409, 200])
})
