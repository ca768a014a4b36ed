import { sql } from 'kysely'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { engines, sqlite } from '../../../tests/support/databases.ts'
import { openTestApp, type TestApp, type TestOptions, visitor } from '../../../tests/support/desk.ts'
import { postJson, postPlain } from '../../../tests/support/post-form.ts'
import { startSmtpServer } from '../../../tests/support/sending.ts'
import { readFacts } from '../../content/facts/facts.ts'
import { readNewsletter } from '../../content/newsletter.ts'
import { NewsletterForm } from './NewsletterForm.tsx'
import { subscribe } from './newsletter.service.ts'
import { readConfirmKey, unsubscribeLink } from './newsletter-links.ts'

const dayMs = 24 * 3_600_000
const email = 'ada@example.com'
const texts = readNewsletter(readFacts())

function signUp(app: TestApp, values: object, sender = '203.0.113.7'): Promise<Response> {
  return postJson(app, values, { form: 'newsletter', sender })
}

async function answerTo(app: TestApp, values: object, sender?: string) {
  const response = await signUp(app, values, sender)
  return { status: response.status, ...(await response.json()) }
}

function rowsOf({ database: { db } }: TestApp) {
  return db.selectFrom('subscribers').selectAll().orderBy('created_at').execute()
}

async function mailsOf({ database: { db } }: TestApp): Promise<string[]> {
  const rows = await db.selectFrom('outbox').selectAll().orderBy('created_at').execute()
  return rows.map(({ kind, to_address }) => `${kind} ${to_address}`)
}

describe('the form', () => {
  const html = (props: Partial<Parameters<typeof NewsletterForm>[0]> = {}) =>
    renderToStaticMarkup(<NewsletterForm id="letter" texts={texts.form} {...props} />)

  test('asks for one address, and says above it what is agreed to', () => {
    const withHeading = html({ heading: 'Letters' }).replaceAll(/<\/?span[^>]*>/g, '')
    expect(withHeading).toMatch(/<form[^>]* action="\/api\/newsletter"/)
    expect(withHeading).toContain(`<h2>Letters</h2><p>${texts.form.consent}`)
    const label = '<label for="letter-email">Your e-mail</label>'
    expect(withHeading).toMatch(new RegExp(`${label}<input id="letter-email" required=""[^>]* type="email"`))
  })

  test('shows a wrong address again with what is wrong beside it, once', () => {
    const wrong = html({ values: { email: 'a"b' }, errors: { message: 'No address', fields: { email: 'No address' } } })
    expect(wrong).toContain('value="a&quot;b"')
    expect(wrong.match(/No address/g)).toHaveLength(1)
    expect(html({ errors: { message: 'Not now', fields: {} } })).toContain('role="alert">Not now</p>')
  })
})

