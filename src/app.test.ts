import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { type Place, sqlite } from '../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../tests/support/desk.ts'
import { reply, startSmtpServer } from '../tests/support/sending.ts'
import { submitContact } from './features/leads/contact.form.ts'
import { createLog } from './server/log.ts'
import { mute } from './server/mail/mute.ts'

async function openWithLog(place: Place, variables: Record<string, string> = {}) {
  const lines: string[] = []
  const log = () => lines.join('')
  const stream = new PassThrough().on('data', (line: Buffer) => lines.push(String(line)))
  const app = await openTestApp(place, variables, { log: createLog(stream) })
  return { app, log, until: (words: string) => expect.poll(log).toContain(words) }
}

test('says in one line at the start where emails go without a mail server, or that none go', async () => {
  const place = await sqlite.createPlace()
  const { app, log, until } = await openWithLog(place)
  app.start()
  await until('SMTP_URL')
  await app.close()
  expect(log()).toMatch(/^[^\n]*no SMTP_URL is set: mails are written to [^\n]*\n$/)
  await (await openTestApp(place)).database.write((tx) => mute(tx, { because: 'restored from a backup', since: 1 }))
  const muted = await openWithLog(place)
  muted.app.start()
  await muted.until('mail unmute')
  await muted.app.checkReady()
  expect(muted.log()).toContain('"because":"restored from a backup"')
})

test('logs nothing personal, whatever happens to the emails', async () => {
  const refuse = ({ address }: { address: string }) => reply(550, `<${address}> user unknown`)
  const server = await startSmtpServer({ onRcptTo: (to, _, done) => done(refuse(to)) })
  const { app, log, until } = await openWithLog(await sqlite.createPlace(), { SMTP_URL: server.url })
  app.start()
  await submitContact(app.contact, { ...ada, requestId: 'x' }, visitor)
  await until('contact-receipt')
  await until('contact-owner')
  await app.close()
  expect(log()).toContain('mail failed for good')
  expect(log()).not.toMatch(/ada@|Lovelace|engine|203\.0\.113|hello@/)
})
