import { putOwnContent } from '../support/content.ts'
import { openSmtpServer, type ReceivedMail, type TestSmtpServer } from '../support/open-smtp-server.ts'
import { linksOf, readerOf } from '../support/readers.ts'
import { spawnStudio } from '../support/run-studio.ts'
import { expect, test as onSite, openFooter } from '../support/site.ts'
import { startSite } from '../support/start-site.ts'

/** The site with a mail server, and a pace that is none. */
const test = onSite.extend<object, { mailServer: TestSmtpServer }>({
  mailServer: [
    async ({}, use) => {
      const server = await openSmtpServer()
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ mailServer }, use) => {
      const site = await startSite({ TRUSTED_PROXIES: '1', SMTP_URL: mailServer.url })
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
})

const [first, second] = ['saas-mvp-cost-guide', 'mvp-development-guide']
const [zoe, max, ida] = ['zoe@reader.example', 'max@reader.example', 'ida@reader.example']

/** Of the site's own address, which is another one in a test. */
function pathOf(link = ''): string {
  const { pathname, search } = new URL(link)
  return pathname + search
}

test('a reader subscribes, confirms, gets an issue and leaves; the owner sends it with one command', async ({
  page,
  request,
  site,
  mailServer: { received, waitFor },
}, testInfo) => {
  const place = { dataDir: site.dataDir, databaseUrl: undefined }
  const folder = putOwnContent(testInfo.outputDir)
  const send = (slug: string, confirm: number) =>
    spawnStudio(place, ['issue', 'send', slug, '--confirm', `${confirm}`], {}, '', folder)
  const mailsTo = (address: string): ReceivedMail[] => received.filter(({ envelope }) => envelope.to[0] === address)
  const join = async (email: string) => {
    await request.post('/api/newsletter', { data: { email } })
    await request.post(linksOf(site.dataDir, email).confirm)
  }

  const { form, email, send: subscribe } = await openFooter(page)
  await email.fill(zoe)
  await subscribe.click()
  await expect(form.getByRole('alert')).toContainText('Thank you for subscribing')
  await waitFor(1)
  await page.goto(pathOf(/\S+\/newsletter\/confirm\S+/.exec(mailsTo(zoe)[0]?.text ?? '')?.[0]))
  await page.getByRole('button', { name: 'Confirm the subscription' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are on the list')
  await join(max)
  await waitFor(2)

  expect(await send(first, 2)).toMatchObject({ code: 0, stderr: expect.stringContaining('on its way to 2 readers') })
  await waitFor(4)
  const [zoes, maxs] = [mailsTo(zoe)[1], mailsTo(max)[1]]
  for (const mail of [zoes, maxs]) {
    expect(mail?.subject).toBe('What a SaaS MVP costs and why quotes differ tenfold')
    for (const part of [mail?.html, mail?.text]) {
      expect(part).toMatch(/quotes/)
      expect(part).toContain('/newsletter/unsubscribe?key=')
    }
    expect(mail?.raw).toMatch(/^List-Unsubscribe: <\S+>\r?$/m)
    expect(mail?.raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m)
  }

  // As a mail program does it: no page was opened, there is neither a cookie nor an Origin.
  const oneClick = /^List-Unsubscribe: <(\S+)>/m.exec(zoes?.raw ?? '')?.[1]
  const left = await fetch(site.url + pathOf(oneClick), {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    redirect: 'manual',
  })
  expect(left.status).toBe(200)
  expect(readerOf(site.dataDir, zoe)).toMatchObject({ state: 'unsubscribed' })

  await page.goto(pathOf(/https?:\/\/\S+\/newsletter\/unsubscribe\?key=[\w.-]+/.exec(maxs?.text ?? '')?.[0]))
  expect(readerOf(site.dataDir, max)).toMatchObject({ state: 'confirmed' })
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have left the list')

  await join(ida)
  await waitFor(5)
  expect(await send(second, 1)).toMatchObject({ code: 0 })
  await waitFor(6)
  expect([zoe, max, ida].map((address) => mailsTo(address).length)).toEqual([2, 2, 2])
})
