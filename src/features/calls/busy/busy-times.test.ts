import nodeIcal from 'node-ical'
import { describe, expect, test } from 'vitest'
import { type BusyRules, busyTimes } from './busy-times.ts'

const rules: BusyRules = {
  span: [Date.UTC(2026, 9, 1), Date.UTC(2027, 3, 1)],
  zone: 'Asia/Kolkata',
  owner: 'owner@studio.example',
  ownHost: 'studio.example',
}

function calendar(...events: string[]): string {
  const lines = events.map((lines, i) => `BEGIN:VEVENT\nUID:${i}@elsewhere.example\n${lines}\nEND:VEVENT`)
  return `BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//elsewhere\n${lines.join('\n')}\nEND:VCALENDAR\n`.replaceAll(
    '\n',
    '\r\n',
  )
}

function busy(text: string, more: Partial<BusyRules> = {}): string[] {
  const clock = (ms: number) => new Date(ms).toISOString().slice(0, 16)
  return busyTimes(text, { ...rules, ...more }).spans.map(([from, to]) => `${clock(from)}/${clock(to)}`)
}

test('an event takes its time, wherever its zone is from', () => {
  const windows = `BEGIN:VTIMEZONE\nTZID:W. Europe Standard Time\nBEGIN:STANDARD\nDTSTART:16010101T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nRRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10\nEND:STANDARD\nBEGIN:DAYLIGHT\nDTSTART:16010101T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nRRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3\nEND:DAYLIGHT\nEND:VTIMEZONE\n`
  const text = calendar(
    'DTSTART:20261101T100000Z\nDTEND:20261101T110000Z',
    'DTSTART;TZID=America/New_York:20261102T090000\nDURATION:PT1H30M',
    'DTSTART;TZID=W. Europe Standard Time:20261103T090000\nDTEND;TZID=W. Europe Standard Time:20261103T100000',
    'DTSTART:20261104T100000\nDTEND:20261104T110000',
    'DTSTART;TZID=Nowhere/Land:20261105T100000\nDTEND;TZID=Nowhere/Land:20261105T110000',
  ).replace('BEGIN:VEVENT', `${windows}BEGIN:VEVENT`)
  expect(busy(text)).toEqual([
    '2026-11-01T10:00/2026-11-01T11:00',
    '2026-11-02T14:00/2026-11-02T15:30',
    '2026-11-03T08:00/2026-11-03T09:00',
    // Times without a zone, or in one that nobody knows, are the studio’s.
    '2026-11-04T04:30/2026-11-04T05:30',
    '2026-11-05T04:30/2026-11-05T05:30',
  ])
})

test('what a file says of a known zone counts less than what is known of it', () => {
  const wrong =
    'BEGIN:VTIMEZONE\nTZID:Europe/Berlin\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0500\nTZOFFSETTO:+0500\nEND:STANDARD\nEND:VTIMEZONE\n'
  const text = calendar('DTSTART;TZID=Europe/Berlin:20261201T090000\nDTEND;TZID=Europe/Berlin:20261201T100000')
  expect(busy(text.replace('BEGIN:VEVENT', `${wrong}BEGIN:VEVENT`))).toEqual(['2026-12-01T08:00/2026-12-01T09:00'])
})

test('a day is the studio’s day, also where its clocks change', () => {
  const text = calendar('DTSTART;VALUE=DATE:20261025', 'DTSTART;VALUE=DATE:20261224\nDTEND;VALUE=DATE:20261227')
  expect(busy(text, { zone: 'Europe/Berlin' })).toEqual([
    '2026-10-24T22:00/2026-10-25T23:00',
    '2026-12-23T23:00/2026-12-26T23:00',
  ])
})

test('what is free, canceled, declined by the owner, or this site’s own call takes no time', () => {
  const at = 'DTSTART:20261101T100000Z\nDTEND:20261101T110000Z\n'
  const text = calendar(
    `${at}TRANSP:TRANSPARENT`,
    `${at}STATUS:CANCELLED`,
    `${at}X-MICROSOFT-CDO-BUSYSTATUS:FREE`,
    `${at}ATTENDEE;PARTSTAT=DECLINED:mailto:Owner@studio.example`,
  )
  expect(busy(text)).toEqual([])
  expect(busy(calendar(at.trim()).replace('elsewhere.example', 'studio.example'))).toEqual([])
  expect(busy(calendar(`${at}ATTENDEE;PARTSTAT=DECLINED:mailto:other@studio.example`))).toHaveLength(1)
})

