import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { DeskActions } from '../../../desk/server/desk-app.ts'
import { Refusal } from '../../../platform/actions.ts'
import { engines, sqlite } from '../../../tests/support/databases.ts'
import { act, openTestApp } from '../../../tests/support/desk.ts'
import {
  enterOwnContent,
  openIssue,
  reply,
  sendTestIssue,
  slug as sent,
  startSmtpServer,
} from '../../../tests/support/sending.ts'
import { addSubscribers } from '../../../tests/support/subscribers.ts'
import { unsubscribe } from '../routes.ts'

const slug = 'saas-trends-2025'
const asGiven = { confirm: 3 }

test.each(engines)('an issue is sent to the confirmed number, or the owner sees why not: $name', async (engine) => {
  const app = await openTestApp(await engine.createPlace())
  const send = (words: object = {}) => act(app, 'issue.send', { slug, ...asGiven, ...words })
  await expect(send()).rejects.toThrow('The issue has no postal address, which the law requires')
  const postal = { state: 'wrong', text: expect.stringContaining('no postal address') }
  expect((await act(app, 'issue.status', { slug })).dryRun?.checks).toContainEqual(postal)
  await act(app, 'outbox.pause', { reason: 'restored' })
  await expect(send()).rejects.toThrow('The outbox is paused: restored.')
  await act(app, 'outbox.resume', { confirm: 0 })
  enterOwnContent()
  await expect(send()).rejects.toThrow('There are no active subscribers yet.')
  await addSubscribers(app.database, 3)
  await expect(send({ confirm: 2 })).rejects.toThrow('The list now has 3 active subscribers, not 2. Nothing was sent.')
  expect(await app.database.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  await sendTestIssue(app, 3)
  const last = (set: object) => app.database.write((tx) => tx.updateTable('issues').set(set).execute())
  await last({ from_name: 'Other Studio' })
  await expect(send()).rejects.toThrow(
    /know the newsletter from “Other Studio” .*\. This issue would come from “Kitewright”/,
  )
  await last({ from_name: 'Kitewright', database_id: 'another' })
  await expect(send()).rejects.toThrow('was sent from another database, so this is a copy')
  const unsure = { state: 'unsure', text: expect.stringContaining('another database') }
  const status = await act(app, 'issue.status', { slug })
  expect(status).toMatchObject({ dryRun: { subscribers: 3, durationMs: 1_000, checks: [unsure, {}, {}, {}, {}] } })
  expect(await send({ fromHere: true })).toMatchObject({ subscribers: 3 })
  const from = { from_name: 'Kitewright', from_address: 'hello@kitewright.example', state: 'sending' }
  const issue = app.database.db.selectFrom('issues').selectAll().where('slug', '=', slug)
  expect(await issue.execute()).toMatchObject([{ ...from, database_id: app.database.identity }])
  await expect(send({ fromHere: true })).rejects.toThrow('You can send an article only once.')
})

test('an issue’s status stays the same while nothing happens', async () => {
  const { app } = await openIssue(undefined, { subscribers: 9 })
  const shown = async () =>
    JSON.stringify([await act(app, 'issue.status', { slug: sent }), await act(app, 'issue.list', {})])
  const before = await shown()
  app.clock.now += 3_000
  expect(await shown()).toBe(before)
})

test('shows a sent issue as it was sent, and sends a test with a harmless unsubscribe link', async () => {
  const server = await startSmtpServer({}, () => (server.received.length > 0 ? reply(554, 'no more today') : null))
  const app = await openTestApp(await sqlite.createPlace(), { SMTP_URL: server.url })
  await addSubscribers(app.database, 1)
  await sendTestIssue(app, 1)
  const { html } = await act(app, 'issue.preview', { slug: sent })
  expect(html).toMatch(/^<p>A text<\/p><a href="http:\/\/localhost:4321\/newsletter\/unsubscribe\?key=preview">/)
  const test = (address: string) => act(app, 'issue.test', { slug, address })
  expect(await test(' ada@example.com ')).toMatchObject({ answer: expect.stringMatching(/^250/) })
  expect((await act(app, 'issue.status', { slug })).dryRun).toMatchObject({ testedAt: app.clock.now })
  const [email] = server.received
  expect(email?.envelope.to).toEqual(['ada@example.com'])
  const words = (text = '') => text.replaceAll(/key=\S+/g, '').trim()
  expect(words(email?.text)).toBe(words((await act(app, 'issue.preview', { slug })).text))
  const [, link = ''] = /^List-Unsubscribe: <([^>]+)>\r\nList-Unsubscribe-Post: /m.exec(email?.raw ?? '') ?? []
  expect(email?.html).toContain(`href="${link}"`)
  expect(await unsubscribe(app, new URL(link).searchParams.get('key') ?? '')).toBe('ended')
  await expect(test('bea@example.com')).rejects.toThrow('no more today')
  for (const address of ['ada', 'a@example.com, b@example.com', 'a@example.com\r\nBcc: b@example.com', 'A <a@b.c>'])
    await expect(test(address)).rejects.toThrow('isn’t an email address')
  await act(app, 'outbox.pause', { reason: 'a restored copy' })
  await expect(test('bea@example.com')).rejects.toThrow('a restored copy')
  expect(server.received).toHaveLength(1)
})

test.each(engines)('an issue has its own subject and preview text until it’s sent: $name', async (engine) => {
  const app = await openTestApp(await engine.createPlace())
  enterOwnContent()
  await addSubscribers(app.database, 2)
  const edit = (words: object) => act(app, 'issue.edit', { slug, ...words })
  const article = await act(app, 'issue.status', { slug })
  expect(await edit({ subject: 'Trends,\nwith numbers', preview: 'What I’d build.' })).toEqual({
    subject: 'Trends, with numbers',
    preview: 'What I’d build.',
  })
  await expect(edit({ subject: 'x'.repeat(151) })).rejects.toThrow('must have at most 150 characters')
  expect(await edit({ subject: '' })).toEqual({ subject: article.title, preview: 'What I’d build.' })
  const at = '2026-11-21 19:30'
  const send = (words: object) => act(app, 'issue.send', { slug, ...words })
  await expect(send({ at })).rejects.toThrow(/would go to 2 active subscribers on Saturday, November 21, 2026, /)
  await expect(send({ at: '2026-11-20 14:55', confirm: 2 })).rejects.toThrow('2026-11-20 14:55 has passed.')
  await expect(send({ at: '2026-11-31 10:00', confirm: 2 })).rejects.toThrow('isn’t a time in 5-minute steps')
  await send({ at, confirm: 2 })
  await send({ at: '2026-11-21 20:00' })
  await edit({ subject: 'Later words' })
  const row = app.database.db.selectFrom('issues').selectAll()
  expect(await row.execute()).toMatchObject([
    { state: 'scheduled', subject: 'Later words', next_at: Date.parse('2026-11-21T20:00:00+05:30') },
  ])
  const { html } = await act(app, 'issue.preview', { slug })
  expect(html).toContain('<title>Later words</title>')
  expect(html).toContain('>What I’d build. ')
  expect(await act(app, 'issue.status', { slug })).toMatchObject({
    ...{ subject: 'Later words', own: { subject: 'Later words', preview: 'What I’d build.' } },
    ...{ status: { state: 'scheduled', skipped: 0, hints: [] }, dryRun: { testedAt: null } },
  })
  await send({ confirm: 2 })
  await expect(edit({ subject: 'Too late' })).rejects.toThrow('You can send an article only once.')
})

test('an error in the content hides neither other articles nor sent issues, and a fix shows immediately', async () => {
  const { app } = await openIssue()
  app.clock.now = Date.now()
  const content = join(enterOwnContent(), 'content')
  const words = async () =>
    Object.fromEntries((await act(app, 'issue.list', {})).issues.map((each) => [each.slug, each.status]))
  const draft = join(content, 'articles/next/index.md')
  const description = 'What comes next. '.repeat(4)
  const fields = `---\ntitle: Next\ndescription: ${description}\ndate: 2026-01-01\ndraft: true\ntags: [SaaS]\n---\n`
  mkdirSync(join(content, 'articles/next'))
  writeFileSync(draft, `${fields}Words`)
  expect(await words()).toMatchObject({ [sent]: 'going out', [slug]: 'draft', next: 'not published' })
  const next = act(app, 'issue.send', { slug: 'next', ...asGiven })
  await expect(next).rejects.toThrow('next isn’t published: draft.')
  writeFileSync(draft, fields)
  expect((await act(app, 'issue.list', {})).problems).toEqual([expect.stringContaining('has no body')])
  expect(await words()).toMatchObject({ [sent]: 'going out', [slug]: 'draft' })
  rmSync(join(content, 'studio.yaml'))
  expect(await words()).toEqual({ [sent]: 'going out' })
  await act(app, 'issue.pause', { slug: sent })
  const missing = act(app, 'issue.send', { slug, ...asGiven })
  await expect(missing).rejects.toThrow('content/studio.yaml: there is no such file')
})

test.each(['../saas-trends-2025', '__proto__'])('there is no article %j', async (slug) => {
  const app = await openTestApp(await sqlite.createPlace())
  const all = [
    ...(['issue.status', 'issue.preview', 'issue.log', 'issue.pause', 'issue.cancel'] as const).map((name) =>
      act<keyof DeskActions>(app, name, { slug }),
    ),
    act(app, 'issue.send', { slug, ...asGiven }),
    act(app, 'issue.test', { slug, address: 'ada@example.com' }),
    act(app, 'issue.retry', { slug, failed: true }),
  ]
  for (const each of await Promise.allSettled<unknown>(all)) expect(each).toMatchObject({ reason: expect.any(Refusal) })
})
