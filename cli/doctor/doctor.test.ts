import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import type { Finding } from '../../src/doctor/finding.ts'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import { mute } from '../../src/server/mail/mute.ts'
import { sqlite } from '../../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { reply, startSmtpServer } from '../../tests/support/smtp-server.ts'

async function examine(variables: Record<string, string>, place = sqlite.createPlace()) {
  const { code, stdout } = await runStudio(await place, ['doctor', '--json'], variables)
  const findings: Finding[] = JSON.parse(stdout)
  return { code, states: findings.map(({ about, state }) => `${about} ${state}`), text: JSON.stringify(findings) }
}

/** A gateway that answers every question with this status. */
async function startGateway(status: number): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end('{}'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`
}

test('a fresh clone works, and is told to be a sample', async () => {
  const { code, states, text } = await examine({})
  expect(code).toBe(0)
  expect(states).toContain('content note')
  expect(text).toContain('content/home/: all of it is the sample’s: banner.yaml, clients.yaml')
  expect(states).toEqual(
    expect.arrayContaining(['promotion note', 'site note', 'database ok', 'mail note', 'chat note']),
  )
})

test('on a public address, invented proof is wrong, and so is a site of nobody', async () => {
  const { code, text } = await examine({ SITE_URL: 'https://kite.example' })
  expect(code).toBe(1)
  expect(text).toContain('clients, quotes or claims are the sample’s, and so invented')
  expect(text).toContain('no founder.name and no postalAddress')
})

test('what is set and answers is told to be right', async () => {
  const server = await startSmtpServer()
  const chat = { CHAT_BASE_URL: await startGateway(200), CHAT_API_KEY: 'k' }
  const { code, states } = await examine({ SMTP_URL: server.url, ...chat })
  expect(code).toBe(0)
  expect(states).toEqual(expect.arrayContaining(['database ok', 'mail ok', 'chat ok']))
})

test('what is set and does not answer is wrong', async () => {
  const { code, states, text } = await examine({
    SMTP_URL: 'smtp://me:hunter2@127.0.0.1:1',
    DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x',
    CHAT_BASE_URL: await startGateway(401),
    CHAT_API_KEY: 'hunter2',
  })
  expect(code).toBe(1)
  expect(states).toEqual(expect.arrayContaining(['database wrong', 'mail wrong', 'chat wrong']))
  expect(text).not.toContain('hunter2')
})

test('a gateway that leads elsewhere is wrong: the chat follows no redirect', async () => {
  const { code, text } = await examine({ CHAT_BASE_URL: await startGateway(308), CHAT_API_KEY: 'k' })
  expect(code).toBe(1)
  expect(text).toContain('leads elsewhere (308)')
})

test('a mail that was refused for good is wrong', async () => {
  const server = await startSmtpServer({ onRcptTo: (_, __, done) => done(reply(550, 'no')) })
  const place = await sqlite.createPlace()
  const app = await openTestApp(place, { SMTP_URL: server.url })
  await submitContact(app.contact, ada, visitor)
  await app.outbox.sendDue()
  const { code, text } = await examine({ SMTP_URL: server.url }, Promise.resolve(place))
  expect(code).toBe(1)
  expect(text).toContain('2 mails failed for good')
})

test('requests that are kept longer than the privacy policy says are told with the command that ends it', async () => {
  const place = await sqlite.createPlace()
  const app = await openTestApp(place)
  await submitContact(app.contact, ada, visitor)
  const { reference } = await app.database.db.selectFrom('leads').select('reference').executeTakeFirstOrThrow()
  const young = await examine({}, Promise.resolve(place))
  expect(young.states).not.toContain('requests note')
  await app.database.write((tx) =>
    tx
      .updateTable('leads')
      .set({ created_at: Date.UTC(2020, 0, 1) })
      .execute(),
  )
  const { text } = await examine({}, Promise.resolve(place))
  expect(text).toContain(
    `1 request is older than 24 months; without those that became work: npm run studio -- forget ${reference}`,
  )
})

test('a muted database says why', async () => {
  const place = await sqlite.createPlace()
  const app = await openTestApp(place)
  await app.database.write((tx) => mute(tx, { because: 'restored\u001B[2J', since: Date.UTC(2026, 10, 20, 9) }))
  const { code, text } = await examine({}, Promise.resolve(place))
  expect(code).toBe(0)
  expect(text).toContain('nothing is sent since 2026-11-20 09:00 UTC (restored [2J), 0 wait')
})

test('a key that travels in clear is wrong, and a name that is almost a variable is asked about', async () => {
  const { code, text } = await examine({ CHAT_BASE_URL: 'http://gateway.invalid/v1', CHAT_API_KEY: 'k', SMPT_URL: 'x' })
  expect(code).toBe(1)
  expect(text).toMatch(/"about":"settings","state":"note","text":"SMPT_URL is no variable/)
  expect(text).toMatch(/"about":"settings","state":"wrong","text":"CHAT_BASE_URL begins with http:/)
})
