import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { sqlite } from '../../../tests/support/databases.ts'
import { callsOf, openTestApp, visitor, writtenMails } from '../../../tests/support/desk.ts'
import { callFeed, callFile } from '../../pages/call/[file].ics.ts'
import { bookCall } from './book-call.ts'
import { readFreeTimes } from './calendar.ts'
import { callInvitation, type EventCall } from './call-event.ts'
import { feedLink, manageKey } from './call-links.ts'
import { longTime } from './call-time.ts'
import { cancelCall, moveCall } from './change-call.ts'

const ms = (instant: string) => Date.parse(instant)

/** As a calendar program reads it. */
function eventsIn(content = '') {
  const calendar = new ICAL.Component(ICAL.parse(content))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, sequence, startDate, endDate, summary: title, description: how } = new ICAL.Event(component)
    const people = (name: string) =>
      component.getAllProperties(name).map((each) => ({
        name: each.getFirstParameter('cn'),
        address: String(each.getFirstValue()).replace(/^mailto:/i, ''),
        answer: each.getFirstParameter('partstat'),
      }))
    const stamp = component.getFirstPropertyValue('dtstamp')
    return {
      ...{ uid, sequence, title, how },
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

const call: EventCall = {
  ...{ uid: 'one@studio.example', sequence: 0, state: 'booked', changed_at: ms('2026-11-20T09:30:05Z') },
  ...{ starts_at: ms('2026-12-07T13:30Z'), ends_at: ms('2026-12-07T14:00Z') },
}
const owner = { name: '', address: 'owner@studio.example' }
test.each([
  ['quotes and carets', 'Ada "the Countess" King ^n^\' ^^'],
  ['commas, colons, semicolons and backslashes', 'King, Ada: C\\S; Lovelace'],
  ['line breaks', 'Ada\r\nATTENDEE:mailto:eve@example.com\nEND:VEVENT'],
  ['more letters than a line takes', `${'Größe'.repeat(70)} ${'🪁'.repeat(70)}`],
])('a name with %s is read as it is', (_, name) => {
  const [title, how] = [`Call: ${name}`, `Ask for ${name}\n\nBy telephone; or by video`]
  const organizer = { name, address: 'hello@studio.example' }
  const attendee = { name, address: 'ada@example.com' }
  const { content } = callInvitation(call, { title, how, organizer, attendees: [attendee, owner] })
  const read = (text: string) => text.replaceAll('\r\n', '\n')
  const people = {
    organizer: [{ ...organizer, name: read(name) }],
    attendees: [
      { ...attendee, name: read(name) },
      { name: owner.address, address: owner.address },
    ],
  }
  expect(eventsIn(content)).toMatchObject([{ title: read(title), how: read(how), start: call.starts_at, ...people }])
  const isWrong = (line: string) => Buffer.byteLength(line) > 75 || !line.isWellFormed() || /[\r\n]/.test(line)
  expect(content.split('\r\n').filter(isWrong)).toEqual([])
})

test('a call is one event in both emails, its file and the owner’s feed, however it changes', async () => {
  const zone = 'America/St_Johns'
  const app = await openTestApp(await sqlite.createPlace())
  const { clock } = app
  const calls = callsOf(app)
  const [first = 0, ...more] = await readFreeTimes(calls)
  const last = more.at(-1) ?? 0
  const name = 'Ada "Countess" King, 🪁'
  const booked = await bookCall(calls, { name, email: 'ada@example.com', about: '', zone, start: first }, visitor)
  const id = 'reference' in booked ? booked.reference : ''
  const uids = new Set<string>()
  const expectEvent = async (kind: string, expected: object, start: number) => {
    const mails = await writtenMails(app)
    expect(mails.map((mail) => mail.kind)).toEqual([kind, `${kind}-owner`])
    for (const { text } of mails) expect(text).toContain(longTime(start, zone, 'en'))
    const isCanceled = kind === 'call-cancelled'
    const file = await callFile(calls, manageKey(calls, id))
    expect(file === undefined).toBe(isCanceled)
    expect(await callFeed(calls, 'wrong')).toBeUndefined()
    const feed = await callFeed(calls, new URL(feedLink(calls)).searchParams.get('key') ?? '')
    const { event, minutes } = calls.calls
    for (const [content, title, by] of [
      ...mails.map(({ calendar }) => [calendar?.content, event, {}] as const),
      [feed, `${event}: ${name}`, { method: 'PUBLISH' }] as const,
      ...(isCanceled ? [] : [[file, event, { method: 'PUBLISH' }] as const]),
    ]) {
      const addresses = ['ada@example.com', calls.mail.leadsTo.address]
      const attendees = addresses.map((address) => ({ address, answer: 'ACCEPTED' }))
      const people = { organizer: [calls.mail.from], attendees }
      const times = { stamp: clock.now, start, end: start + minutes * 60_000 }
      const event = { ...people, ...times, title, how: calls.calls.how }
      expect(eventsIn(content)).toMatchObject([{ ...event, ...expected, ...by }])
      for (const { uid } of eventsIn(content)) uids.add(uid)
      // In UTC, so that no program needs to know a zone.
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
