import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { engines, type Place, sqlite } from './support/databases.ts'
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

async function startWithMail({ dataDir, databaseUrl }: Place) {
  const smtp = await startSmtpServer()
  const variables = { DATA_DIR: dataDir, SMTP_URL: smtp.url, ...(databaseUrl && { DATABASE_URL: databaseUrl }) }
  return { smtp, variables, site: await start(variables) }
}

test.each(engines)('the built server on $name brings a request to the owner by SMTP', async ({ createPlace }) => {
  const place = await createPlace()
  const { smtp, site } = await startWithMail(place)
  const { reference } = await (await post(site, visitor)).json()
  const { stdout } = await runStudio(place, ['leads', 'export', '--format', 'json'])
  expect(JSON.parse(stdout)).toMatchObject([{ ...visitor, reference, kind: 'contact', status: 'ok' }])
  await smtp.waitFor(2)
  const toOwner = smtp.received.find(({ envelope }) => envelope.to.includes('hello@kitewright.example'))
  expect(toOwner?.replyTo).toMatchObject([{ address: visitor.email }])
  expect(toOwner?.text).toContain(visitor.project.split('\n')[0])
  const receipt = smtp.received.find(({ envelope }) => envelope.to.includes(visitor.email))
  expect(receipt?.text).toContain(reference)
  expect(receipt?.raw).not.toContain('Drachen')
})

test('the built server keeps over a restart what it was told, and tells a visitor when it cannot keep anything', async () => {
  const place = await sqlite.createPlace()
  const { smtp, variables, site: first } = await startWithMail(place)
  await fetch(`${first.url}/api/newsletter`, { method: 'POST', body: new URLSearchParams({ email: visitor.email }) })
  await smtp.waitFor(1)
  const { reference } = await (await post(first, { ...visitor, requestId: 'same' })).json()
  expect(await first.end()).toBe(0)
  const site = await start(variables)
  expect(await (await post(site, { ...visitor, requestId: 'same' })).json()).toEqual({ ok: true, reference })
  const path = /\/newsletter\/confirm\S+/.exec(smtp.received[0]?.text ?? '')?.[0]
  const asked = await (await fetch(site.url + path)).text()
  expect(asked).toContain('<form method="post">')
  const confirmed = await fetch(site.url + path, { method: 'POST' })
  expect([confirmed.status, await confirmed.text()]).toEqual([200, expect.stringContaining('You are on the list')])

  // Another process to SQLite: the server runs on its own.
  const lock = new Database(join(place.dataDir, 'kitewright.sqlite'))
  onTestFinished(() => {
    lock.close()
  })
  lock.exec('begin exclusive')
  const other = { ...visitor, email: 'max@client.example' }
  const [asData, asPage, letter, ready] = await Promise.all([
    post(site, other),
    fetch(`${site.url}/api/contact`, { method: 'POST', body: new URLSearchParams(other) }),
    fetch(`${site.url}/api/newsletter`, { method: 'POST', body: new URLSearchParams({ email: other.email }) }),
    fetch(`${site.url}/readyz`),
  ])
  expect([asData.status, asPage.status, letter.status, ready.status]).toEqual([503, 503, 503, 503])
  const letterPage = await letter.text()
  expect(letterPage).toContain('value="max@client.example"')
  expect(letterPage).toContain('Your address could not be stored just now')
  expect(await asData.json()).toMatchObject({ ok: false, message: expect.stringContaining('hello@kitewright.example') })
  const page = await asPage.text()
  expect(page).toContain('Ein Drachen.\nRot.')
  expect(page).toContain('hello@kitewright.example')
  lock.exec('rollback')
  expect((await post(site, other)).status).toBe(200)
})
