import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { fetchCalendar, mostBytes } from './fetch-calendar.ts'

const text = 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'
const within = AbortSignal.timeout(60_000)

async function serve(listener: RequestListener, host = '127.0.0.1'): Promise<string> {
  const server = createServer(listener).listen(0, host)
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('a calendar is read from where its address leads', async () => {
  const origin = await serve(({ url }, res) => {
    if (url === '/basic.ics?key=1') res.end(text)
    else res.writeHead(302, { location: '/basic.ics?key=1' }).end()
  })
  expect(await fetchCalendar(`${origin}/moved`, within)).toBe(text)
  expect(await fetchCalendar(origin.replace('127.0.0.1', 'localhost'), within)).toBe(text)
})

test('a redirect does not lead into a private network', async () => {
  const { port } = new URL(await serve((_, res) => res.end(text), '0.0.0.0'))
  for (const host of ['127.0.0.2', '2130706434', '0x7f.2', '[::1]', '[::ffff:127.0.0.2]', '0.0.0.0', '10.0.0.1']) {
    const outer = await serve((_, res) => res.writeHead(301, { location: `http://${host}:${port}/` }).end())
    await expect(fetchCalendar(outer, within), host).rejects.toThrow('is not allowed')
  }
  const file = await serve((_, res) => res.writeHead(301, { location: 'file:///etc/hostname' }).end())
  await expect(fetchCalendar(file, within)).rejects.toThrow('it leads to a file: address')
})

test('redirects without an end are not followed', async () => {
  const origin = await serve((_, res) => res.writeHead(302, { location: '/again' }).end())
  await expect(fetchCalendar(origin, within)).rejects.toThrow('it redirects more than 3 times')
})

test.each([401, 404, 500, 204])('an answer %d is told', async (status) => {
  const origin = await serve((_, res) => res.writeHead(status).end())
  await expect(fetchCalendar(origin, within)).rejects.toThrow(`it answers ${status}`)
})

test('what is too large is broken off', async () => {
  const origin = await serve((_, res) => {
    const more = () => res.write(Buffer.alloc(1024 * 1024)) && setImmediate(more)
    res.on('drain', more)
    more()
  })
  await expect(fetchCalendar(origin, within)).rejects.toThrow('it is larger than 5 MB')
})

test('a server that never ends its answer costs the time that is given', async () => {
  const asked = new AbortController()
  const origin = await serve((_, res) => {
    res.write(text)
    setImmediate(() => asked.abort())
  })
  await expect(fetchCalendar(origin, asked.signal)).rejects.toThrow('aborted')
})

test('a file is read, a folder or a file that is too large is not', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'calendar-'))
  const file = join(folder, 'my calendar.ics')
  writeFileSync(file, text)
  expect(await fetchCalendar(pathToFileURL(file).href, within)).toBe(text)
  await expect(fetchCalendar(pathToFileURL(folder).href, within)).rejects.toThrow('it is no file')
  writeFileSync(file, Buffer.alloc(mostBytes + 1))
  await expect(fetchCalendar(pathToFileURL(file).href, within)).rejects.toThrow('it is larger than 5 MB')
})
