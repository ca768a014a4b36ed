import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { engines } from '../../tests/support/databases.ts'
import { act, ada, bookFree, openTestApp, type TestApp, visitor } from '../../tests/support/desk.ts'
import { emailsIn } from '../../tests/support/owner.ts'
import { reply as refusal, startSmtpServer } from '../../tests/support/sending.ts'
import { exportPerson } from '../people/export.ts'
import { forgetPeople } from '../people/forget.ts'
import { submitContact } from './accept-lead.ts'
import { firstNameOf, undoMs } from './replies.ts'

const answer = 'Hi Ada,\n\nNext week works: https://kitewright.example/call\n'

async function takeLead(app: TestApp, words: Partial<typeof ada> = {}, honeypot = false): Promise<string> {
  const result = await submitContact(app, { ...ada, ...words, requestId: randomUUID() }, { ...visitor, honeypot })
  return result.outcome === 'stored' ? result.reference : ''
}

const show = (app: TestApp, reference: string) => act(app, 'leads.show', { reference })
const timeline = async (app: TestApp, reference: string) =>
  (await show(app, reference)).history.map(({ text, quote }) => (quote ? `${text}: “${quote}”` : text))
const waiting = async (app: TestApp) => {
  const [{ leads }, { toReply }] = [
    await act(app, 'leads.list', { status: 'new' }),
    await act(app, 'overview.counts', {}),
  ]
  expect(leads).toHaveLength(toReply)
  return leads.map(({ reference }) => reference)
}

