import { describe, expect, test } from 'vitest'
import { bookCall } from '../../src/features/calls/book-call.ts'
import { readFreeTimes } from '../../src/features/calls/calendar.ts'
import { writtenIn } from '../../src/features/calls/call-time.ts'
import { submitConsultation } from '../../src/features/leads/consultation.form.ts'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import { engines } from '../../tests/support/databases.ts'
import { ada, adaBooking, openTestApp, type TestApp, visitor } from '../../tests/support/desk.ts'
import { reply, startSmtpServer } from '../../tests/support/smtp-server.ts'
import { changes, reads } from './actions.ts'

const minuteMs = 60_000

async function historyIn(app: TestApp, reference: string) {
  const { history } = await reads.request(app, { reference })
  return history.map(
    ({ at, text, mail }) => `${at === null ? '?' : (at - start) / minuteMs} ${mail?.kind ?? ''} ${text}`,
  )
}

let start = 0

async function open(place: Parameters<typeof openTestApp>[0], url: string) {
  const app = await openTestApp(place, { SMTP_URL: url })
  start = app.clock.now
  return app
}

describe.each(engines)('the history of a request, on $name', (engine) => {
  test('tells in order what came, was mailed, failed, was answered, noted and marked', async () => {
    const server = await startSmtpServer({
      onRcptTo: ({ address }, _, done) => done(address === ada.email ? reply(550, 'no such user') : undefined),
    })
    const app = await open(await engine.createPlace(), server.url)
    const result = await submitContact(app.contact, ada, visitor)
    const reference = result.outcome === 'stored' ? result.reference : ''
    expect(await historyIn(app, reference)).toEqual([
      '0  Came by the contact form',
      '0 contact-owner waits to be sent',
      '0 contact-receipt waits to be sent',
    ])
    app.clock.now += minuteMs
    await app.outbox.sendDue()
    app.clock.now += minuteMs
    await changes.answer(app, { reference, at: 'now' })
    await changes.note(app, { reference, note: 'called' })
    expect(await historyIn(app, reference)).toEqual([
      '0  Came by the contact form',
      '1 contact-owner was sent',
      expect.stringMatching(/^1 contact-receipt failed for good: 550 .*no such user/),
      '2  Answered',
      '?  Noted by you',
    ])
    await changes.mark(app, { reference, status: 'spam' })
    expect((await historyIn(app, reference)).slice(-2)).toEqual(['?  Marked as spam', '?  Noted by you'])
  })

  test('tells when its call was booked, moved and canceled', async () => {
    const server = await startSmtpServer()
    const app = await open(await engine.createPlace(), server.url)
    const { calls } = app
    if (calls === undefined) throw new Error('the sample offers calls')
    const free = await readFreeTimes(calls)
    const asked = { name: 'Ada', email: ada.email, about: '', start: free[0] ?? 0, zone: 'Europe/Berlin' }
    const booked = await bookCall(calls, asked, visitor)
    const id = booked.outcome === 'stored' ? booked.reference : ''
    const ofCall = async () => (await historyIn(app, id)).filter((each) => /call (was|with)/i.test(each))
    expect(await ofCall()).toContain('0  A call was booked, for')
    for (const time of [free[3] ?? 0, free[6] ?? 0]) {
      app.clock.now += minuteMs
      await changes.moveCall(app, { id, to: writtenIn(time, calls.calls.zone).slice(0, 16) })
    }
    expect((await reads.request(app, { reference: id })).history).toContainEqual({
      at: app.clock.now,
      text: 'The call was moved, to',
      moment: free[6],
    })
    app.clock.now += minuteMs
    await changes.cancelCall(app, { id, note: 'ill' })
    expect(await ofCall()).toEqual([
      '0  A call was booked',
      '1  The call was moved',
      '2  The call was moved',
      '3  The call was canceled: ill',
    ])
  })
})

describe.each(engines)('the requests on the desk, on $name', (engine) => {
  test('are listed by how they came, and by whether a talk came with them', async () => {
    const app = await openTestApp(await engine.createPlace())
    await submitContact(app.contact, ada, visitor)
    const transcript = [{ role: 'user', content: 'Hello' }] as const
    const asked = { values: adaBooking, transcript, isAgreed: false, abandoned: false, requestId: 'one' }
    await submitConsultation(app.booking, asked, visitor)
    const kindsOf = async (kind?: string) =>
      (await reads.requests(app, { view: 'all', search: '', kind })).leads.map((lead) => lead.kind)
    expect(await kindsOf('contact')).toEqual(['contact'])
    expect(await kindsOf('consultation')).toEqual(['consultation'])
    expect(await kindsOf('talk')).toEqual(['consultation'])
    expect(await kindsOf('call')).toEqual([])
    expect((await kindsOf()).toSorted()).toEqual(['consultation', 'contact'])
  })
})
