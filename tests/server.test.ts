import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines, sqlite } from './support/databases.ts'
import { pageMarks } from './support/desk.ts'
import { runStudio } from './support/run-studio.ts'
import { startSmtpServer } from './support/smtp-server.ts'
import { type RunningSite, startSite } from './support/start-site.ts'

const visitor = { name: 'Zoë Ångström', email: 'zoe@client.example', project: 'Ein Drachen.\nRot.' }

async function start(variables: Record<string, string>): Promise<RunningSite> {
  const site = await startSite(variables)
  onTestFinished(async () => {
    await site.stop()
  })
  return site
}

function post(site: RunningSite, values: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  return fetch(`${site.url}/api/contact`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ ...values, ...pageMarks }),
  })
}

describe.each(engines)('the built server on $name', ({ createPlace }) => {
  test('brings a request to the owner by SMTP, and keeps over a restart what it was told', async () => {
    const place = await createPlace()
    const { dataDir, databaseUrl } = place
    const smtp = await startSmtpServer()
    const variables = { DATA_DIR: dataDir, SMTP_URL: smtp.url, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
    const first = await start(variables)
    const { reference } = await (await post(first, { ...visitor, requestId: 'same' })).json()
    const { stdout } = await runStudio(place, ['leads', 'export', '--format', 'json'])
    expect(JSON.parse(stdout)).toMatchObject([{ ...visitor, reference, kind: 'contact', status: 'ok' }])
    await smtp.waitFor(2)
    const toOwner = smtp.received.find(({ envelope }) => envelope.to.includes('hello@kitewright.example'))
    expect(toOwner?.replyTo).toMatchObject([{ address: visitor.email }])
    expect(toOwner?.text).toContain(visitor.project.split('\n')[0])
    const receipt = smtp.received.find(({ envelope }) => envelope.to.includes(visitor.email))
    expect(receipt?.text).toContain(reference)
    expect(receipt?.raw).not.toContain('Drachen')

    const reader = new URLSearchParams({ email: 'reader@client.example' })
    await fetch(`${first.url}/api/newsletter`, { method: 'POST', body: reader })
    await smtp.waitFor(3)
    expect(await first.end()).toBe(0)
    const second = await start(variables)
    expect(await (await post(second, { ...visitor, requestId: 'same' })).json()).toEqual({ ok: true, reference })
    const path = /\/newsletter\/confirm\S+/.exec(smtp.received[2]?.text ?? '')?.[0]
    const asked = await (await fetch(second.url + path)).text()
    expect(asked).toContain('<form method="post">')
    const confirmed = await fetch(second.url + path, { method: 'POST' })
    expect([confirmed.status, await confirmed.text()]).toEqual([200, expect.stringContaining('You are on the list')])
  })
})

test('a database that cannot be written is told to the visitor, whose text comes back', async () => {
  const { dataDir } = await sqlite.createPlace()
  const site = await start({ DATA_DIR: dataDir })
  // Another process to SQLite: the server runs on its own.
  const lock = new Database(join(dataDir, 'kitewright.sqlite'))
  onTestFinished(() => {
    lock.close()
  })
  lock.exec('begin exclusive')
  const [asData, asPage, letter, ready] = await Promise.all([
    post(site, visitor),
    fetch(`${site.url}/api/contact`, { method: 'POST', body: new URLSearchParams(visitor) }),
    fetch(`${site.url}/api/newsletter`, { method: 'POST', body: new URLSearchParams({ email: visitor.email }) }),
    fetch(`${site.url}/readyz`),
  ])
  expect([asData.status, asPage.status, letter.status, ready.status]).toEqual([503, 503, 503, 503])
  expect(await letter.text()).toMatch(/value="zoe@client.example".*Your address could not be stored just now/s)
  expect(await asData.json()).toMatchObject({ ok: false, message: expect.stringContaining('hello@kitewright.example') })
  const page = await asPage.text()
  expect(page).toContain('Ein Drachen.\nRot.')
  expect(page).toContain('hello@kitewright.example')
  lock.exec('rollback')
  expect((await post(site, visitor)).status).toBe(200)
})
