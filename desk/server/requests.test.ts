import { describe, expect, test } from 'vitest'
import { readFreeTimes } from '../../server/calls/calendar.ts'
import { writtenIn } from '../../server/calls/call-time.ts'
import { submitConsultation } from '../../server/leads/consultation.form.ts'
import { submitContact } from '../../server/leads/contact.form.ts'
import { answerLeads } from '../../server/leads/mark-leads.ts'
import { engines } from '../../tests/support/databases.ts'
import { ada, adaBooking, bookFree, callsOf, openTestApp, type TestApp, visitor } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { reply, startSmtpServer } from '../../tests/support/sending.ts'
import { Refusal } from './action.ts'
import { changes, reads } from './actions.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A contact of its own, an hour after the last one. @returns its reference */
async function take(app: TestApp, words: Partial<typeof ada> = {}, honeypot = false): Promise<string> {
  app.clock.now += hourMs
  const contact = { ...ada, ...words, requestId: `${app.clock.now}` }
  const result = await submitContact(app.contact, contact, { ...visitor, honeypot })
  return result.outcome === 'stored' ? result.reference : ''
}

type View = Parameters<typeof reads.requests>[1]

async function namesIn(app: TestApp, wanted: Partial<View>): Promise<string[]> {
  const { leads } = await reads.requests(app, { view: 'all', search: '', ...wanted })
  return leads.map(({ name }) => name)
}

async function historyOf(app: TestApp, reference: string, start: number): Promise<string[]> {
  const { history } = await reads.request(app, { reference })
  const minutes = (at: number | null) => (at === null ? '?' : (at - start) / minuteMs)
  return history.map(({ at, text, mail }) => `${minutes(at)} ${mail?.kind ?? ''} ${text}`)
}

