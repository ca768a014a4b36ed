import ICAL from 'ical.js'
import nodeIcal, { type ParameterValue } from 'node-ical'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, test } from 'vitest'
import { sqlite } from '../../../tests/support/databases.ts'
import { openTestApp, visitor } from '../../../tests/support/desk.ts'
import { withWords } from '../../server/mail/mail-composers.ts'
import { bookCall } from './book-call.ts'
import { readFreeTimes } from './calendar.ts'
import { callCalendar, callInvitation, type EventCall } from './call-event.ts'
import { callFeed, callFile } from './call-files.ts'
import { feedLink, manageKey } from './call-links.ts'
import { cancelCall, moveCall } from './change-call.ts'
import { type CallRules, offeredOn } from './free-times.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const ms = (instant: string) => Date.parse(instant)

type Person = { name: string; address: string; answer: string }

function personOf(name: unknown, link: unknown, answer: unknown): Person {
  return { name: String(name), address: String(link).replace(/^mailto:/i, ''), answer: String(answer ?? '') }
}

function byIcalJs(content: string) {
  const calendar = new ICAL.Component(ICAL.parse(content))
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, sequence, startDate, endDate, summary, description } = new ICAL.Event(component)
    const people = (name: string) =>
      component
        .getAllProperties(name)
        .map((each) => personOf(each.getFirstParameter('cn'), each.getFirstValue(), each.getFirstParameter('partstat')))
    const stamp = component.getFirstPropertyValue('dtstamp')
    return {
      method: String(calendar.getFirstPropertyValue('method')),
      uid,
      sequence,
      status: String(component.getFirstPropertyValue('status')),
      stamp: stamp instanceof ICAL.Time ? stamp.toJSDate().getTime() : undefined,
      start: startDate.toJSDate().getTime(),
      end: endDate.toJSDate().getTime(),
      title: summary,
      how: description,
      organizer: people('organizer'),
      attendees: people('attendee'),
    }
  })
}

