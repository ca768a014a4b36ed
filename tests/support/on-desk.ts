import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../platform/db/database.ts'
import { openDatabase } from '../../platform/db/open-database.ts'
import { createSilentLog } from '../../platform/log.ts'
import { putBuiltContent } from './content.ts'
import { openSmtpServer, type TestSmtpServer } from './open-smtp-server.ts'
import { type RunningDesk, startDesk } from './owner.ts'
import { expect, test as onSite } from './site.ts'
import { startSite } from './start-site.ts'

/** Refuses addresses at dead.example with "550 5.1.1 no such user here". */
type MailServer = TestSmtpServer & {
  /** Addresses that it refuses with "552 5.2.2 the mailbox is full". */
  full: Set<string>
  /** Delays every email. @returns a function that accepts them */
  hold: () => () => void
}

type OfWorker = {
  mailServer: MailServer
  desk: RunningDesk & {
    token: string
    /** A folder with its own content/ and backups. */
    folder: string
    /** The test's own connection to the site's data. */
    database: Database
  }
}

type OfTest = {
  /** Opens a view of the desk, by its path, in a signed-in tab. */
  enter: (path?: string) => Promise<void>
  /** Posts the contact form. @returns the reference */
  send: (name: string) => Promise<string>
}

/** The site with a mail server, and a desk that can send emails and make backups, shared by all specs of the desk. */
export const test = onSite.extend<OfTest, OfWorker>({
  mailServer: [
    async ({}, use) => {
      const full = new Set<string>()
      let open = Promise.resolve()
      const { stop, ...server } = await openSmtpServer({
        onRcptTo: ({ address }, _, callback) => {
          const refusal = full.has(address)
            ? Object.assign(new Error('5.2.2 the mailbox is full'), { responseCode: 552 })
            : Object.assign(new Error('5.1.1 no such user here'), { responseCode: 550 })
          const isRefused = full.has(address) || address.endsWith('@dead.example')
          void open.then(() => callback(isRefused ? refusal : null))
        },
      })
      const hold = () => {
        const { promise, resolve } = Promise.withResolvers<void>()
        open = promise
        return resolve
      }
      await use({ ...server, full, hold })
      await stop()
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
  desk: [
    async ({ site: { dataDir }, mailServer }, use) => {
      const folder = putBuiltContent(mkdtempSync(join(tmpdir(), 'desk-')))
      const variables = { SMTP_URL: mailServer.url, BACKUP_DIR: join(folder, 'backups') }
      const desk = await startDesk(dataDir, { folder, variables })
      const { origin, hash } = new URL(desk.address)
      const answer = await fetch(`${origin}/sign-in`, { method: 'POST', headers: { origin }, body: hash.slice(1) })
      desk.type('y')
      const database = await openDatabase({ dataDir, databaseUrl: undefined }, createSilentLog())
      await use({ ...desk, token: await answer.text(), folder, database })
      await database.close()
      expect(await desk.stop()).toBe(0)
    },
    { scope: 'worker' },
  ],
  send: async ({ request }, use) => {
    await use(async (name) => {
      const email = `${crypto.randomUUID()}@example.com`
      const data = { name, email, project: `${name} wants a shop.`, elapsedMs: 30_000 }
      const answer = await request.post('/api/contact', { data })
      return (await answer.json()).reference
    })
  },
  enter: async ({ page, desk }, use) => {
    const { origin } = new URL(desk.address)
    await page.addInitScript(letIn, { origin, token: desk.token })
    await use(async (path = '/today') => {
      await page.goto(new URL(path, desk.address).href)
      await expect(page.getByRole('heading').first()).toBeVisible()
    })
  },
})

/** Runs in the page. Not in the frame of an email, which has no origin. */
function letIn({ origin, token }: { origin: string; token: string }): void {
  if (location.origin === origin) sessionStorage.setItem('desk-token', token)
}