describe.each(engines)('a reply to a lead on $name', (engine) => {
  test('is a threaded email that quotes the visitor, and marks the lead as answered', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    const reference = await takeLead(app, { project: 'An engine.\n<b>By March</b>' })
    await app.outbox.sendDue()
    const [receipt] = (await emailsIn(place.dataDir)).filter(({ to }) => to?.[0]?.address === ada.email)
    app.clock.now += 1
    expect(await waiting(app)).toEqual([reference])
    await act(app, 'leads.reply', { reference, text: answer })
    expect(await waiting(app)).toEqual([])
    await app.outbox.sendDue()
    expect(await timeline(app, reference)).toContain(`You replied by email. It’s in the outbox: “${answer.trim()}”`)
    app.clock.now += undoMs
    await app.outbox.sendDue()
    const sent = (await emailsIn(place.dataDir)).find(({ inReplyTo }) => inReplyTo !== undefined)
    expect(sent).toMatchObject({
      from: { name: 'Kitewright', address: 'hello@kitewright.example' },
      to: [{ address: ada.email }],
      subject: `Re: ${receipt?.subject} (${reference})`,
      inReplyTo: receipt?.messageId,
      references: receipt?.messageId,
      text: `${answer}\nOn Fri, Nov 20, Ada Lovelace wrote:\n> An engine.\n> <b>By March</b>\n\n`,
    })
    expect(sent?.headers.find(({ key }) => key === 'auto-submitted')).toBeUndefined()
    expect(sent?.html).toContain('<a href="https://kitewright.example/call">')
    expect(sent?.html).toMatch(/<blockquote [^>]*>An engine.<br\/?>&lt;b&gt;By March/)
    expect(await timeline(app, reference)).toEqual([
      `You replied by email. Delivered: written to a file: “${answer.trim()}”`,
      'You were notified, and Ada got a receipt',
      'Sent the contact form',
    ])
  })

  test('can be undone until it leaves, and is one email even if it’s sent twice', async () => {
    const app = await openTestApp(await engine.createPlace())
    const reference = await takeLead(app)
    const sendReply = () => act(app, 'leads.reply', { reference, text: answer })
    const replies = () => app.database.db.selectFrom('outbox').select('state').where('kind', '=', 'reply').execute()
    const [{ id }, repeat] = await Promise.all([sendReply(), sendReply()])
    const undo = (id: string) => act(app, 'leads.unreply', { reference, id, answeredAt: null })
    expect([repeat.id, await replies()]).toEqual([id, [{ state: 'queued' }]])
    await undo(id)
    expect([await replies(), await waiting(app)]).toEqual([[], [reference]])
    const { id: sentId } = await sendReply()
    app.clock.now += undoMs
    await app.outbox.sendDue()
    await sendReply()
    await expect(undo(sentId)).rejects.toThrow('Too late to undo. The reply has already left.')
    expect([await replies(), await waiting(app)]).toEqual([[{ state: 'sent' }], []])
  })

  test('that fails makes the lead wait again, until the address is corrected or it’s marked as answered', async () => {
    const server = await startSmtpServer({
      onRcptTo: ({ address }, _, done) =>
        done(address === 'ada@exmaple.com' ? refusal(550, 'no such user') : undefined),
    })
    const app = await openTestApp(await engine.createPlace(), { SMTP_URL: server.url })
    const reference = await takeLead(app, { email: 'ada@exmaple.com' })
    const fail = async () => {
      await act(app, 'leads.reply', { reference, text: answer })
      app.clock.now += undoMs
      await app.outbox.sendDue()
    }
    await fail()
    const { failedReply } = await show(app, reference)
    expect(failedReply).toMatchObject({ answer: expect.stringContaining('550') })
    const [failed] = (await show(app, reference)).history.filter(({ quote }) => quote)
    expect(failed).toMatchObject({ text: expect.stringMatching(/^Your reply wasn’t delivered: 550/), isProblem: true })
    expect([await waiting(app), (await act(app, 'leads.list', { status: 'answered' })).leads]).toEqual([
      [reference],
      [],
    ])
    await act(app, 'leads.answered', { references: [reference] })
    expect(await waiting(app)).toEqual([])
    app.clock.now += 1
    await fail()
    expect(await waiting(app)).toEqual([reference])
    const { failedReply: again } = await show(app, reference)
    await act(app, 'outbox.fix', { id: again?.id ?? '', to: ada.email })
    expect([await waiting(app), (await show(app, reference)).failedReply]).toEqual([[], null])
    expect(await timeline(app, reference)).toContainEqual(expect.stringMatching(/Delivered \(250 OK\)/))
  })

  test('is refused for spam, an unknown lead, and an empty text', async () => {
    const app = await openTestApp(await engine.createPlace())
    const reference = await takeLead(app)
    await expect(act(app, 'leads.reply', { reference, text: ' \n' })).rejects.toThrow('Write a reply first.')
    await act(app, 'leads.mark', { reference, verdict: 'spam' })
    await expect(act(app, 'leads.reply', { reference, text: answer })).rejects.toThrow(
      `${reference} is marked as spam.`,
    )
    await expect(act(app, 'leads.reply', { reference: 'KW-NONE', text: answer })).rejects.toThrow('There is no lead')
    expect((await act(app, 'outbox.list', {})).emails).toEqual([])
  })

  test('about a call threads on the invitation; without a receipt, on the lead’s reference', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    const { id } = await bookFree(app)
    await act(app, 'leads.reply', { reference: id, text: 'See you then.' })
    app.clock.now += undoMs
    await app.outbox.sendDue()
    const sent = await emailsIn(place.dataDir)
    const invitation = sent.find(({ to, inReplyTo }) => to?.[0]?.address === ada.email && inReplyTo === undefined)
    const reply = sent.find(({ inReplyTo }) => inReplyTo !== undefined)
    expect(reply).toMatchObject({ inReplyTo: invitation?.messageId, text: 'See you then.\n\n' })
    expect(reply?.subject).toBe(`Re: Your call is booked (${id})`)
    const reference = await takeLead(app, { email: 'bob@example.org' }, true)
    await act(app, 'leads.reply', { reference, text: answer })
    app.clock.now += undoMs
    await app.outbox.sendDue()
    const ids = (await emailsIn(place.dataDir)).flatMap(({ inReplyTo }) => inReplyTo ?? [])
    expect(ids).toContain(`<${reference}@kitewright.example>`)
  })

  test('is exported and erased with the person', async () => {
    const app = await openTestApp(await engine.createPlace())
    const reference = await takeLead(app)
    await act(app, 'leads.reply', { reference, text: 'Ask bob@example.org.' })
    const { emails } = await exportPerson(app, ada.email)
    const text = expect.stringMatching(/^Ask bob@example.org.\n\nOn .* wrote:\n> An engine/)
    expect(emails).toContainEqual(expect.objectContaining({ kind: 'reply', to: ada.email, text }))
    await forgetPeople(app, { emails: ['bob@example.org'], references: [] })
    expect(await timeline(app, reference)).toContainEqual(expect.stringContaining('Ask (erased).'))
    await forgetPeople(app, { emails: [ada.email], references: [] })
    expect(await app.database.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })
})

test('the greeting has the first name in any script, and never a whole sentence', () => {
  for (const [name, first] of [
    ['Katherine Johnson', 'Katherine'],
    ['Dr. Zoë Müller', 'Zoë'],
    ['陳大文', '陳大文'],
    ['Ольга', 'Ольга'],
    ['ज़ेबा ख़ान', 'ज़ेबा'],
    ['d’Arcy Wu', 'd’Arcy'],
    ['www.evil.example', undefined],
    ['', undefined],
    ['123', undefined],
    ['x'.repeat(80), undefined],
  ] as const)
    expect(firstNameOf(name), name).toBe(first)
})
