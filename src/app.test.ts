import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { sqlite } from '../tests/support/databases.ts'
import { ada, visitor } from '../tests/support/desk.ts'
import { reply, startSmtpServer } from '../tests/support/smtp-server.ts'
import { openApp } from './app.ts'
import { submitContact } from './features/leads/contact.form.ts'
import { readEnvironment } from './server/environment.ts'
import { createLog } from './server/log.ts'
import { mute } from './server/mail/mute.ts'

/** A log whose lines the test reads; `until` resolves with the first line that holds the words. */
function createReadableLog() {
  const stream = new PassThrough()
  const lines: string[] = []
  const waiting: { words: string; resolve: () => void }[] = []
  stream.on('data', (line: Buffer) => {
    lines.push(line.toString())
    for (const { words, resolve } of waiting) if (line.includes(words)) resolve()
  })
  const until = (words: string) =>
    new Promise<void>((resolve) => {
      if (lines.some((line) => line.includes(words))) resolve()
      else waiting.push({ words, resolve })
    })
  return { log: createLog(stream), lines, until }
}

test('a start without a mail server says in one line where mails go', async () => {
  const { dataDir } = await sqlite.createPlace()
  const { log, lines, until } = createReadableLog()
  const app = await openApp(readEnvironment({ DATA_DIR: dataDir }), log)
  app.start()
  await until('SMTP_URL')
  await app.close()
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: `no SMTP_URL is set: mails are written to ${dataDir}/mail/*.eml`,
  })
})

test('the log holds no personal data, whatever happens to the mails', async () => {
  const server = await startSmtpServer({
    onRcptTo: ({ address }, _, done) => done(reply(550, `<${address}> Ada is not welcome`.replace('Ada', ''))),
  })
  const { dataDir } = await sqlite.createPlace()
  const { log, lines, until } = createReadableLog()
  const app = await openApp(readEnvironment({ DATA_DIR: dataDir, SMTP_URL: server.url }), log)
  app.start()
  await submitContact(app.contact, { ...ada, requestId: 'x' }, visitor)
  await until('contact-receipt')
  await until('contact-owner')
  await app.close()
  const all = lines.join('')
  expect(all).toContain('mail failed for good')
  expect(all).not.toMatch(/ada@|Lovelace|engine|203\.0\.113|hello@/)
})

test('closing sends what is under way, and a second start sends what is left', async () => {
  const server = await startSmtpServer()
  const { dataDir } = await sqlite.createPlace()
  const environment = readEnvironment({ DATA_DIR: dataDir, SMTP_URL: server.url })
  const first = await openApp(environment, createReadableLog().log)
  await submitContact(first.contact, ada, visitor)
  await first.close()
  expect(server.received).toEqual([])
  const second = await openApp(environment, createReadableLog().log)
  second.start()
  await server.waitFor(2)
  await second.close()
  const third = await openApp(environment, createReadableLog().log)
  await third.outbox.sendDue()
  await third.close()
  expect(server.received).toHaveLength(2)
})

test('a start on a muted database says that nothing is sent', async () => {
  const { dataDir } = await sqlite.createPlace()
  const { log, lines, until } = createReadableLog()
  const app = await openApp(readEnvironment({ DATA_DIR: dataDir }), log)
  await app.database.write((tx) => mute(tx, { because: 'restored from a backup', since: 1 }))
  app.start()
  await until('mail unmute')
  await app.checkReady()
  await app.close()
  expect(lines.join('')).toContain('"because":"restored from a backup"')
})