describe.each(engines)('a sign-up on $name', (engine) => {
  const open = async (limits: TestOptions['limits'] = {}) => openTestApp(await engine.createPlace(), {}, { limits })

  test('waits for its confirmation with what was agreed to, and one email asks for it', async () => {
    const app = await open()
    const values = { email: ` ${email}\n`, requestId: 'key-1', page: '/blog' }
    const reference = expect.stringMatching(/^NL-[2-9A-HJKMNP-TV-Z]{8}$/)
    expect(await answerTo(app, values)).toEqual({ status: 200, ok: true, reference })
    expect(await rowsOf(app)).toEqual([
      {
        id: expect.stringMatching(/^[\w-]{22}$/),
        reference,
        email,
        email_key: email,
        state: 'pending',
        reasons: '[]',
        request_key: 'key-1',
        consent_words:
          'Kitewright’s newsletter: new articles on building and pricing SaaS, now and then. Unsubscribe any time. [Subscribe]',
        consent_page: '/blog',
        consent_network: '203.0.113.0/24',
        consent_at: app.clock.now,
        confirmed_at: null,
        unsubscribed_at: null,
        created_at: app.clock.now,
      },
    ])
    expect(await mailsOf(app)).toEqual([`newsletter-confirmation ${email}`])
  })

  test('of one address that comes 20 times at once is one row and one email', async () => {
    const app = await open()
    const answers = Array.from({ length: 20 }, (_, n) => answerTo(app, { email }, `198.51.100.${n}`))
    expect(new Set((await Promise.all(answers)).map((each) => JSON.stringify(each))).size).toBe(1)
    expect([(await rowsOf(app)).length, await mailsOf(app)]).toEqual([1, [`newsletter-confirmation ${email}`]])
  })

  test('that comes again under its key has no effect and isn’t counted', async () => {
    const app = await open({ newsletterPosts: { max: 2 } })
    const first = await answerTo(app, { email, requestId: 'key-1' })
    app.clock.now += dayMs
    for (let n = 0; n < 4; n++) expect(await answerTo(app, { email, requestId: 'key-1' })).toEqual(first)
    expect(await mailsOf(app)).toHaveLength(1)
  })

  test('of a known address has the same answer, however it is written, and one email a day', async () => {
    const app = await open()
    const first = await answerTo(app, { email, page: '/mine' })
    app.clock.now += dayMs - 1
    expect(await answerTo(app, { email: 'ADA@example.com', page: '/theirs' }, '198.51.100.1')).toEqual(first)
    // The consent that is kept is the one that the email asks to confirm.
    expect(await rowsOf(app)).toMatchObject([{ consent_page: '/mine', consent_network: '203.0.113.0/24' }])
    expect(await mailsOf(app)).toHaveLength(1)
    app.clock.now += 1
    expect(await answerTo(app, { email, page: '/later' }, '198.51.100.2')).toEqual(first)
    expect(await mailsOf(app)).toHaveLength(2)
    expect(await rowsOf(app)).toMatchObject([{ consent_page: '/later', consent_at: app.clock.now }])
  })

  test.each([
    ['fills the hidden field', { website: 'https://pills.example' }, '["the hidden field was filled"]'],
    ['is faster than a person', { elapsedMs: 1_767.399 }, '["it was sent after 1.7 s"]'],
  ])(
    'by something that %s is held with the same answer and no email, until a person comes',
    async (_, signs, reasons) => {
      const app = await open()
      const held = await answerTo(app, { email, ...signs })
      expect(await rowsOf(app)).toMatchObject([{ state: 'held', reasons }])
      expect(await mailsOf(app)).toEqual([])
      expect(await answerTo(app, { email })).toEqual(held)
      expect(await rowsOf(app)).toMatchObject([{ state: 'pending', reasons: '[]' }])
      expect(await mailsOf(app)).toHaveLength(1)
      await answerTo(app, { email, ...signs }, '198.51.100.1')
      expect(await rowsOf(app)).toMatchObject([{ state: 'pending' }])
    },
  )

  test('is refused with a time when one network has sent too many, and taken after that time', async () => {
    const app = await open({ newsletterPosts: { max: 3 } })
    const post = (n: number, sender: string) => signUp(app, { email: `reader${n}@example.com` }, sender)
    for (let n = 0; n < 3; n++) expect((await post(n, '2001:db8::1')).status).toBe(200)
    app.clock.now += 1_500
    const refused = await post(100, '2001:db8::ffff')
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '599'])
    expect(await rowsOf(app)).toHaveLength(3)
    app.clock.now += 599_000
    expect((await post(100, '2001:db8::ffff')).status).toBe(200)
  })
})