describe.each(engines)('the leads on the desk, on $name', (engine) => {
  const open = async () => await openTestApp(await engine.createPlace())

  test('are found by any spelling of words anywhere in them, the newest first', async () => {
    const app = await open()
    await take(app, { name: 'Zoë Müller', project: 'Umbau in der Straße' })
    await take(app, { name: 'ZOE MÜLLER', email: 'zoe@Other.example' })
    await take(app, { name: '100% natural', project: 'snake_case' })
    const noted = await take(app, { name: 'Ελλάς', project: 'ДОМ' })
    await changes.note(app, { reference: noted, note: 'wants a Quote' })
    for (const [search, names] of [
      ['zoe mUller', ['ZOE MÜLLER', 'Zoë Müller']],
      ['STRASSE umbau', ['Zoë Müller']],
      ['other.EXAMPLE', ['ZOE MÜLLER']],
      ['0%', ['100% natural']],
      ['e_c', ['100% natural']],
      ['ελλΆΣ дом', ['Ελλάς']],
      ['quote', ['Ελλάς']],
      [noted.toLowerCase(), ['Ελλάς']],
      ["'; drop table leads", []],
    ] as const)
      expect(await namesIn(app, { search })).toEqual(names)
  })

  test('are listed by how they came, and by whether a chat came with them', async () => {
    const app = await open()
    await take(app)
    const transcript = [{ role: 'user', content: 'Hello' }] as const
    const input = { values: adaBooking, transcript, isAgreed: false, abandoned: false, requestId: 'one' }
    await submitConsultation(app.booking, input, visitor)
    for (const [kind, kinds] of Object.entries({
      contact: 'contact',
      consultation: 'consultation',
      talk: 'consultation',
      call: '',
    })) {
      const { leads } = await reads.requests(app, { view: 'all', search: '', kind })
      expect(leads.map((lead) => lead.kind).join(), kind).toBe(kinds)
    }
  })

  test('are each in one view, which changes with what the owner says', async () => {
    const app = await open()
    const first = await take(app, { name: 'first' })
    const robot = await take(app, { name: 'robot' }, true)
    await take(app, { name: 'third' })
    const views = () => Promise.all(['new', 'answered', 'held', 'spam'].map((view) => namesIn(app, { view })))
    expect(await views()).toEqual([['third', 'first'], [], ['robot'], []])
    await changes.answer(app, { reference: first, at: 'now' })
    await changes.mark(app, { reference: robot, status: 'spam' })
    expect(await views()).toEqual([['third'], ['first'], [], ['robot']])
    await changes.answer(app, { reference: first, at: null })
    await changes.mark(app, { reference: robot, status: 'ok' })
    expect(await views()).toEqual([['third', 'robot', 'first'], [], [], []])
  })

  test('that are spam get no more emails, and may be marked again', async () => {
    const app = await open()
    const [reference, other] = [await take(app), await take(app, { email: 'bob@example.org' })]
    const mark = (status: string) => changes.mark(app, { reference, status })
    expect(await mark('spam')).toEqual({ before: 'ok', droppedMails: 2, isFreed: false })
    for (const status of ['spam', 'ok'])
      expect(await mark(status)).toEqual({ before: 'spam', droppedMails: 0, isFreed: false })
    const mails = await app.database.db.selectFrom('outbox').select('about').execute()
    expect(mails).toEqual([{ about: other }, { about: other }])
  })

  test('are answered once, all that are named or none, also by many at once', async () => {
    const app = await open()
    const references = [await take(app), await take(app), await take(app)]
    const [one = '', two = ''] = references
    expect(await answerLeads(app.database, [one, 'KW-NOTHERE2', two], 5)).toEqual({ unknown: ['KW-NOTHERE2'] })
    expect(await namesIn(app, { view: 'answered' })).toEqual([])
    const orders = [references, references.toReversed(), references, references.toReversed()]
    const runs = await Promise.all(orders.map((order, n) => answerLeads(app.database, [...order, one], 10 + n)))
    const isFirst = (run: (typeof runs)[number]) => 'leads' in run && run.leads.every(({ before }) => before === null)
    expect(runs.filter(isFirst)).toHaveLength(1)
    expect(await app.database.db.selectFrom('leads').select('answered_at').distinct().execute()).toHaveLength(1)
  })

  test('show in order what came, was emailed, failed, and was answered, noted, and marked', async () => {
    const server = await startSmtpServer({
      onRcptTo: ({ address }, _, done) => done(address === ada.email ? reply(550, 'no such user') : undefined),
    })
    const app = await openTestApp(await engine.createPlace(), { SMTP_URL: server.url })
    const reference = await take(app)
    const start = app.clock.now
    const waiting = ['0 contact-owner waits to be sent', '0 contact-receipt waits to be sent']
    expect(await historyOf(app, reference, start)).toEqual(['0  Came by the contact form', ...waiting])
    app.clock.now += minuteMs
    await app.outbox.sendDue()
    app.clock.now += minuteMs
    await changes.answer(app, { reference, at: 'now' })
    await changes.note(app, { reference, note: ' first ' })
    expect(await changes.note(app, { reference, note: 'called' })).toEqual({ before: 'first' })
    expect(await historyOf(app, reference, start)).toEqual([
      '0  Came by the contact form',
      '1 contact-owner was sent',
      expect.stringMatching(/^1 contact-receipt failed for good: 550 .*no such user/),
      '2  Answered',
      '?  Noted by you',
    ])
    await changes.mark(app, { reference, status: 'spam' })
    expect((await historyOf(app, reference, start)).slice(-2)).toEqual(['?  Marked as spam', '?  Noted by you'])
  })

  test('show when their call was booked, moved, and canceled', async () => {
    const app = await open()
    const start = app.clock.now
    const free = await readFreeTimes(callsOf(app))
    const { id } = await bookFree(app)
    const ofCall = async () => (await historyOf(app, id, start)).filter((each) => /call (was|with)/i.test(each))
    expect(await ofCall()).toContain('0  A call was booked, for')
    app.clock.now += minuteMs
    await changes.moveCall(app, { id, to: writtenIn(free[6] ?? 0, callsOf(app).calls.zone).slice(0, 16) })
    const moved = { at: app.clock.now, text: 'The call was moved, to', moment: free[6] }
    expect((await reads.request(app, { reference: id })).history).toContainEqual(moved)
    app.clock.now += minuteMs
    await changes.cancelCall(app, { id, note: 'ill' })
    expect(await ofCall()).toEqual(['0  A call was booked', '1  The call was moved', '2  The call was canceled: ill'])
  })
})

describe.each(engines)('a person on the desk, on $name', (engine) => {
  test('is shown as the command exports them, and forgotten with the same numbers and their calls to come', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    const past = await bookFree(app)
    app.clock.now = past.start + 24 * hourMs
    const { id, start } = await bookFree(app, -1)
    const { kept, callsToCome, zone } = await reads.person(app, { email: ' ADA@example.com ' })
    const { stdout } = await runStudio(place, ['export', 'ADA@example.com'])
    expect({ ...kept, exportedAt: '' }).toEqual({ ...JSON.parse(stdout), exportedAt: '' })
    expect({ callsToCome, zone }).toMatchObject({ callsToCome: [{ id, starts_at: start }], zone: 'Asia/Kolkata' })
    const forgotten = await changes.forgetPerson(app, { email: ada.email })
    expect(forgotten).toMatchObject({ requests: 2, mails: kept.mails.length, calls: callsToCome })
    const after = await reads.person(app, { email: ada.email })
    expect(after.kept).toMatchObject({ requests: [], calls: [], mails: [], mentionedIn: [] })
    expect((await reads.calls(app, {})).calls).toEqual([])
  })

  test('can be neither the studio itself nor anything but an address', async () => {
    const app = await openTestApp(await engine.createPlace())
    for (const email of [app.studio.email.toUpperCase(), 'KW-7GQ4M2XD', ''])
      await expect(changes.forgetPerson(app, { email })).rejects.toThrow(Refusal)
  })
})
