import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import Sqlite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { expect, onTestFinished, test, vi } from 'vitest'
import { migrations } from '../migrations/all.ts'
import type { Tables } from '../migrations/tables.ts'
import { migrate, sqliteFileName } from '../platform/db/database.ts'
import { writePause } from '../platform/email/outbox/pause.ts'
import { createLog } from '../platform/log.ts'
import { signText } from '../platform/signing.ts'
import { type Place, sqlite } from '../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../tests/support/desk.ts'
import { ask, postPlain, send } from '../tests/support/http.ts'
import { reply, startSmtpServer } from '../tests/support/sending.ts'
import { submitContact } from './leads/accept-lead.ts'
import { checkDatabase } from './setup/check-services.ts'

async function openWithLog(place: Place, variables: Record<string, string> = {}) {
  const lines: string[] = []
  const log = () => lines.join('')
  const stream = new PassThrough().on('data', (line: Buffer) => lines.push(String(line)))
  const app = await openTestApp(place, variables, { log: createLog(stream) })
  return { app, log, until: (words: string) => expect.poll(log).toContain(words) }
}

test('logs at the start where emails go without a mail server, or that the outbox is paused', async () => {
  const place = await sqlite.createPlace()
  const { app, log, until } = await openWithLog(place)
  app.start()
  await until('SMTP_URL')
  await app.close()
  expect(log()).toMatch(/^[^\n]*SMTP_URL isn’t set: emails are written to [^\n]*\n$/)
  await (await openTestApp(place)).database.write((tx) =>
    writePause(tx, { because: 'restored from a backup', since: 1 }),
  )
  const pause = await openWithLog(place)
  pause.app.start()
  await pause.until('outbox resume')
  await pause.app.checkReady()
  expect(pause.log()).toContain('"because":"restored from a backup"')
})

test('logs nothing personal, whatever happens to the emails', async () => {
  const refuse = ({ address }: { address: string }) => reply(550, `<${address}> user unknown`)
  const server = await startSmtpServer({ onRcptTo: (to, _, done) => done(refuse(to)) })
  const { app, log, until } = await openWithLog(await sqlite.createPlace(), { SMTP_URL: server.url })
  app.start()
  await submitContact(app, { ...ada, requestId: 'x' }, visitor)
  await until('contact-receipt')
  await until('contact-owner')
  await app.close()
  expect(log()).toContain('email failed permanently')
  expect(log()).not.toMatch(/ada@|Lovelace|engine|203\.0\.113|hello@/)
})

/** Simulates a full disk: SQLite databases can't grow anymore. @returns a function that ends this */
function fillDisk(): () => void {
  const { pragma } = Sqlite.prototype
  const filled = vi.spyOn(Sqlite.prototype, 'pragma').mockImplementation(function (
    this: Sqlite.Database,
    text,
    options,
  ) {
    if (text.startsWith('busy_timeout') || text.startsWith('foreign_keys')) pragma.call(this, 'max_page_count = 1')
    return pragma.call(this, text, options)
  })
  return () => filled.mockRestore()
}

test.each([
  ['without a database', 0],
  ['with a database of version 0.2', 3],
])('a site %s starts on a full disk, and keeps what visitors type until there is space', async (_, count) => {
  const place = await sqlite.createPlace({ isEmpty: true })
  const file = join(place.dataDir, sqliteFileName)
  const released = Object.fromEntries(Object.entries(migrations).slice(0, count))
  const old = new Kysely<Tables>({ dialect: new SqliteDialect({ database: new Sqlite(file) }) })
  if (count > 0) await migrate(old, released)
  await old.destroy()
  const freeDisk = fillDisk()
  onTestFinished(freeDisk)
  const { app, log } = await openWithLog(place)
  const form = await (await postPlain(app, ada)).json()
  expect(form).toMatchObject({ page: '/contact', shown: { form: { values: ada, errors: { message: /stored/ } } } })
  const key = signText('secret', 'unsubscribe', 'x')
  for (const path of ['/newsletter/unsubscribe', '/call', '/call/manage', '/call/feed.ics', '/readyz'])
    expect([path, (await ask(app, `${path}?key=${key}`)).status]).toEqual([path, 503])
  expect((await ask(app, '/contact')).status).toBe(200)
  const call = await (await postPlain(app, { ...ada, start: '2027-01-05T10:00Z' }, {}, { form: 'call' })).json()
  expect(call.shown).toMatchObject({ form: { values: { name: ada.name } }, call: { step: 'details' } })
  expect(log()).toMatch(/is full; .* You can delete emails in .*forms are refused/)
  freeDisk()
  const opened = await openTestApp(place)
  expect(await send(opened, ada)).toMatch(/^KW-/)
})

