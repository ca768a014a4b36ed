import { expect, onTestFinished, test } from 'vitest'
import type { CallKind } from '../../platform/content/calls.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { hourMs } from '../../platform/text/time-text.ts'
import { sqlite } from '../../tests/support/databases.ts'
import { bookFree, callsOf, openTestApp, writtenEmails } from '../../tests/support/desk.ts'
import type { CallInput } from './book-call.ts'
import { cancelCall } from './change-call.ts'

const phone = '+1 212 555 0100'
const callback = { name: 'by phone', text: 'I’ll call you', callback: true } as const

const { calls: sampleCalls } = siteContent()

/** Books a call of the sample's kind with changes. Also returns its emails as of some hours before the call. */
async function open(change: Partial<CallKind> = {}, input: Partial<CallInput> = {}) {
  const content = siteContent()
  content.calls = sampleCalls
  const app = await openTestApp(await sqlite.createPlace())
  const context = callsOf(app)
  const kind = { ...context.calls.kinds[0], ...change }
  const { id, start } = await bookFree(app, 0, { kind, zone: 'America/New_York', ...input })
  content.calls = { ...context.calls, kinds: [kind] }
  onTestFinished(() => {
    content.calls = sampleCalls
  })
  const email = async (name: string, hoursBefore = 24) => {
    app.clock.now = start - hoursBefore * hourMs
    const { db } = app.database
    const row = await db.selectFrom('outbox').selectAll().where('kind', '=', name).executeTakeFirstOrThrow()
    return (await app.renderEmail(db, row)) ?? expect.fail(`no ${name}`)
  }
  return { app, context, id, email }
}

const unfolded = (calendar?: { content: string }) => String(calendar?.content).replaceAll('\r\n ', '')

test.each([
  ['a video call', {}, 'Join call:\nhttps://meet.example/kitewright\n'],
  ['a number', { where: { name: 'by phone', text: 'Call me', phone: '+49 341 555 0134' } }, 'Call +49 341 555 0134\n'],
  [
    'an address',
    { where: { name: 'here', text: 'My studio', address: '12 Kite Lane' } },
    'Where: My studio: 12 Kite Lane\n',
  ],
  ['a callback', { where: callback }, 'Where: by phone\n'],
])(
  'the reminder for %s says how to join, and how to change the call while that’s possible',
  async (name, change, shown) => {
    const { email } = await open(change)
    const { text, html } = await email('call-reminder')
    expect(text).toContain(shown)
    expect(html?.includes('class="button"')).toBe(['a video call', 'a number'].includes(name))
    expect(text).toMatch(
      /Need to change something\? Reschedule \[1\] or cancel the call \[2\]\.\n\n\[1\] \S+\/call\?move=\S+\n\[2\] \S+&do=cancel\n/,
    )
    const late = await email('call-reminder-hour', 1)
    expect(late.text).toContain('Just reply to this email.')
    expect(late.text).not.toMatch(/Reschedule|key=/)
  },
)

test('an email to the visitor has the time in both zones, and their number and answers once the mailbox is verified', async () => {
  const answers = [['Which engine?', 'The analytical one']] as const
  const { app, email } = await open({ where: callback }, { phone, answers, zone: 'America/Los_Angeles' })
  const { text, calendar } = await email('call-booked')
  expect(text?.replaceAll('\n  ', ', ')).toContain(
    'When: Sunday, November 22, 2026, 8:30–9:00 PM, Pacific Time (Los Angeles), Mon, Nov 23, 10:00–10:30 AM my time (India)\n',
  )
  for (const part of [text, unfolded(calendar)]) expect(part).not.toMatch(/555|analytical/)
  await app.database.db.updateTable('calls').set({ is_verified: 1 }).execute()
  const verified = await email('call-booked')
  expect(verified.text).toContain(`Where: I’ll call you: ${phone}\n`)
  for (const known of [phone, 'The analytical one']) expect(unfolded(verified.calendar)).toContain(known)
})

test('the owner’s email has number, answers, and topic, and none of them if there are none', async () => {
  const answers = [['Which engine?', 'The analytical one']] as const
  const { email } = await open({ where: callback, name: 'Review' }, { phone, answers, about: 'Looms' })
  const { text } = await email('call-booked-owner')
  expect(text).toContain(`In the visitor’s words:\n\nPhone: ${phone}\nWhich engine? The analytical one\n\n> Looms\n`)
  expect(text).toMatch(
    /What: Review\nWhen: .*\n {2}10:00–10:30 AM, India Time \(Kolkata\)\n {2}.*11:30 PM–12:00 AM for the visitor \(Eastern Time\)\n/,
  )
  const { email: bare } = await open()
  expect(await bare('call-booked-owner')).not.toMatchObject({ text: expect.stringContaining('In the visitor’s words') })
  expect(await bare('call-reminder-owner')).toMatchObject({ text: expect.stringContaining('Join call:\nhttps://meet') })
})

test('a visitor’s reason for canceling is quoted only to the owner', async () => {
  const { app, context, id } = await open()
  app.clock.now += 1
  await cancelCall(context, { id, note: 'See https://evil.example\nReference: KW-1' }, 'visitor')
  const [toVisitor, toOwner] = await writtenEmails(app)
  expect(toOwner?.text).toContain('Reason:\n\n> See https://evil.example\n> Reference: KW-1\n')
  expect(`${toVisitor?.text}${toVisitor?.html}${toVisitor?.calendar?.content}`).not.toContain('evil')
  expect(toVisitor?.text).toMatch(/Book another time:\nhttp:\/\/localhost:4321\/call\n/)
})
