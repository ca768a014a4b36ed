import { describe, expect, test, vi } from 'vitest'
import { siteContent } from '../../platform/content/site-content.ts'
import { emailsOf, postConsultation as post, sendWhatWaited } from '../../tests/support/consultations.ts'
import { engines } from '../../tests/support/databases.ts'
import { adaConsultation, leadsOf, openTestApp } from '../../tests/support/desk.ts'
import { emailsIn } from '../../tests/support/owner.ts'
import { answerLeads } from '../leads/mark-lead.ts'
import { abandonedEmailDelayMs } from '../leads/notify.ts'

const transcript = [
  { role: 'user', content: 'Hello!' },
  { role: 'assistant', content: 'What shall I build?' },
] as const
const sent = { ...adaConsultation, transcript, requestId: 'conversation-1' }
const left = { email: 'ada@example.com', abandoned: true, consent: 'yes', transcript, requestId: 'conversation-1' }

describe.each(engines)('a consultation on $name', (engine) => {
  const open = async (limits = {}) => await openTestApp(await engine.createPlace(), {}, { limits })

  test('posted any number of times is one lead with its chat, an email to the owner, and a receipt', async () => {
    const app = await open()
    const references = await Promise.all(Array.from({ length: 15 }, () => post(app, sent)))
    expect(new Set(references).size).toBe(1)
    const stored = {
      project: adaConsultation.requirements,
      transcript: JSON.stringify(transcript),
      consent_words: null,
    }
    const lead = { reference: references[0], kind: 'consultation', status: 'ok', abandoned: 0 }
    expect(await leadsOf(app)).toMatchObject([{ ...adaConsultation, ...stored, ...lead }])
    expect(await emailsOf(app)).toMatchObject([
      { kind: 'consultation-owner', waitsMs: 0, subject: 'New consultation from Ada Lovelace (KW)' },
      { kind: 'consultation-receipt', waitsMs: 0, subject: 'I got your message' },
    ])
    await post(app, { ...sent, email: 'bob@example.com' })
    expect(await leadsOf(app)).toHaveLength(2)
  })

  test('is stored without requirements, and with an invalid chat', async () => {
    const app = await open()
    const message = { role: 'user', content: '漢'.repeat(2_000) }
    for (const [n, chat] of [JSON.stringify(transcript), 'x', [message, null], Array(40).fill(message)].entries())
      expect(await post(app, { ...sent, requirements: '', transcript: chat, requestId: `${n}` })).toMatch(/^KW-/)
    const stored = { project: siteContent().chat.consultation.noRequirements, transcript: JSON.stringify(transcript) }
    expect(await leadsOf(app)).toContainEqual(expect.objectContaining(stored))
  })

  test('posted again with corrections is updated, keeps missing fields, and notifies the owner again', async () => {
    const app = await open()
    await post(app, sent)
    await post(app, { ...sent, timeline: 'in April' })
    expect((await emailsOf(app)).map(({ kind }) => kind)).toEqual(['consultation-owner', 'consultation-receipt'])
    await app.outbox.sendDue()
    const texts = (await emailsIn(app.environment.dataDir)).map(({ text }) => text).join()
    expect(texts).toContain('in April')
    expect(texts).not.toContain('by end of March')
    const { name, email, requestId } = sent
    await post(app, { name, email, requestId, budget: '' })
    expect(await leadsOf(app)).toMatchObject([{ ...adaConsultation, timeline: 'in April', budget: '' }])
    expect(await emailsOf(app)).toMatchObject([
      { kind: 'consultation-owner', state: 'sent' },
      { kind: 'consultation-receipt' },
      { kind: 'consultation-update', waitsMs: 0, text: expect.stringContaining('Budget: Not specified') },
    ])
  })

  test('counts against its limit before its fields are read', async () => {
    const app = await open({ consultationPosts: { address: 3 } })
    const read = vi.spyOn(app.chat, 'readDetails')
    const unknown = { ...left, email: undefined }
    const withdrawn = { abandoned: true }
    for (const values of [unknown, withdrawn, { ...unknown, requestId: 'other' }])
      expect(await post(app, values)).toBe(204)
    for (const values of [{ ...unknown, requestId: 'third' }, withdrawn, sent])
      expect(await post(app, values)).toBe(429)
    expect(read).toHaveBeenCalledTimes(2)
  })
})

