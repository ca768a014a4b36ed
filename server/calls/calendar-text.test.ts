import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { emailAddresses } from '../../platform/content/email-sender.ts'
import { siteContent } from '../../platform/content/site-content.ts'
import { sqlite } from '../../tests/support/databases.ts'
import { bookFree, callsOf, openTestApp, writtenEmails } from '../../tests/support/desk.ts'
import { ask } from '../../tests/support/http.ts'
import { readFreeTimes } from './calendar.ts'
import { cancelCall, moveCall } from './change-call.ts'
import { placeLine, placeOf } from './kinds.ts'
import { feedLink, manageKey } from './links.ts'
import { longDate, zoneName } from './times.ts'

/** The events as a calendar app reads them. */
function eventsIn(content = '') {
  const calendar = new ICAL.Component(ICAL.parse(content))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    const { uid, sequence, startDate, endDate, location, summary: title, description: how } = event
    const people = (name: string) =>
      component.getAllProperties(name).map((each) => ({
        name: each.getFirstParameter('cn'),
        address: String(each.getFirstValue()).replace(/^mailto:/i, ''),
        answer: each.getFirstParameter('partstat'),
      }))
    const stamp = component.getFirstPropertyValue('dtstamp')
    return {
      ...{ uid, sequence, title, how, location },
      method: calendar.getFirstPropertyValue('method'),
      status: component.getFirstPropertyValue('status'),
      stamp: stamp instanceof ICAL.Time ? stamp.toJSDate().getTime() : undefined,
      start: startDate.toJSDate().getTime(),
      end: endDate.toJSDate().getTime(),
      organizer: people('organizer'),
      attendees: people('attendee'),
    }
  })
}

test('a call is the same event in both emails, its file, and the owner’s feed, through all changes', async () => {
  const zone = 'America/St_Johns'
  const app = await openTestApp(await sqlite.createPlace())
  const { clock } = app
  const calls = callsOf(app)
  const name = `Ada "the Countess" King, C\\S; ^n^' ${'Größe 🪁'.repeat(9)}`
  const { id, start: first } = await bookFree(app, 0, { name, zone })
  const last = (await readFreeTimes(calls)).at(-1) ?? 0
  const project = 'An engine\\n; that, computes\r\n\u0007ATTENDEE:mailto:evil@example.com\u2028Ünder sixty letters?'
  await app.database.db.updateTable('leads').set({ project }).execute()
  const { event: title, where, minutes } = calls.calls.kinds[0]
  const how = placeLine(placeOf(where, { phone: null }))
  const attendees = (visitor: string) => [
    { name: visitor, address: 'ada@example.com', answer: 'ACCEPTED' },
    {
      name: 'Kitewright',
      address: emailAddresses(calls.environment, siteContent().studio).leadsTo.address,
      answer: 'ACCEPTED',
    },
  ]
  const forVisitor = { title, how, attendees: attendees('ada@example.com') }
  const lines = ['An engine\\n; that, computes', 'ATTENDEE:mailto:evil@example.com Ünder sixty letters?', '']
  const commands = ['npm run studio -- calls cancel', 'npm run studio -- calls move'].map((each) => `${each} ${id}`)
  const forOwner = {
    title: `Call with ${name}: An engine\\n; that, computes ATTENDEE:mailto:evil@example.co…`,
    how: expect.stringContaining([...lines, 'Email: ada@example.com', `Reference: ${id}`, how].join('\n')),
    attendees: attendees(name),
  }
  const uids = new Set<string>()
  const expectEvent = async (kind: string, expected: object, start: number) => {
    const emails = await writtenEmails(app)
    expect(emails.map((email) => email.kind)).toEqual([kind, `${kind}-owner`])
    for (const { text } of emails)
      for (const shown of [longDate, zoneName]) expect(text).toContain(shown(start, zone, 'en'))
    const isCanceled = kind === 'call-cancelled'
    const file = await ask(app, `/call/event.ics?key=${manageKey(calls, id)}`)
    const feed = await ask(app, feedLink(calls))
    expect([file.status, feed.status]).toEqual([isCanceled ? 404 : 200, 200])
    expect((await ask(app, '/call/feed.ics?key=wrong')).status).toBe(404)
    const feedText = await feed.text()
    for (const command of commands) expect(eventsIn(feedText)[0]?.how).toContain(command)
    for (const [content, view, by] of [
      [emails[0]?.calendar?.content, forVisitor, {}] as const,
      [emails[1]?.calendar?.content, forOwner, {}] as const,
      [feedText, forOwner, { method: 'PUBLISH' }] as const,
      ...(isCanceled ? [] : [[await file.text(), forVisitor, { method: 'PUBLISH' }] as const]),
    ]) {
      const people = {
        organizer: [emailAddresses(calls.environment, siteContent().studio).from],
        location: 'https://meet.example/kitewright',
      }
      const times = { stamp: clock.now, start, end: start + minutes * 60_000 }
      expect(eventsIn(content)).toMatchObject([{ ...people, ...times, ...view, ...expected, ...by }])
      expect(content).not.toContain('key=')
      for (const { uid } of eventsIn(content)) uids.add(uid)
      const isWrong = (line: string) =>
        Buffer.byteLength(line) > 75 || !line.isWellFormed() || /[\p{Cc}\p{Zl}]/u.test(line)
      expect(content?.split('\r\n').filter(isWrong)).toEqual([])
      // Times are in UTC, so calendar apps don't need to know any zones.
      expect(content?.match(/^DT(?:START|END)(?!:\d{8}T\d{6}Z\r$).*$/gm)).toBeNull()
    }
  }
  await expectEvent('call-booked', { method: 'REQUEST', status: 'CONFIRMED', sequence: 0 }, first)
  clock.now += 60_000
  await moveCall(calls, { id, start: last }, 'visitor')
  await expectEvent('call-moved', { method: 'REQUEST', status: 'CONFIRMED', sequence: 1 }, last)
  clock.now = last - 86_400_000
  await cancelCall(calls, { id }, 'visitor')
  await expectEvent('call-cancelled', { method: 'CANCEL', status: 'CANCELLED', sequence: 2 }, last)
  expect(uids.size).toBe(1)
})
