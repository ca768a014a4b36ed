import { openSmtpServer, type TestSmtpServer } from './open-smtp-server.ts'
import { test as onSite } from './site.ts'
import { startSite } from './start-site.ts'

/** As site.ts has it, with a mail server. */
export const test = onSite.extend<object, { mailServer: TestSmtpServer }>({
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
