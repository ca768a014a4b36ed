import { describe, expect, test } from 'vitest'
import { engines } from '../../../tests/support/databases.ts'
import { adaBooking, openTestApp, type TestApp, visitor, writtenMails } from '../../../tests/support/desk.ts'
import { mailsIn } from '../../../tests/support/owner.ts'
import { defaultLimits } from '../../limits.ts'
import type { LeadResult } from './accept-lead.ts'
import { type ConsultationInput, submitConsultation, withdrawAbandoned } from './consultation.form.ts'
import { holdOwnerMailMs } from './lead-mails.ts'
import { answerLeads } from './mark-leads.ts'

const requestId = 'conversation-1'
const talk = [
  { role: 'user', content: 'Hello, I am Ada.' },
  { role: 'assistant', content: 'What shall I build?' },
] as const
const sent: ConsultationInput = { values: adaBooking, transcript: talk, isAgreed: false, abandoned: false, requestId }
const nothing = { company: null, budget: null, timeline: null, requirements: null }
const left: ConsultationInput = {
  values: { name: '', email: 'ada@example.com', ...nothing },
  transcript: talk,
  isAgreed: true,
  abandoned: true,
  requestId,
}

const submit = (app: TestApp, input: ConsultationInput, from = visitor) => submitConsultation(app.booking, input, from)

function leadsOf(app: TestApp) {
  return app.database.db.selectFrom('leads').selectAll().orderBy('created_at').execute()
}

async function mailsOf(app: TestApp) {
  const rows = await writtenMails(app)
  return rows.map(({ kind, state, due_at, subject, text }) => ({
    kind,
    state,
    waitsMs: due_at - app.clock.now,
    subject: subject.replace(/KW-\w+/, 'KW'),
    text,
  }))
}

const referenceIn = (result: LeadResult) => (result.outcome === 'stored' ? result.reference : result.outcome)

