import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { openTestApp, type TestApp, type TestOptions, visitor } from '../../tests/support/desk.ts'
import { leavingLink, newestLink, openLink } from '../../tests/support/email-links.ts'
import { postJson } from '../../tests/support/http.ts'
import { startSmtpServer } from '../../tests/support/sending.ts'
import { readConfirmKey } from './links.ts'
import { subscribe } from './sign-up.ts'

const dayMs = 24 * 3_600_000
const email = 'ada@example.com'

async function answerTo(app: TestApp, values: object, sender = '203.0.113.7') {
  const response = await postJson(app, values, { form: 'newsletter', sender })
  return { status: response.status, ...(await response.json()) }
}

const rowsOf = ({ database: { db } }: TestApp) =>
  db.selectFrom('subscribers').selectAll().orderBy('created_at').execute()

/** All emails except those that are rate-limited. */
const emailsOf = async ({ database: { db } }: TestApp) =>
  (await db.selectFrom('outbox').selectAll().where('details', 'is', null).execute()).map(
    ({ kind, to_address }) => `${kind} ${to_address}`,
  )

describe.each(engines)('a sign-up on $name', (engine) => {
  const open = async (limits: TestOptions['limits'] = {}) => openTestApp(await engine.createPlace(), {}, { limits })

  test('waits for confirmation with its consent, and sends one email', async () => {
    const app = await open()
    const values = { email: ` ${email}\n`, requestId: 'key-1', page: '/blog' }
    const reference = expect.stringMatching(/^NL-[2-9A-HJKMNP-TV-Z]{8}$/)
    expect(await answerTo(app, values)).toMatchObject({ status: 200, ok: true, reference })
    const consent_words =
      'Kitewright’s newsletter: an occasional article on building and pricing SaaS. Unsubscribe anytime. [Subscribe]'
    const consent = { consent_words, consent_page: '/blog', consent_network: '203.0.113.0/24', consent_at: app.now() }
    const row = { reference, email, state: 'pending', request_key: 'key-1', confirmed_at: null, created_at: app.now() }
    expect(await rowsOf(app)).toMatchObject([{ ...row, ...consent, id: expect.stringMatching(/^[\w-]{22}$/) }])
    expect(await emailsOf(app)).toEqual([`newsletter-confirmation ${email}`])
  })

  test('submitted again with its key has no effect and isn’t counted', async () => {
    const app = await open({ newsletterPosts: { address: 2 } })
    const first = await answerTo(app, { email, requestId: 'key-1' })
    app.clock.now += dayMs
    for (let n = 0; n < 4; n++) expect(await answerTo(app, { email, requestId: 'key-1' })).toEqual(first)
    expect(await emailsOf(app)).toHaveLength(1)
    await openLink(app, 'unsubscribe', 'POST', await leavingLink(app))
    expect(await answerTo(app, { email, requestId: 'key-1' })).toEqual(first)
    expect(await rowsOf(app)).toMatchObject([{ state: 'pending' }])
    expect(await emailsOf(app)).toHaveLength(1)
  })

  test('of a known address, in any spelling, has the same answer and one email a day', async () => {
    const app = await open()
    const first = await answerTo(app, { email, page: '/mine' })
    app.clock.now += dayMs - 1
    expect(await answerTo(app, { email: 'ADA@example.com', page: '/theirs' }, '198.51.100.1')).toEqual(first)
    // Keeps the consent that the stored email asks to confirm.
    expect(await rowsOf(app)).toMatchObject([{ consent_page: '/mine', consent_network: '203.0.113.0/24' }])
    expect(await emailsOf(app)).toHaveLength(1)
    app.clock.now += 1
    expect(await answerTo(app, { email, page: '/later' }, '198.51.100.2')).toEqual(first)
    expect(await emailsOf(app)).toHaveLength(2)
    expect(await rowsOf(app)).toMatchObject([{ consent_page: '/later', consent_at: app.clock.now }])
  })

  test('with the hidden field filled is suspicious and gets the same answer, but no email', async () => {
    const app = await open()
    const signs = { website: 'https://pills.example' }
    const suspicious = await answerTo(app, { email, ...signs })
    expect(await rowsOf(app)).toMatchObject([{ state: 'suspicious', reasons: '["the hidden field was filled"]' }])
    expect(await emailsOf(app)).toEqual([])
    expect(await answerTo(app, { email })).toEqual(suspicious)
    expect(await rowsOf(app)).toMatchObject([{ state: 'pending', reasons: '[]' }])
    expect(await emailsOf(app)).toHaveLength(1)
    await answerTo(app, { email, ...signs }, '198.51.100.1')
    expect(await rowsOf(app)).toMatchObject([{ state: 'pending' }])
  })

  test('is refused once a sender has sent too many', async () => {
    const app = await open({ newsletterPosts: { address: 2 } })
    for (const [n, status] of [200, 200, 429].entries())
      expect(await answerTo(app, { email: `reader${n}@example.com` })).toMatchObject({ status })
    expect(await rowsOf(app)).toHaveLength(2)
  })
})

