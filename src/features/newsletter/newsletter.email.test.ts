import { expect, test } from 'vitest'
import { sqlite } from '../../../tests/support/databases.ts'
import { openTestApp, visitor } from '../../../tests/support/desk.ts'
import { startSmtpServer } from '../../../tests/support/smtp-server.ts'
import { subscribe } from './newsletter.service.ts'
import { readConfirmKey, unsubscribeHeaders, unsubscribeLink } from './newsletter-links.ts'

const siteUrl = 'https://a-studio-with-a-rather-long-name.of-kites-and-threads.example'

async function openWithServer() {
  const server = await startSmtpServer()
  const app = await openTestApp(await sqlite.createPlace(), { SMTP_URL: server.url, SITE_URL: siteUrl })
  return { app, server }
}

test('a new reader gets one mail with one link, in text and HTML, and no word of whoever asked for it', async () => {
  const { app, server } = await openWithServer()
  const context = { ...visitor, page: '/?utm_source=buy+pills' }
  await subscribe(app.newsletter, { email: 'Ada@MÜNCHEN.example' }, context)
  await app.outbox.sendDue()
  const [mail] = server.received
  expect(mail).toMatchObject({
    from: { name: 'Kitewright', address: 'hello@kitewright.example' },
    subject: 'Please confirm your subscription',
  })
  expect(mail?.raw).toContain('\r\nTo: Ada@xn--mnchen-3ya.example\r\n')
  const links = mail?.text?.match(/https:\S+key=\S+/g) ?? []
  expect(links).toHaveLength(1)
  const link = new URL(links[0] ?? '')
  expect(`${link.origin}${link.pathname}`).toBe(`${siteUrl}/newsletter/confirm`)
  expect(readConfirmKey(app.newsletter.links, link.searchParams.get('key') ?? '')).toMatchObject({
    endsAt: app.clock.now + 7 * 24 * 3_600_000,
  })
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

test('a mail to somebody on the list carries the headers of one-click unsubscribing, each on one line', async () => {
  const { app, server } = await openWithServer()
  await subscribe(app.newsletter, { email: 'ada@example.com' }, visitor)
  await app.database.db.updateTable('subscribers').set({ state: 'confirmed' }).execute()
  app.clock.now += 24 * 3_600_000
  await subscribe(app.newsletter, { email: 'ada@example.com' }, visitor)
  await app.outbox.sendDue()
  const mail = server.received.find(({ subject }) => subject === 'You’re already subscribed')
  const { id = '' } = (await app.database.db.selectFrom('subscribers').select('id').executeTakeFirst()) ?? {}
  const link = unsubscribeLink(app.newsletter.links, id)
  expect(mail?.text).toContain(link)
  expect(mail?.raw).toContain(`\r\nList-Unsubscribe: <${link}>\r\n`)
  expect(mail?.raw).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
})

test('the headers of a letter are those of RFC 2369 and RFC 8058', () => {
  const link = unsubscribeLink({ siteUrl, linkKey: 'secret' }, 'reader')
  expect(unsubscribeHeaders(link)).toEqual({
    'List-Unsubscribe': expect.stringMatching(/^<https:\/\/[\x21-\x7e]+\/newsletter\/unsubscribe\?key=[\w.-]+>$/),
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})
