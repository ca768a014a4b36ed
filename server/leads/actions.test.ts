import { describe, expect, test } from 'vitest'
import type { InputOf } from '../../desk/view/client.ts'
import { hourMs, minuteMs } from '../../platform/text/time-text.ts'
import { engines } from '../../tests/support/databases.ts'
import {
  act,
  ada,
  adaConsultation,
  bookFree,
  callsOf,
  openTestApp,
  type TestApp,
  visitor,
} from '../../tests/support/desk.ts'
import { reply, startSmtpServer } from '../../tests/support/sending.ts'
import { readFreeTimes } from '../calls/calendar.ts'
import { formatInstant } from '../calls/times.ts'
import { submitConsultation } from '../chat/consultation.ts'
import { submitContact } from './accept-lead.ts'
import { answerLeads } from './mark-lead.ts'

/** Submits a new contact, an hour after the previous one. @returns its reference */
async function take(app: TestApp, words: Partial<typeof ada> = {}, honeypot = false): Promise<string> {
  app.clock.now += hourMs
  const contact = { ...ada, ...words, requestId: `${app.clock.now}` }
  const result = await submitContact(app, contact, { ...visitor, page: '/', honeypot })
  return result.outcome === 'stored' ? result.reference : ''
}

async function namesIn(app: TestApp, wanted: InputOf<'leads.list'>): Promise<string[]> {
  const { leads } = await act(app, 'leads.list', wanted)
  return leads.map(({ name }) => name)
}

async function historyOf(app: TestApp, reference: string, start: number): Promise<string[]> {
  const { history } = await act(app, 'leads.show', { reference })
  const minutes = (at: number | null) => (at === null ? '?' : (at - start) / minuteMs)
  return history.map(({ at, text }) => `${minutes(at)} ${text}`)
}