function byNodeIcal(content: string): ReturnType<typeof byIcalJs> {
  // It leaves the escapes of names (RFC 6868) as they are.
  const signs: Record<string, string> = { '^n': '\n', "^'": '"', '^^': '^' }
  const people = (all: ParameterValue<string, object> | ParameterValue<string, object>[] = []) =>
    [all].flat().map((each) => {
      const { val, params } = typeof each === 'string' ? { val: each, params: {} } : each
      const { CN, PARTSTAT }: { CN?: unknown; PARTSTAT?: unknown } = params
      return personOf(
        String(CN).replaceAll(/\^[n'^]/g, (sign) => signs[sign] ?? sign),
        val,
        PARTSTAT,
      )
    })
  return Object.values(nodeIcal.sync.parseICS(content)).flatMap((event) => {
    if (event?.type !== 'VEVENT') return []
    const { uid, method, sequence, status, dtstamp, start, end, summary, description, organizer, attendee } = event
    return {
      method: String(method),
      uid,
      sequence: Number(sequence),
      status: String(status),
      stamp: dtstamp.getTime(),
      start: start.getTime(),
      end: end?.getTime() ?? Number.NaN,
      title: String(summary),
      how: String(description),
      organizer: people(organizer),
      attendees: people(attendee),
    }
  })
}

/** What two programs that know nothing of each other read alike. */
function readByBoth(content: string) {
  const read = byIcalJs(content)
  expect(byNodeIcal(content)).toEqual(read)
  return read
}

const call: EventCall = {
  uid: 'one@studio.example',
  sequence: 0,
  starts_at: ms('2026-12-07T13:30Z'),
  ends_at: ms('2026-12-07T14:00Z'),
  state: 'booked',
  changed_at: ms('2026-11-20T09:30:05Z'),
}
const owner = { name: '', address: 'owner@studio.example' }
const words = {
  title: 'First consultation',
  how: 'By video: https://meet.example/studio?a=1,2;b',
  organizer: { name: 'Studio', address: 'hello@studio.example' },
  attendees: [{ name: 'Ada', address: 'ada@example.com' }, owner],
}

test('who invites, who is invited and what for is read as it was written', () => {
  const { method, content } = callInvitation(call, words)
  expect(readByBoth(content)).toEqual([
    {
      method,
      uid: call.uid,
      sequence: 0,
      status: 'CONFIRMED',
      stamp: call.changed_at,
      start: call.starts_at,
      end: call.ends_at,
      title: words.title,
      how: words.how,
      organizer: [{ ...words.organizer, answer: '' }],
      attendees: [
        { name: 'Ada', address: 'ada@example.com', answer: 'ACCEPTED' },
        // Who has no name is named by the address.
        { name: owner.address, address: owner.address, answer: 'ACCEPTED' },
      ],
    },
  ])
})

describe('a name is read as it is', () => {
  test.each([
    ['quotes', 'Ada "the Countess" King'],
    ['commas, colons and backslashes', 'King, Ada: C\\S'],
    ['line breaks', 'Ada\r\nATTENDEE:mailto:eve@example.com\nEND:VEVENT'],
    ['carets', "Ada ^n^' ^^ King"],
    ['letters and signs of all kinds', 'Ådä Łovelace 🪁👩🏽‍🚀 عادا 爱达'],
    ['more letters than a line takes', `${'Größe'.repeat(70)} ${'🪁'.repeat(70)}`],
    ['one word as long as ten lines', 'x'.repeat(750)],
  ])('with %s', (_, name) => {
    const [title, how] = [`Call: ${name}`, `Ask for ${name}\n\nBy telephone; or by video`]
    const { content } = callInvitation(call, {
      title,
      how,
      organizer: { name, address: 'hello@studio.example' },
      attendees: [{ name, address: 'ada@example.com' }, owner],
    })
    const read = (text: string) => text.replaceAll('\r\n', '\n')
    expect(readByBoth(content)).toMatchObject([
      {
        title: read(title),
        how: read(how),
        organizer: [{ name: read(name), address: 'hello@studio.example' }],
        attendees: [{ name: read(name), address: 'ada@example.com' }, { address: owner.address }],
        start: call.starts_at,
      },
    ])
    const isWrong = (line: string) => Buffer.byteLength(line) > 75 || !line.isWellFormed() || /[\r\n]/.test(line)
    expect(content.split('\r\n').filter(isWrong)).toEqual([])
  })

  test('with a semicolon, by the reader that knows the quotes around it', () => {
    const organizer = { name: 'Lovelace; Ada', address: 'hello@studio.example' }
    const { content } = callInvitation(call, { ...words, title: organizer.name, organizer })
    expect(byIcalJs(content)).toMatchObject([{ organizer: [organizer], title: organizer.name }])
    // node-ical cuts the name of a person there, and reads all else.
    expect(byNodeIcal(content)).toMatchObject([{ organizer: [{ address: organizer.address }], title: organizer.name }])
  })
})

describe('a call is the same instant to both, at the ends of months and years and where clocks change, in a studio of', () => {
  const ends = '2026-12-31 2027-01-01 2027-01-31 2027-02-28 2027-03-01 2028-02-28 2028-02-29 2028-03-01'.split(' ')
  const zones =
    'UTC Asia/Kolkata Asia/Kathmandu Australia/Eucla Australia/Lord_Howe America/St_Johns Pacific/Chatham Europe/Berlin America/New_York'

  test.each(zones.split(' '))('%s', (zone) => {
    const days = ends.map((day) => Temporal.PlainDate.from(day))
    let change = Temporal.PlainDate.from('2026-01-01').toZonedDateTime(zone).getTimeZoneTransition('next')
    for (let i = 0; change && i < 2; i++, change = change.getTimeZoneTransition('next'))
      days.push(
        ...[-1, 0, 1]
          .map((beside) => change?.toPlainDate().add({ days: beside }) ?? days[0])
          .flatMap((day) => day ?? []),
      )
    const always = { from: '2026-01-01', to: '2029-01-01', hours: [{ from: '00:00', to: '24:00' }] }
    const plain = { pauseMinutes: 0, noticeHours: 0, horizonDays: 1, mostPerDay: 99, hours: {} }
    const rules: CallRules = { ...plain, zone, minutes: 45, exceptions: [always] }
    const calls = days
      .flatMap((day) => offeredOn(rules, day))
      .map((start) => ({ ...call, uid: `${start}@a.example`, starts_at: start, ends_at: start + 45 * minuteMs }))
    const content = callCalendar(calls.map((each) => [each, words] as const))
    const read = readByBoth(content)
    expect(read.map(({ start, end }) => [start, end])).toEqual(calls.map((each) => [each.starts_at, each.ends_at]))
    expect(calls.length).toBeGreaterThan(200)
    // So that no reader needs to know a zone.
    expect(content.match(/^DT(?:START|END)(?!:\d{8}T\d{6}Z\r$).*$/gm)).toBeNull()
    for (const each of calls.slice(-5))
      expect(readByBoth(callInvitation(each, words).content)).toMatchObject([
        { start: each.starts_at, end: each.ends_at },
      ])
  })
})

describe.each(['Asia/Kathmandu', 'Australia/Lord_Howe', 'America/St_Johns'])('from a visitor in %s,', (zone) => {
  test('a call that is booked, moved and canceled is one event to both readers of both mails, of file and feed', async () => {
    const app = await openTestApp(await sqlite.createPlace())
    const { calls, clock, database, composers } = app
    if (calls === undefined) throw new Error('the sample offers calls')
    const [first = 0, ...more] = await readFreeTimes(calls)
    const last = more.at(-1) ?? 0
    const name = 'Ada "Countess" King, 🪁'
    const booked = await bookCall(calls, { name, email: 'ada@example.com', about: '', zone, start: first }, visitor)
    const id = 'reference' in booked ? booked.reference : ''
    const uids = new Set<string>()
    const told = async (kind: string, expected: object, start: number) => {
      const rows = await database.db.selectFrom('outbox').selectAll().orderBy('kind').execute()
      const mails = (await Promise.all(rows.map((row) => withWords(database.db, row, composers)))).filter(
        (mail) => mail !== undefined,
      )
      expect(mails.map((mail) => mail.kind)).toEqual([kind, `${kind}-owner`])
      const { hour, minute } = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone)
      const shown = `${((hour + 11) % 12) + 1}:${String(minute).padStart(2, '0')}`
      const feed = await callFeed(calls, new URL(feedLink(calls)).searchParams.get('key') ?? '')
      const file = await callFile(calls, manageKey(calls, id))
      for (const [content, title, by] of [
        ...mails.map(({ calendar }) => [calendar?.content, calls.calls.event, {}] as const),
        [feed, `${calls.calls.event}: ${name}`, { method: 'PUBLISH' }] as const,
        ...(kind === 'call-cancelled' ? [] : [[file, calls.calls.event, { method: 'PUBLISH' }] as const]),
      ]) {
        const read = readByBoth(content ?? '')
        const people = {
          organizer: [calls.mail.from],
          attendees: [{ address: 'ada@example.com' }, { address: calls.mail.leadsTo.address }],
        }
        expect(read).toMatchObject([
          { ...people, ...expected, title, start, end: start + calls.calls.minutes * minuteMs, ...by },
        ])
        for (const { uid } of read) uids.add(uid)
      }
      for (const { text } of mails) expect(text).toMatch(new RegExp(`, ${shown} [AP]M, `))
      expect(file === undefined).toBe(kind === 'call-cancelled')
    }
    await told('call-booked', { method: 'REQUEST', status: 'CONFIRMED', sequence: 0, stamp: clock.now }, first)
    clock.now += minuteMs
    await moveCall(calls, { id, start: last }, 'visitor')
    await told('call-moved', { method: 'REQUEST', status: 'CONFIRMED', sequence: 1, stamp: clock.now }, last)
    clock.now = last - dayMs
    await cancelCall(calls, { id }, 'visitor')
    await told('call-cancelled', { method: 'CANCEL', status: 'CANCELLED', sequence: 2, stamp: clock.now }, last)
    expect(uids.size).toBe(1)
  })
})