test.each([
  [0, 'x-forwarded-for', '203.0.113.7', 1, 'TRUSTED_PROXIES is 0'],
  [0, 'forwarded', 'for=203.0.113.7', 1, 'TRUSTED_PROXIES is 0'],
  [1, 'x-forwarded-for', 'unknown', 20, 'TRUSTED_PROXIES is 1'],
  [1, 'x-real-ip', '203.0.113.7', 20, 'TRUSTED_PROXIES is 1'],
])('%i proxies that send %s: %s are logged once, and found by doctor until the next start', async (...about) => {
  const [trustedProxies, name, value, requests, sentence] = about
  const place = await sqlite.createPlace()
  const variables = { TRUSTED_PROXIES: `${trustedProxies}` }
  const findings = async () => {
    await app.database.write(async () => {}) // those before it have ended
    return (await checkDatabase(app.environment)).filter(({ about }) => about === 'settings')
  }
  const { app, log } = await openWithLog(place, variables)
  app.start()
  const open = () => ask(app, '/healthz', { sender: '127.0.0.1', headers: { [name]: value } })
  for (let n = 1; n < requests; n++) await open()
  expect(await findings()).toEqual([])
  for (let n = 0; n < 3; n++) await open()
  expect(await findings()).toMatchObject([{ state: 'wrong', text: expect.stringContaining(sentence) }])
  expect([log().split(sentence).length, log().includes('203.0.113.7')]).toEqual([2, false])
  app.requestWatch.start()
  expect(await findings()).toEqual([])
})

test('forms refused for their Origin are logged once per hour, and found by doctor until the next start', async () => {
  const place = await sqlite.createPlace()
  const { app, log } = await openWithLog(place, { SITE_URL: 'https://studio.example' })
  app.start()
  const post = async (origin: string, headers: Record<string, string> = {}) => {
    const body = new URLSearchParams({ name: 'Zoë' })
    const response = await ask(app, '/api/contact', { method: 'POST', body, headers: { origin, ...headers } })
    expect(response.status).toBe(403)
  }
  const findings = async () => {
    await app.database.write(async () => {}) // those before it have ended
    return (await checkDatabase(app.environment)).filter(({ about }) => about === 'settings')
  }
  await post('https://evil.example', { 'sec-fetch-site': 'cross-site' })
  await post('not a URL')
  expect(await findings()).toEqual([])
  for (let n = 0; n < 3; n++) await post('https://www.studio.example', { 'sec-fetch-site': 'same-origin' })
  await post(`https://${'a'.repeat(5_000)}.example`)
  const text = 'Forms sent from https://www.studio.example were refused because SITE_URL is https://studio.example'
  const todo = 'If that’s also your site, redirect it to SITE_URL, or change SITE_URL. Then restart the site.'
  expect(await findings()).toEqual([{ about: 'settings', state: 'wrong', text, todo }])
  const lines = log()
    .split('\n')
    .filter((line) => line.includes('Forms sent from'))
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 40, msg: `${text}. ${todo}` }),
  ])
  app.requestWatch.start()
  expect(await findings()).toEqual([])
})

test.each([
  ['as Apache does without ProxyPreserveHost', '127.0.0.1:4321', 204],
  ['with its port', 'studio.example:443', 204],
  ['in capitals', 'Studio.Example', 204],
  ['and the page is of another site', 'studio.example', 400],
])('counts a page where a proxy sends Host %s: %s', async (_, host, status) => {
  const app = await openTestApp(await sqlite.createPlace(), { SITE_URL: 'https://studio.example' })
  const headers = { host, referer: `https://${status === 400 ? 'other' : 'studio'}.example/blog` }
  const body = JSON.stringify(['', 5_000, 0, false, [], []])
  for (const seen of [{ method: 'POST', body }, {}])
    expect((await ask(app, '/api/seen', { ...seen, headers })).status).toBe(status)
})