describe.each(engines)('the leads on the desk, on $name', (engine) => {
  const open = async () => await openTestApp(await engine.createPlace())

  test('are found by words in any spelling, newest first', async () => {
    const app = await open()
    await take(app, { name: 'Zoë Müller', project: 'Umbau in der Straße' })
    await take(app, { name: 'ZOE MÜLLER', email: 'zoe@Other.example' })
    await take(app, { name: '100% natural', project: 'snake_case œu\u00ADvre' })
    const noted = await take(app, { name: 'Ελλάς', project: 'ДОМ' })
    await act(app, 'leads.note', { reference: noted, note: 'wants a Quote' })
    for (const [search, names] of [
      ['zoe mUller', ['ZOE MÜLLER', 'Zoë Müller']],
      ['STRASSE umbau', ['Zoë Müller']],
      ['OEUVRE natural', ['100% natural']],
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

  test('are listed by kind, and by whether they have a chat', async () => {
    const app = await open()
    await take(app)
    const transcript = [{ role: 'user', content: 'Hello' }] as const
    const input = { values: adaConsultation, transcript, isAgreed: false, abandoned: false, requestId: 'one' }
    await submitConsultation(app, input, visitor)
    for (const [kind, kinds] of [
      ['contact', 'contact'],
      ['consultation', 'consultation'],
      ['chat', 'consultation'],
      ['call', ''],
    ] as const) {
      const { leads } = await act(app, 'leads.list', { kind })
      expect(leads.map((lead) => lead.kind).join(), kind).toBe(kinds)
    }
  })

  test('are each in one view, which follows their status', async () => {
    const app = await open()
    const first = await take(app, { name: 'first' })
    const robot = await take(app, { name: 'robot' }, true)
    await take(app, { name: 'third' })
    const views = () =>
      Promise.all((['new', 'answered', 'suspicious', 'spam'] as const).map((status) => namesIn(app, { status })))
    expect(await views()).toEqual([['first', 'third'], [], ['robot'], []])
    await act(app, 'leads.answered', { references: [first] })
    await act(app, 'leads.mark', { reference: robot, verdict: 'spam' })
    expect(await views()).toEqual([['third'], ['first'], [], ['robot']])
    await act(app, 'leads.answered', { references: [first], undo: true })
    await act(app, 'leads.mark', { reference: robot, verdict: 'ham' })
    expect(await views()).toEqual([['first', 'robot', 'third'], [], [], []])
  })

  test('don’t wait for a reply if they booked a call, unless it was never confirmed', async () => {
    const app = await open()
    const { id } = await bookFree(app)
    const waits = async () => [
      await namesIn(app, { status: 'new' }),
      (await act(app, 'overview.show', {})).leads.toReply,
    ]
    expect(await waits()).toEqual([[], 0])
    await act(app, 'calls.cancel', { reference: id })
    expect(await waits()).toEqual([[], 0])
    const expired = app.database.db.updateTable('calls').set({ state: 'cancelled', sequence: 0 })
    await expired.execute()
    expect(await waits()).toEqual([[ada.name], 1])
  })

  test('that are spam get no more emails, and can be marked again', async () => {
    const app = await open()
    const [reference, other] = [await take(app), await take(app, { email: 'bob@example.org' })]
    const mark = (verdict: 'spam' | 'ok') => act(app, 'leads.mark', { reference, verdict })
    expect(await mark('spam')).toMatchObject({ before: 'ok', droppedEmails: 2, isFreed: false })
    for (const verdict of ['spam', 'ok'] as const)
      expect(await mark(verdict)).toMatchObject({ before: 'spam', droppedEmails: 0, isFreed: false })
    const emails = await app.database.db.selectFrom('outbox').select('about').execute()
    expect(emails).toEqual([{ about: other }, { about: other }])
  })

  test('are marked as answered once, all or none, even concurrently', async () => {
    const app = await open()
    const references = [await take(app), await take(app), await take(app)]
    const [one = '', two = ''] = references
    const near = `${one.slice(0, -1)}${one.endsWith('2') ? '3' : '2'}`
    const refused = act(app, 'leads.answered', { references: [one, near, two] })
    await expect(refused).rejects.toThrow(`There is no lead ${near}. Did you mean KW-`)
    expect(await namesIn(app, { status: 'answered' })).toEqual([])
    const orders = [references, references.toReversed(), references, references.toReversed()]
    const runs = await Promise.all(orders.map((order, n) => answerLeads(app.database, [...order, one], 10 + n)))
    const isFirst = (run: (typeof runs)[number]) => 'leads' in run && run.leads.every(({ before }) => before === null)
    expect(runs.filter(isFirst)).toHaveLength(1)
    expect(await app.database.db.selectFrom('leads').select('answered_at').distinct().execute()).toHaveLength(1)
  })

  test('show their history in order', async () => {
    const server = await startSmtpServer({
      onRcptTo: ({ address }, _, done) => done(address === ada.email ? reply(550, 'no such user') : undefined),
    })
    const app = await openTestApp(await engine.createPlace(), { SMTP_URL: server.url })
    const reference = await take(app)
    const start = app.clock.now
    expect(await historyOf(app, reference, start)).toEqual([
      '1440 Reply was due',
      '0 The email to Ada (a receipt) is queued',
      '0 Your notification is queued',
      '0 Sent the contact form on the home page',
    ])
    app.clock.now += minuteMs
    await app.outbox.sendDue()
    app.clock.now += minuteMs
    await act(app, 'leads.answered', { references: [reference] })
    await expect(act(app, 'leads.note', { reference: 'KW-NONE', note: '' })).rejects.toThrow(
      'There is no lead KW-NONE.',
    )
    await act(app, 'leads.note', { reference: ` ${reference}\u2028`, note: ' fi\u001Brst\u000Btime\u2028 ' })
    expect(await act(app, 'leads.note', { reference, note: 'called' })).toEqual({ before: 'first\ntime' })
    expect(await historyOf(app, reference, start)).toEqual([
      '2 Your note',
      '2 You marked the lead as answered',
      expect.stringMatching(/^1 The email to Ada \(a receipt\) failed: 550 .*no such user/),
      '1 You were notified',
      '0 Sent the contact form on the home page',
    ])
    const other = await take(app, { name: '陳 大文', email: 'chen@example.com' })
    await app.outbox.sendDue()
    expect(await historyOf(app, other, app.clock.now)).toContain('0 You were notified, and 陳 got a receipt')
  })

  test('show when their call was booked, moved, and canceled', async () => {
    const app = await open()
    const start = app.clock.now
    const free = await readFreeTimes(callsOf(app))
    const { id } = await bookFree(app)
    const ofCall = async () => (await historyOf(app, id, start)).filter((each) => /a call|call was/i.test(each))
    expect(await ofCall()).toEqual(['0 Booked a call:'])
    app.clock.now += minuteMs
    await act(app, 'calls.move', {
      reference: id,
      time: formatInstant(free[6] ?? 0, callsOf(app).calls.zone).slice(0, 16),
    })
    const moved = { at: app.clock.now, text: 'The call was moved to', moment: free[6] }
    expect((await act(app, 'leads.show', { reference: id })).history).toContainEqual(moved)
    const { upcomingCalls } = await act(app, 'people.export', { email: ' ADA@example.com ' })
    expect(upcomingCalls).toMatchObject([{ id, starts_at: free[6] }])
    app.clock.now += minuteMs
    await act(app, 'calls.cancel', { reference: id, note: 'ill\u000B' })
    expect(await ofCall()).toEqual(['2 The call was canceled: ill', '1 The call was moved', '0 Booked a call'])
  })
})