test('one that comes again keeps its hour by its own clock; what was moved, canceled or left out is so', () => {
  const again = 'DTSTART;TZID=Europe/Berlin:20261019T090000\nDTEND;TZID=Europe/Berlin:20261019T100000\n'
  const text = calendar(
    `${again}RRULE:FREQ=WEEKLY;UNTIL=20261116T080000Z\nEXDATE;TZID=Europe/Berlin:20261102T090000`,
    'RECURRENCE-ID;TZID=Europe/Berlin:20261026T090000\nDTSTART;TZID=Europe/Berlin:20261027T150000\nDURATION:PT15M',
    'RECURRENCE-ID:20261109T080000Z\nDTSTART:20261109T080000Z\nDTEND:20261109T090000Z\nSTATUS:CANCELLED',
  ).replaceAll(/UID:[12]/g, 'UID:0')
  expect(busy(text)).toEqual([
    '2026-10-19T07:00/2026-10-19T08:00',
    '2026-10-27T14:00/2026-10-27T14:15',
    '2026-11-16T08:00/2026-11-16T09:00',
  ])
})

test('an occurrence that was moved here from far away takes its time', () => {
  const text = calendar(
    'DTSTART:20300101T100000Z\nDTEND:20300101T110000Z\nRRULE:FREQ=DAILY',
    'RECURRENCE-ID:20300102T100000Z\nDTSTART:20261201T100000Z\nDTEND:20261201T110000Z',
  ).replace('UID:1', 'UID:0')
  expect(busy(text)).toEqual(['2026-12-01T10:00/2026-12-01T11:00'])
})

test('events that touch are one span, and one that began long ago lasts', () => {
  const text = calendar(
    'DTSTART:20261101T100000Z\nDTEND:20261101T110000Z',
    'DTSTART:20261101T110000Z\nDTEND:20261101T120000Z',
    'DTSTART:20200101T000000Z\nDTEND:20261002T000000Z',
  )
  expect(busy(text)).toEqual(['2020-01-01T00:00/2026-10-02T00:00', '2026-11-01T10:00/2026-11-01T12:00'])
})

test('an event that is broken costs none of the others, and is counted', () => {
  const good = 'DTSTART:20261101T100000Z\nDTEND:20261101T110000Z'
  const text = calendar('SUMMARY:without a start', good, 'DTSTART:2026\nDTEND:soon', `${good}\nRRULE:FREQ=NEVER`)
  expect(busyTimes(text, rules)).toMatchObject({ spans: [expect.anything()], unread: 3 })
})

test.each(['', 'Not found', '<!doctype html><title>Sign in</title>', 'BEGIN:VCARD\nVERSION:4.0\nFN:Ada\nEND:VCARD'])(
  'is told of what holds no calendar: %j',
  (text) => {
    expect(() => busyTimes(text, rules)).toThrow('it holds no calendar')
  },
)

describe('another reader finds the same times', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Asia/Kathmandu',
    'America/Sao_Paulo',
  ]
  const repeats = [
    'FREQ=DAILY;INTERVAL=3',
    'FREQ=DAILY;COUNT=240',
    'FREQ=WEEKLY;BYDAY=MO,WE,FR',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU',
    'FREQ=MONTHLY;BYDAY=-1FR',
    'FREQ=MONTHLY;BYMONTHDAY=31',
    'FREQ=MONTHLY;BYDAY=2TU;COUNT=9',
    'FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=24',
  ]
  const cases = zones.flatMap((zone) => repeats.map((repeat) => [zone, repeat] as const))

  test.each(cases)('%s, %s', (zone, repeat) => {
    const start = `${repeat.includes('COUNT') ? 2026 : 2019}0302T013000`
    const text = calendar(`DTSTART;TZID=${zone}:${start}\nDURATION:PT30M\nRRULE:${repeat}`)
    const [from, to] = rules.span
    const events = Object.values(nodeIcal.sync.parseICS(text))
    const others = events.flatMap((event) =>
      event?.type === 'VEVENT'
        ? nodeIcal.expandRecurringEvent(event, { from: new Date(from), to: new Date(to - 1) })
        : [],
    )
    expect(others.length).toBeGreaterThan(0)
    expect(busyTimes(text, rules).spans).toEqual(others.map(({ start, end }) => [start.getTime(), end.getTime()]))
  })
})