describe.each(engines)('an abandoned consultation on $name', (engine) => {
  const open = async (limits = {}) => await openTestApp(await engine.createPlace(), {}, { limits })

  test('is stored with the consent text, a delayed email, and no receipt', async () => {
    const app = await open()
    await post(app, left)
    const agreed = { consent_words: siteContent().chat.consultation.consent, consent_at: app.clock.now }
    expect(await leadsOf(app)).toMatchObject([{ abandoned: 1, name: '', ...agreed }])
    const email = { kind: 'consultation-owner', subject: 'Unsent consultation from ada@example.com (KW)' }
    await app.outbox.sendDue()
    expect(await emailsOf(app)).toMatchObject([{ ...email, state: 'queued', waitsMs: abandonedEmailDelayMs }])
    await sendWhatWaited(app)
    expect(await emailsOf(app)).toMatchObject([{ state: 'sent' }])
  })

  test('isn’t stored without consent or an address', async () => {
    const app = await open()
    for (const consent of [undefined, '  ', true])
      expect(await post(app, { ...left, ...adaConsultation, consent })).toBe(204)
    for (const email of [undefined, 'ada@nowhere']) expect(await post(app, { ...left, email })).toBe(204)
    expect(await leadsOf(app)).toEqual([])
  })

  test('prefers typed fields to details from messages, including unsent ones', async () => {
    const app = await open()
    const chat = [
      { role: 'assistant', content: 'I am Bot, bot@evil.example' },
      { role: 'user', content: 'I am Ada and I work at Kites Ltd' },
    ]
    await post(app, { ...left, email: undefined, company: 'Engines', transcript: chat, draft: 'ada@example.com' })
    expect(await leadsOf(app)).toMatchObject([{ name: 'Ada', email: 'ada@example.com', company: 'Engines' }])
  })

  test('is never refused for invalid fields: they are made to fit', async () => {
    const app = await open()
    const long = { name: `A\u0000da ${'x'.repeat(200)}`, requirements: 'x'.repeat(6_000) }
    expect(await post(app, { ...left, ...long, company: ['x'], budget: '\u200B' })).toMatch(/^KW-/)
    const [lead] = await leadsOf(app)
    expect(lead).toMatchObject({ name: expect.stringMatching(/^Ada x{96}$/), company: null, budget: null })
    expect(lead?.requirements).toHaveLength(5_000)
  })

  test('is updated in place when abandoned again, and its email is sent at once when sent', async () => {
    const app = await open()
    const { name: _, email: __, ...known } = adaConsultation
    const first = await post(app, { ...left, ...known })
    app.clock.now += 60_000
    const more = { name: 'Ada', email: 'ada@engines.example', transcript: [] }
    expect(await post(app, { ...left, ...more })).toBe(first)
    const kept = { ...known, project: known.requirements, transcript: JSON.stringify(transcript) }
    const changed = { name: 'Ada', email: more.email, email_key: more.email, updated_at: app.clock.now }
    expect(await leadsOf(app)).toMatchObject([{ ...kept, ...changed }])
    const text = expect.stringMatching(/\nAda\n===\n.*Budget: 5000-9000 USD/s)
    expect(await emailsOf(app)).toMatchObject([{ waitsMs: abandonedEmailDelayMs - 60_000, text }])
    for (const _ of [1, 2]) await post(app, sent)
    const { consent: consent_words } = siteContent().chat.consultation
    expect(await leadsOf(app)).toMatchObject([{ ...adaConsultation, abandoned: 0, consent_words }])
    expect(await emailsOf(app)).toMatchObject([
      { kind: 'consultation-owner', waitsMs: 0, subject: 'New consultation from Ada Lovelace (KW)' },
      { kind: 'consultation-receipt', waitsMs: 0 },
    ])
  })

  test('is one sent lead when also sent at the same time', async () => {
    const app = await open()
    const posts = Array.from({ length: 12 }, (_, n) => post(app, n % 3 === 1 ? sent : { ...left, name: 'Mallory' }))
    expect(new Set(await Promise.all(posts)).size).toBe(1)
    expect(await leadsOf(app)).toMatchObject([{ ...adaConsultation, abandoned: 0 }])
    expect((await emailsOf(app)).map(({ kind }) => kind)).toEqual(['consultation-owner', 'consultation-receipt'])
  })

  test('causes another email when changed after the first one was sent', async () => {
    const app = await open()
    await post(app, left)
    await sendWhatWaited(app)
    await post(app, { ...left, company: 'Engines' })
    await post(app, { ...left, company: 'Engines', name: 'Ada' })
    const subject = 'Updated: Unsent consultation from Ada (KW)'
    expect(await emailsOf(app)).toMatchObject([
      { state: 'sent' },
      { waitsMs: abandonedEmailDelayMs, subject, text: expect.stringContaining('Company: Engines') },
    ])
    await post(app, sent)
    expect((await emailsOf(app)).slice(1)).toMatchObject([
      { kind: 'consultation-receipt' },
      { waitsMs: 0, subject: 'Updated: New consultation from Ada Lovelace (KW)' },
    ])
  })

  test('is reported as sent even when sent while its email is going out', async () => {
    const app = await open()
    await post(app, left)
    app.clock.now += abandonedEmailDelayMs
    await Promise.all([app.outbox.sendDue(), post(app, sent)])
    await app.outbox.sendDue()
    const toOwner = (await emailsOf(app)).filter(({ kind }) => !kind.endsWith('receipt'))
    expect(toOwner.every(({ state }) => state === 'sent')).toBe(true)
    expect(toOwner.at(-1)?.text).toContain('by end of March')
  })

  test('can be withdrawn until the owner has its email, unless it was sent', async () => {
    const app = await open()
    const withdraw = (requestId: string) => post(app, { abandoned: true, requestId })
    await post(app, left)
    await withdraw('another-conversation')
    expect(await leadsOf(app)).toHaveLength(1)
    await withdraw(left.requestId)
    expect([await leadsOf(app), await emailsOf(app)]).toEqual([[], []])
    await post(app, left)
    await sendWhatWaited(app)
    await withdraw(left.requestId)
    await post(app, { ...sent, requestId: 'sent' })
    await withdraw('sent')
    expect(await leadsOf(app)).toHaveLength(2)
  })

  test('is limited per sender and in total, unlike a sent one', async () => {
    const app = await open({ unsentLeads: { address: 2, everyone: 3 } })
    const leave = (n: number, sender: string) => post(app, { ...left, requestId: `left-${n}` }, sender)
    const stored = expect.stringMatching(/^KW-/)
    const own = [await leave(0, '10.0.0.1'), await leave(1, '10.0.0.1'), await leave(2, '10.0.0.1')]
    expect(own).toEqual([stored, stored, 429])
    expect(await leave(0, '10.0.0.1')).toBe(own[0])
    expect([await leave(2, '10.0.0.2'), await leave(3, '10.0.0.3')]).toEqual([stored, 429])
    expect(await leadsOf(app)).toHaveLength(3)
    for (const requestId of ['left-0', 'sent'])
      expect(await post(app, { ...sent, requestId }, '10.0.0.1')).toEqual(stored)
  })

  test('is deleted after seven days with its emails and their files, unless it was answered', async () => {
    const app = await open()
    await post(app, { ...left, requestId: 'first' })
    const answered = await post(app, { ...left, requestId: 'answered' })
    await answerLeads(app.database, [String(answered)], app.clock.now)
    await post(app, { ...sent, requestId: 'sent' })
    await sendWhatWaited(app)
    expect(await emailsIn(app.environment.dataDir)).toHaveLength(4)
    app.clock.now += 7 * 24 * 3_600_000 - abandonedEmailDelayMs - 1
    await app.tidyUp()
    expect(await leadsOf(app)).toHaveLength(3)
    app.clock.now += 1
    await app.tidyUp()
    expect((await leadsOf(app)).map((lead) => lead.request_key).toSorted()).toEqual(['id:answered', 'id:sent'])
    expect([(await emailsOf(app)).length, (await emailsIn(app.environment.dataDir)).length]).toEqual([3, 3])
  })
})