describe('a sign-up', () => {
  const open = async (variables = {}) => openTestApp(await sqlite.createPlace(), variables)

  test('without JavaScript leads to the thanks, and a bad address back to the form with what is wrong', async () => {
    const app = await open()
    const post = (address: string) => postPlain(app, { email: address }, {}, { form: 'newsletter' })
    const stored = await post(email)
    expect(stored.status).toBe(303)
    expect(stored.headers.get('location')).toMatch(/^\/newsletter\/subscribed\?reference=NL-[0-9A-Z]{8}$/)
    const wrong = await post('zoe@nowhere')
    expect(wrong.status).toBe(422)
    const fields = { email: expect.stringContaining('name@example.com') }
    const shown = { values: { email: 'zoe@nowhere' }, errors: { fields } }
    expect(await wrong.json()).toMatchObject({ page: '/newsletter', shown })
  })

  test('without an address is answered as the contract says', async () => {
    const app = await open()
    const fields = { email: 'Please fill in this field' }
    for (const values of [{}, { email: '' }, { email: '  ' }, { email: null }])
      expect(await answerTo(app, values)).toEqual({
        status: 422,
        ok: false,
        message: 'Please fill in all fields',
        fields,
      })
  })

  test.each([
    'ada',
    'ada@example',
    'a b@example.com',
    'a@b.example, c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    'a\0@b.example',
    `${'x'.repeat(250)}@b.example`,
    ['a@b.example'],
    { a: 1 },
    7,
  ])('with %j is refused', async (wrong) => {
    const app = await open()
    expect(await answerTo(app, { email: wrong })).toMatchObject({ status: 422, fields: { email: expect.any(String) } })
    expect(await rowsOf(app)).toEqual([])
  })

  test('while the database can’t be written is asked to come later, and taken then', async () => {
    const app = await open()
    await sql`pragma query_only = on`.execute(app.database.db)
    expect(await answerTo(app, { email })).toMatchObject({ status: 503, ok: false })
    await sql`pragma query_only = off`.execute(app.database.db)
    expect(await answerTo(app, { email })).toMatchObject({ status: 200 })
  })
})

describe('the email', () => {
  const siteUrl = 'https://a-studio-with-a-rather-long-name.of-kites-and-threads.example'

  async function openWithServer() {
    const server = await startSmtpServer()
    return { server, app: await openTestApp(await sqlite.createPlace(), { SMTP_URL: server.url, SITE_URL: siteUrl }) }
  }

  test('that asks to confirm has one link, in text and HTML, and no word of whoever asked for it', async () => {
    const { app, server } = await openWithServer()
    await subscribe(app.newsletter, { email: 'Ada@MÜNCHEN.example' }, { ...visitor, page: '/?utm_source=buy+pills' })
    await app.outbox.sendDue()
    const [mail] = server.received
    const from = { name: 'Kitewright', address: 'hello@kitewright.example' }
    expect(mail).toMatchObject({ from, subject: 'Please confirm your subscription' })
    expect(mail?.raw).toContain('\r\nTo: Ada@xn--mnchen-3ya.example\r\n')
    const links = mail?.text?.match(/https:\S+key=\S+/g) ?? []
    expect(links).toHaveLength(1)
    const link = new URL(links[0] ?? '')
    expect(`${link.origin}${link.pathname}`).toBe(`${siteUrl}/newsletter/confirm`)
    const key = readConfirmKey(app.newsletter.links, link.searchParams.get('key') ?? '')
    expect(key).toMatchObject({ endsAt: app.clock.now + 7 * dayMs })
    const anchors = [...(mail?.html?.matchAll(/<a href="([^"]*key=[^"]*)"[^>]*>([^<]*)<\/a>/g) ?? [])]
    // A button, and the address below it.
    expect(anchors.map(([, href, words]) => [href, words])).toEqual([
      [link.href, 'Confirm the subscription'],
      [link.href, link.href],
    ])
    expect(mail?.text).toContain('works for 7 days')
    expect(mail?.raw).not.toMatch(/pills|203\.0\.113/)
    expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated')
  })

  test('to a subscriber has the headers of one-click unsubscribing, each on one line (RFC 8058)', async () => {
    const { app, server } = await openWithServer()
    await subscribe(app.newsletter, { email }, visitor)
    await app.database.db.updateTable('subscribers').set({ state: 'confirmed' }).execute()
    app.clock.now += dayMs
    await subscribe(app.newsletter, { email }, visitor)
    await app.outbox.sendDue()
    const mail = server.received.find(({ subject }) => subject === 'You’re already subscribed')
    const [{ id = '' } = {}] = await rowsOf(app)
    const link = unsubscribeLink(app.newsletter.links, id)
    expect(link).toMatch(/^https:\/\/[\x21-\x7e]+\/newsletter\/unsubscribe\?key=[\w.-]+$/)
    expect(mail?.text).toContain(link)
    expect(mail?.raw).toContain(`\r\nList-Unsubscribe: <${link}>\r\n`)
    expect(mail?.raw).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  })
})