describe.each(engines)('a consultation on $name', (engine) => {
  const open = async () => openTestApp(await engine.createPlace())

  test('that is sent is one lead with its talk, a mail to the owner and a receipt', async () => {
    const app = await open()
    const result = await submit(app, sent)
    expect(result).toMatchObject({ outcome: 'stored', replayed: false })
    expect(await leadsOf(app)).toMatchObject([
      {
        ...adaBooking,
        reference: referenceIn(result),
        kind: 'consultation',
        status: 'ok',
        project: adaBooking.requirements,
        transcript: JSON.stringify(talk),
        abandoned: 0,
        consent_words: null,
      },
    ])
    expect(await mailsOf(app)).toMatchObject([
      { kind: 'consultation-owner', waitsMs: 0, subject: 'New consultation request from Ada Lovelace (KW)' },
      { kind: 'consultation-receipt', waitsMs: 0, subject: 'Your request has arrived' },
    ])
  })

  test('that comes again under its key has no effect and the same reference, also 50 times at once', async () => {
    const app = await open()
    const results = await Promise.all(Array.from({ length: 50 }, () => submit(app, sent)))
    expect(new Set(results.map(referenceIn)).size).toBe(1)
    expect(await leadsOf(app)).toHaveLength(1)
    expect(await mailsOf(app)).toHaveLength(2)
  })

  test('without requirements has a sentence for its project', async () => {
    const app = await open()
    await submit(app, { ...sent, values: { ...adaBooking, requirements: '' } }, visitor)
    expect(await leadsOf(app)).toMatchObject([{ project: app.booking.words.noRequirements }])
  })

  test('that is left is stored with the words agreed to; its mail waits, and nobody gets a receipt', async () => {
    const app = await open()
    await submit(app, left)
    expect(await leadsOf(app)).toMatchObject([
      { abandoned: 1, name: '', consent_words: app.booking.words.consent, consent_at: app.clock.now },
    ])
    expect(await mailsOf(app)).toMatchObject([
      {
        kind: 'consultation-owner',
        waitsMs: holdOwnerMailMs,
        subject: 'Consultation not sent by ada@example.com (KW)',
        text: expect.stringContaining('Name: Not provided'),
      },
    ])
    await app.outbox.sendDue()
    expect(await mailsOf(app)).toMatchObject([{ state: 'queued' }])
    app.clock.now += holdOwnerMailMs
    await app.outbox.sendDue()
    expect(await mailsOf(app)).toMatchObject([{ state: 'sent' }])
  })

  test('that is left again is changed in place, mail too, and what was known is not replaced by nothing', async () => {
    const app = await open()
    const first = await submitConsultation(
      app.booking,
      { ...left, values: { ...left.values, budget: '5000 USD' } },
      visitor,
    )
    app.clock.now += 60_000
    const more = { ...left.values, name: 'Ada', email: 'ada@engines.example' }
    const second = await submit(app, { ...left, values: more, transcript: [] })
    expect(referenceIn(second)).toBe(referenceIn(first))
    expect(await leadsOf(app)).toMatchObject([
      {
        name: 'Ada',
        email: 'ada@engines.example',
        email_key: 'ada@engines.example',
        budget: '5000 USD',
        transcript: JSON.stringify(talk),
        updated_at: app.clock.now,
      },
    ])
    expect(await mailsOf(app)).toMatchObject([
      {
        kind: 'consultation-owner',
        waitsMs: holdOwnerMailMs - 60_000,
        text: expect.stringMatching(/\nAda\n===\n.*Budget: 5000 USD/s),
      },
    ])
  })

  test('that is left and then sent is one lead, whose mail goes at once, with one receipt', async () => {
    const app = await open()
    await submit(app, left)
    app.clock.now += 60_000
    await submit(app, sent)
    await submit(app, sent)
    expect(await leadsOf(app)).toMatchObject([
      { ...adaBooking, abandoned: 0, consent_words: app.booking.words.consent },
    ])
    expect(await mailsOf(app)).toMatchObject([
      { kind: 'consultation-owner', waitsMs: 0, subject: 'New consultation request from Ada Lovelace (KW)' },
      { kind: 'consultation-receipt', waitsMs: 0 },
    ])
  })

  test('that changes when the owner has its mail already is told in another one, itself changed while it waits', async () => {
    const app = await open()
    await submit(app, left)
    app.clock.now += holdOwnerMailMs
    await app.outbox.sendDue()
    const now = { ...left, values: { ...left.values, company: 'Engines' } }
    await submit(app, now)
    await submit(app, { ...now, values: { ...now.values, name: 'Ada' } }, visitor)
    expect(await mailsOf(app)).toMatchObject([
      { state: 'sent' },
      {
        kind: 'consultation-update',
        waitsMs: holdOwnerMailMs,
        subject: 'Updated: Consultation not sent by Ada (KW)',
        text: expect.stringContaining('Company: Engines'),
      },
    ])
    await submit(app, sent)
    expect((await mailsOf(app)).slice(1)).toMatchObject([
      { kind: 'consultation-receipt' },
      { waitsMs: 0, subject: 'Updated: New consultation request from Ada Lovelace (KW)' },
    ])
  })

  test('that was sent is not touched by what comes when the page is left', async () => {
    const app = await open()
    await submit(app, sent)
    const before = await leadsOf(app)
    await submit(app, { ...left, values: { ...left.values, name: 'Mallory' } }, visitor)
    expect(await leadsOf(app)).toEqual(before)
    expect(await mailsOf(app)).toHaveLength(2)
  })

  test('that is corrected after it was sent is changed, and told once more where the owner has the first', async () => {
    const app = await open()
    await submit(app, sent)
    const waits = { ...adaBooking, timeline: 'in April' }
    await submit(app, { ...sent, values: waits })
    expect((await mailsOf(app)).map(({ kind }) => kind)).toEqual(['consultation-owner', 'consultation-receipt'])
    await app.outbox.sendDue()
    const texts = (await mailsIn(app.environment.dataDir)).map(({ text }) => text).join()
    expect(texts).toContain('in April')
    expect(texts).not.toContain('by end of March')
    const corrected = { ...adaBooking, timeline: 'in May', company: '' }
    await submit(app, { ...sent, values: corrected })
    expect(await leadsOf(app)).toMatchObject([{ timeline: 'in May', company: '', budget: adaBooking.budget }])
    expect(await mailsOf(app)).toMatchObject([
      { kind: 'consultation-owner', state: 'sent' },
      { kind: 'consultation-receipt' },
      { kind: 'consultation-update', waitsMs: 0, text: expect.stringContaining('Company: Not provided') },
    ])
  })

  test('keeps its talk once, however many mails tell of it', async () => {
    const app = await open()
    const transcript = [{ role: 'user', content: 'a word that nobody else says' }] as const
    await submit(app, { ...left, transcript })
    await submit(app, { ...sent, transcript })
    await app.outbox.sendDue()
    const { db } = app.database
    const rows = [
      await db.selectFrom('leads').selectAll().execute(),
      await db.selectFrom('outbox').selectAll().execute(),
    ]
    expect(JSON.stringify(rows).split('a word that nobody else says')).toHaveLength(2)
    expect((await mailsOf(app))[0]).toMatchObject({
      state: 'sent',
      text: expect.stringContaining(transcript[0].content),
    })
  })

  test('of somebody else under a key that is taken is a lead of its own', async () => {
    const app = await open()
    await submit(app, sent)
    await submit(app, { ...sent, values: { ...adaBooking, email: 'bob@example.com' } }, visitor)
    expect((await leadsOf(app)).map(({ email }) => email).toSorted()).toEqual(['ada@example.com', 'bob@example.com'])
  })

  test('that is sent in the very moment in which the page is left, is one sent lead, whichever comes first', async () => {
    for (let round = 0; round < 5; round++) {
      const app = await open()
      const inputs = Array.from({ length: 12 }, (_, n) => (n % 3 === round % 3 ? sent : left))
      const results = await Promise.all(inputs.map((input) => submit(app, input)))
      expect(new Set(results.map(referenceIn)).size).toBe(1)
      expect(await leadsOf(app)).toMatchObject([{ ...adaBooking, abandoned: 0 }])
      expect((await mailsOf(app)).map(({ kind }) => kind)).toEqual(['consultation-owner', 'consultation-receipt'])
    }
  })

  test('that is changed while its mail goes out leaves the owner with the last word', async () => {
    const app = await open()
    await submit(app, left)
    app.clock.now += holdOwnerMailMs
    await Promise.all([app.outbox.sendDue(), submit(app, sent)])
    await app.outbox.sendDue()
    const toOwner = (await mailsOf(app)).filter(({ kind }) => !kind.endsWith('receipt'))
    expect(toOwner.every(({ state }) => state === 'sent')).toBe(true)
    expect(toOwner.at(-1)?.text).toContain('by end of March')
  })

  test('that was left can be taken back until the owner is told, and what was sent cannot', async () => {
    const app = await open()
    await submit(app, left)
    await withdrawAbandoned(app.booking, 'another-conversation')
    expect(await leadsOf(app)).toHaveLength(1)
    await withdrawAbandoned(app.booking, requestId)
    expect([await leadsOf(app), await mailsOf(app)]).toEqual([[], []])
    await submit(app, left)
    app.clock.now += holdOwnerMailMs
    await app.outbox.sendDue()
    await withdrawAbandoned(app.booking, requestId)
    await submit(app, { ...sent, requestId: 'sent' })
    await withdrawAbandoned(app.booking, 'sent')
    expect(await leadsOf(app)).toHaveLength(2)
  })

  test('that nobody sends is bounded for each sender and in all, and what is sent is not', async () => {
    const app = await open()
    const leave = (n: number, sender: string) =>
      submit(app, { ...left, requestId: `left-${n}` }, { ...visitor, sender })
    const { abandonedOfSender: sender, abandonedInAll: all } = defaultLimits
    for (let n = 0; n < sender.max; n++) expect(await leave(n, '203.0.113.7')).toMatchObject({ outcome: 'stored' })
    expect(await leave(sender.max, '203.0.113.7')).toMatchObject({ outcome: 'limited' })
    expect(await leave(0, '203.0.113.7')).toMatchObject({ outcome: 'stored', replayed: true })
    for (let n = sender.max; n < all.max; n++) await leave(n, `10.0.0.${n}`)
    expect(await leave(all.max, '10.0.1.1')).toMatchObject({ outcome: 'limited' })
    expect(await leadsOf(app)).toHaveLength(all.max)
    for (const requestId of ['left-0', 'sent']) {
      expect(await submit(app, { ...sent, requestId })).toMatchObject({ outcome: 'stored' })
    }
  })

  test('that nobody sends goes after seven days with its mails and their files, unless it was answered', async () => {
    const app = await open()
    const leave = (requestId: string) => submit(app, { ...left, requestId })
    await leave('first')
    await answerLeads(app.database, [referenceIn(await leave('answered'))], app.clock.now)
    await submit(app, { ...sent, requestId: 'sent' })
    app.clock.now += holdOwnerMailMs
    await app.outbox.sendDue()
    expect(await mailsIn(app.environment.dataDir)).toHaveLength(4)
    app.clock.now += 7 * 24 * 60 * 60_000 - holdOwnerMailMs - 1
    await app.tidyUp()
    expect(await leadsOf(app)).toHaveLength(3)
    app.clock.now += 1
    await app.tidyUp()
    expect(new Set((await leadsOf(app)).map((lead) => lead.request_key))).toEqual(new Set(['id:answered', 'id:sent']))
    expect(await mailsOf(app)).toHaveLength(3)
    expect(await mailsIn(app.environment.dataDir)).toHaveLength(3)
  })
})
