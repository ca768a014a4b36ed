import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { siteContent } from '../../src/content/site-content.ts'
import { sendTest } from '../../src/features/newsletter/issue/article-issue.ts'
import { unsubscribe } from '../../src/features/newsletter/mail-link.route.ts'
import { readUnsubscribeKey } from '../../src/features/newsletter/newsletter-links.ts'
import { issueDeps } from '../../src/issue-deps.ts'
import { mute } from '../../src/server/mail/mute.ts'
import { sqlite } from '../../tests/support/databases.ts'
import { openTestApp } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { reply, startSmtpServer } from '../../tests/support/smtp-server.ts'
import { findArticle } from './article-letter.ts'

const slug = 'saas-trends-2025'

test('preview writes the letter in its forms, and tells the links that a reader would follow', async () => {
  const place = await sqlite.createPlace()
  const { code, stdout, stderr } = await runStudio(place, ['issue', 'preview', slug, '--json'])
  const folder = join(place.dataDir, 'preview', slug)
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({
    code: 0,
    slug,
    files: ['html', 'txt', 'eml'].map((form) => ({
      path: join(folder, `letter.${form}`),
      bytes: readFileSync(join(folder, `letter.${form}`)).length,
    })),
    links: expect.arrayContaining(['http://localhost:4321/blog/saas-trends-2025']),
  })
  expect(stderr).toContain('has no postalAddress')
  expect(existsSync(join(place.dataDir, 'kitewright.sqlite'))).toBe(false)
})

test('a slug that no article has is answered with those that there are', () => {
  expect(() => findArticle('../saas')).toThrow(
    /no article \.\.\/saas that is out\. There are:\n(.*\n)* {2}saas-trends-2025/,
  )
})

test('test sends the letter as a reader gets it, with a way to leave that concerns nobody', async () => {
  const server = await startSmtpServer()
  const app = await openTestApp(await sqlite.createPlace(), { SMTP_URL: server.url, SITE_URL: 'https://s.example' })
  expect(await sendTest(issueDeps(app, siteContent()), findArticle(slug), 'ada@example.com')).toMatch(/^250/)
  const [mail] = server.received
  expect(mail).toMatchObject({ subject: findArticle(slug).title, envelope: { to: ['ada@example.com'] } })
  expect(mail?.raw).toContain('\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  const [, link = ''] = /^List-Unsubscribe: <([^>]+)>\r$/m.exec(mail?.raw ?? '') ?? []
  expect(mail?.html).toContain(`href="${link}"`)
  expect(mail?.text).toContain(`Unsubscribe: ${link}\n`)
  const key = new URL(link).searchParams.get('key') ?? ''
  expect(readUnsubscribeKey(app.newsletter.links, key)).toBeDefined()
  expect(await unsubscribe(app.newsletter, key)).toBe('ended')
  expect(await app.database.db.selectFrom('suppressions').selectAll().execute()).toEqual([])
})

test('test tells in whose words the letter was refused', async () => {
  const server = await startSmtpServer({}, () => reply(554, 'no letters on Fridays'))
  const app = await openTestApp(await sqlite.createPlace(), { SMTP_URL: server.url })
  await expect(sendTest(issueDeps(app, siteContent()), findArticle(slug), 'ada@example.com')).rejects.toThrow(
    /^The mail server does not take the issue\. It said: .*554 no letters on Fridays/,
  )
})

test('a muted copy sends no test either', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await app.database.write((tx) => mute(tx, { because: 'this is a restored copy', since: 0 }))
  await expect(sendTest(issueDeps(app, siteContent()), findArticle(slug), 'ada@example.com')).rejects.toThrow(
    'this is a restored copy',
  )
})