test('a sign-up with an invalid address is refused with the reason', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const refused = { status: 422, ok: false, fields: { email: expect.any(String) } }
  for (const wrong of ['a@b.example, c@d.example', ['a@b.example']])
    expect(await answerTo(app, { email: wrong })).toMatchObject({ ...refused, message: expect.any(String) })
  expect(await answerTo(app, {})).toMatchObject({ ...refused, message: 'Please fill in all fields' })
  expect(await rowsOf(app)).toEqual([])
})

test('a sign-up and its link respond with 503 while the database is read-only', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await answerTo(app, { email })
  const link = await newestLink(app)
  const tries = async () => [
    await answerTo(app, { email: 'bea@x.example' }),
    await openLink(app, 'confirm', 'POST', link),
  ]
  await sql`pragma query_only = on`.execute(app.database.db)
  expect(await tries()).toMatchObject([
    { status: 503, ok: false },
    { status: 503, state: 'unavailable' },
  ])
  await sql`pragma query_only = off`.execute(app.database.db)
  expect(await tries()).toMatchObject([{ status: 200 }, { status: 200, state: 'confirmed' }])
})

test('the emails have one link, one-click headers for subscribers (RFC 8058), and no visitor input', async () => {
  const siteUrl = 'https://a-studio-with-a-rather-long-name.of-kites-and-threads.example'
  const server = await startSmtpServer()
  const app = await openTestApp(await sqlite.createPlace(), { SMTP_URL: server.url, SITE_URL: siteUrl })
  const signUpAgain = async () => {
    await subscribe(app, { email }, { ...visitor, page: '/?utm_source=buy+pills' })
    await app.outbox.sendDue()
    return server.received.at(-1)
  }
  const asking = await signUpAgain()
  expect(asking?.subject).toBe('Please confirm your subscription')
  const links = asking?.text?.match(/https:\S+key=\S+/g) ?? []
  expect(links).toEqual([expect.stringMatching(`^${siteUrl}/newsletter/confirm\\?key=`)])
  const key = readConfirmKey(app.linkKey, new URL(links[0] ?? '').searchParams.get('key') ?? '')
  expect(key).toMatchObject({ endsAt: app.clock.now + 7 * dayMs })
  const anchors = [...(asking?.html?.matchAll(/<a href="([^"]*key=[^"]*)"[^>]*>([^<]*)<\/a>/g) ?? [])]
  expect(anchors.map(([, href, words]) => [href, words])).toEqual([[links[0], 'Confirm subscription']])
  expect(asking?.text).toContain('works for 7 days')
  expect(asking?.raw).not.toMatch(/pills|203\.0\.113/)
  expect(asking?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')

  await app.database.db.updateTable('subscribers').set({ state: 'confirmed' }).execute()
  app.clock.now += dayMs
  const message = await signUpAgain()
  const { href: link } = await leavingLink(app)
  expect(message).toMatchObject({ subject: 'You’re already subscribed', text: expect.stringContaining(link) })
  expect(message?.raw).toContain(`\r\nList-Unsubscribe: <${link}>\r\n`)
  expect(message?.raw).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
})
