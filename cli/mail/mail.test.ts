import { describe, expect, test } from 'vitest'
import { reads } from '../../desk/server/actions.ts'
import { bookCall } from '../../src/features/calls/book-call.ts'
import { readFreeTimes } from '../../src/features/calls/calendar.ts'
import { moveCall } from '../../src/features/calls/change-call.ts'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import { exportPerson } from '../../src/features/privacy/export-person.ts'
import { mute } from '../../src/server/mail/mute.ts'
import { retryNow } from '../../src/server/mail/retry-now.ts'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { reply, startSmtpServer } from '../../tests/support/smtp-server.ts'
import { mailId, mailsAtRest } from './list-mails.ts'

async function openRefused(engine = sqlite) {
  const mood = { refuses: true }
  const server = await startSmtpServer({
    onRcptTo: (_, __, done) => done(mood.refuses ? reply(550, 'no such user') : null),
  })
  const place = await engine.createPlace()
  const app = await openTestApp(place, { SMTP_URL: server.url })
  await submitContact(app.contact, ada, visitor)
  await app.outbox.sendDue()
  const mails = await app.database.db.selectFrom('outbox').select(['id', 'state']).execute()
  return { mood, server, place, app, mails, ids: mails.map(({ id }) => id) }
}

describe.each(engines)('mails on $name', (engine) => {
  test('that were given up are sent by a retry, once, also by two at a time', async () => {
    const { mood, server, app, mails, ids } = await openRefused(engine)
    expect(mails.map(({ state }) => state)).toEqual(['failed', 'failed'])
    mood.refuses = false
    const runs = await Promise.all([retryNow(app, { ids }), retryNow(app, { state: 'failed' })])
    // Who comes second may find them retried already.
    expect(new Set(runs.flat().map(({ id, state }) => `${id} ${state}`))).toEqual(
      new Set(ids.map((id) => `${id} sent`)),
    )
    expect(server.received).toHaveLength(2)
  })

  test('about a call before it was moved say that their words are not kept', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    const { calls } = app
    if (calls === undefined) throw new Error('the sample offers calls')
    const [start = 0, , , other = 0] = await readFreeTimes(calls)
    const booked = await bookCall(calls, { ...ada, about: '', start, zone: 'Europe/London' }, visitor)
    await app.outbox.sendDue()
    app.clock.now += 60_000
    await moveCall(calls, { id: booked.outcome === 'stored' ? booked.reference : '', start: other }, 'owner')
    const said = 'Its words are not kept any more.'
    const { stdout } = await runStudio(place, ['mail', '--state', 'sent'])
    expect(stdout.split(said)).toHaveLength(3)
    const { mails } = await reads.mails(app, { view: 'all' })
    expect(mails.map(({ subject, state }) => `${state} ${subject === said}`).toSorted()).toEqual([
      'queued false',
      'queued false',
      'sent true',
      'sent true',
    ])
    const [sent] = mails.filter(({ state }) => state === 'sent')
    expect(await reads.mail(app, { id: sent?.id })).toMatchObject({ subject: said, text: said })
    expect((await exportPerson(app, ada.email)).mails).toContainEqual(expect.objectContaining({ text: said }))
  })
})

test('a mail is named by the beginning of its id, as long as no other one begins so', async () => {
  const { app, ids } = await openRefused()
  const { db } = app.database
  const [id = ''] = ids
  expect(await mailId(db, ` ${id.slice(0, 8).toUpperCase()} `)).toBe(id)
  await expect(mailId(db, '%%%%%%%%')).rejects.toThrow('There is no mail')
  await expect(mailId(db, id.slice(0, 3))).rejects.toThrow('There is no mail')
  const twin = `${id.slice(0, 8)}-0000-4000-8000-000000000000`
  await app.database.write((tx) =>
    tx
      .updateTable('outbox')
      .set({ id: twin })
      .where('id', '=', ids[1] ?? '')
      .execute(),
  )
  await expect(mailId(db, id.slice(0, 8))).rejects.toThrow('Several mails begin')
})

test('a sent one is not sent again, and then nothing is done to the others', async () => {
  const { app, ids } = await openRefused()
  await app.database.write((tx) =>
    tx
      .updateTable('outbox')
      .set({ state: 'sent' })
      .where('id', '=', ids[0] ?? '')
      .execute(),
  )
  await expect(mailsAtRest(app.database.db, ids)).rejects.toThrow(/has been sent\.\nNothing was done\.$/)
})

test('the commands tell what became of mails, in the server’s words', async () => {
  const { mood, server, place, app, ids } = await openRefused()
  const smtp = { SMTP_URL: server.url }
  const [id = ''] = ids
  const failed = await runStudio(place, ['mail', 'retry', '--failed'], smtp)
  expect(failed).toMatchObject({ code: 1, stdout: '' })
  expect(failed.stderr).toContain(`${id.slice(0, 8)} to `)
  expect(failed.stderr).toMatch(/failed, after 2 tries: .*550 no such user/)
  const show = await runStudio(place, ['mail', 'show', id.slice(0, 8)])
  expect(show.stdout).toMatch(/State +failed, after 2 tries: .*550 no such user\n/)
  expect(show.stdout).toMatch(/Message-ID +<.*@kitewright\.example>\n/)
  await app.database.write((tx) => mute(tx, { because: 'a copy', since: 0 }))
  mood.refuses = false
  const muted = await runStudio(place, ['mail', 'retry', id], smtp)
  expect(muted).toMatchObject({
    code: 0,
    stderr: '1 mail waits: nothing goes out before npm run studio -- mail unmute\n',
  })
  expect(server.received).toEqual([])
  const list = await runStudio(place, ['mail', 'list', '--state', 'waiting', '--json'])
  expect(JSON.parse(list.stdout)).toMatchObject([{ id, state: 'queued', attempts: 1 }])
})
