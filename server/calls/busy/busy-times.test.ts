import { describe, expect, test } from 'vitest'
import { busyTimes } from './busy-times.ts'
import type { BusyRules } from './calendar-events.ts'

const rules: BusyRules = {
  ...{ zone: 'Asia/Kolkata', owner: 'owner@studio.example', ownHost: 'studio.example', callMs: 0 },
  span: [Date.UTC(2026, 10, 1), Date.UTC(2027, 1, 1)],
}

/** Spans in UTC: "1201T10:00 1201T11:00" is an hour on December 1. */
function read(text: string, more: Partial<BusyRules> = {}) {
  const { spans, warnings } = busyTimes(text.trim().replaceAll('\n', '\r\n'), { ...rules, ...more })
  const clock = (ms: number) => new Date(ms).toISOString().slice(5, 16).replace('-', '')
  return { spans: spans.map((span) => span.map(clock).join(' ')), warnings }
}

const inCalendar = (lines: string) => `BEGIN:VCALENDAR\n${lines}\nEND:VCALENDAR`
const event = (lines: string, uid = 'one') => `BEGIN:VEVENT\nUID:${uid}\n${lines}\nEND:VEVENT`
const readEvent = (lines: string, more: Partial<BusyRules> = {}) => read(inCalendar(event(lines)), more)
const hour = 'DTSTART:20261201T100000Z\nDTEND:20261201T110000Z'
const thatHour = ['1201T10:00 1201T11:00']
/** 9:00 in Berlin on a day in December. */
const nine = (day: string) => `DTSTART;TZID=Europe/Berlin:202612${day}T090000\nDURATION:PT1H`
const daysOf = (...days: string[]) => days.map((day) => `12${day}T08:00 12${day}T09:00`)

describe('an event', () => {
  test.each([
    ['is free', 'TRANSP:TRANSPARENT', 0],
    ['is free in Outlook', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE', 0],
    ['is canceled', 'STATUS:CANCELLED', 0],
    ['was declined by the owner', 'ATTENDEE;PARTSTAT=DECLINED:mailto:Owner@studio.example', 0],
    ['was declined by another', 'ATTENDEE;PARTSTAT=DECLINED:mailto:other@studio.example', 1],
    ['is a call of this site', 'UID:1f0e6b1c-77aa-4c2e-9d0b-0a1b2c3d4e5f@studio.example', 0],
    ['has another id of this site', 'UID:holiday@studio.example', 1],
  ])('that %s (%s) blocks %i times', (_, line, taken) => {
    const text = inCalendar(`BEGIN:VEVENT\n${line}\n${hour}\nEND:VEVENT`)
    expect(read(text).spans).toHaveLength(taken)
  })

  test('is merged with adjacent events, and blocks times even if it began long ago', () => {
    const next = event('DTSTART:20261201T110000Z\nDTEND:20261201T120000Z', 'two')
    const old = event('DTSTART:20200102T000000Z\nDTEND:20261102T000000Z', 'three')
    const spans = ['0102T00:00 1102T00:00', '1201T10:00 1201T12:00']
    expect(read(inCalendar(`${event(hour)}\n${next}\n${old}`)).spans).toEqual(spans)
  })
})

test('an event’s title is for the owner, unless the event is private', () => {
  const titled = (lines: string) =>
    busyTimes(inCalendar(event(`${lines}\n${hour}`)), rules).events.map(([, , title]) => title)
  expect(titled('SUMMARY:Lunch\\, then a walk\\nwith\n  Ada')).toEqual(['Lunch, then a walk with Ada'])
  expect(titled('SUMMARY:Doctor\nCLASS:PRIVATE')).toEqual([''])
  const moved = `BEGIN:VEVENT\nUID:one\nSUMMARY:Later\nRECURRENCE-ID:20261202T100000Z\nDTSTART:20261202T120000Z\nDURATION:PT1H\nEND:VEVENT`
  const series = inCalendar(`${event(`SUMMARY:Daily\n${hour}\nRRULE:FREQ=DAILY;COUNT=3`)}\n${moved}`)
  expect(busyTimes(series, rules).events).toEqual([
    [Date.UTC(2026, 11, 1, 10), Date.UTC(2026, 11, 1, 11), 'Daily'],
    [Date.UTC(2026, 11, 2, 12), Date.UTC(2026, 11, 2, 13), 'Later'],
    [Date.UTC(2026, 11, 3, 10), Date.UTC(2026, 11, 3, 11), 'Daily'],
  ])
})

describe('an unreadable line doesn’t affect others', () => {
  test.each([
    ['a line break in a text', event(`${hour}\nLOCATION:This is\na place: not\nindented`)],
    ['Apple’s radius', event(`${hour}\nX-APPLE-RADIUS=49.9`)],
    ['an empty rule and exception', event(`${hour}\nEXDATE:`)],
    ['a broken task beside it', `BEGIN:VTODO\nSUMMARY:call\nthe bank\nEND:VTODO\n${event(hour)}`],
    ['a text of the calendar over two lines', `X-WR-CALDESC:My\nstudio calendar\n${event(hour)}`],
    ['a zone without a name', `BEGIN:VTIMEZONE\nX-INVALID-TIMEZONE:TRUE\nEND:VTIMEZONE\n${event(hour)}`],
    ['a space behind BEGIN', event(hour).replace('VEVENT', 'VEVENT ')],
    ['small letters', event(hour).toLowerCase().replaceAll('t1', 'T1')],
    ['an alarm in it', event(`${hour}\nBEGIN:VALARM\nDURATION:P9D\nEND:VALARM`)],
    ['a start with colons', event(hour.replace('T100000Z', 'T10:00:00Z'))],
    ['a start with a distance from UTC', event(hour.replace('T100000Z', ' 153000+0530'))],
    ['a byte of nothing', event(hour.replace('Z', 'Z\0'))],
    ['a page behind its end', `${event(hour)}\nEND:VCALENDAR</html>`],
    ['no end of an event', `BEGIN:VEVENT\nUID:two\n${hour}\n${event(hour)}`],
  ])('%s', (_, lines) => {
    expect(read(inCalendar(lines)).spans).toEqual(thatHour)
  })

  test('with lines folded with spaces or tabs, ended by CR or LF, after a byte order mark', () => {
    const text = inCalendar(event(hour.replace('T10', 'T\n\t10').replace('DTEND', 'DT\n END')))
    for (const end of ['\n', '\r', '\r\n', '\r\r\n'])
      expect(busyTimes(`\uFEFF${text.replaceAll('\n', end)}`, rules).spans, JSON.stringify(end)).toHaveLength(1)
  })

  test('in a file with multiple calendars, each with its own default zone', () => {
    const floating = event('DTSTART:20261202T090000\nDTEND:20261202T100000', 'two')
    const text = `${inCalendar(event(hour))}\n${inCalendar(`X-WR-TIMEZONE:America/New_York\n${floating}`)}`
    expect(read(text)).toEqual({ spans: [...thatHour, '1202T14:00 1202T15:00'], warnings: [] })
  })

  test('but a truncated file is refused', () => {
    const text = inCalendar(event(hour)).replace(/END:VEVENT[\s\S]*/, '')
    expect(() => read(text)).toThrow('it ends inside the VEVENT that begins on line 2')
    expect(() => read('BEGIN:VCARD\nEND:VCARD')).toThrow('it contains no calendar')
  })
})

describe('an unreadable event blocks its days and is reported with its line', () => {
  const day = ['1130T18:30 1201T18:30']
  const fromThen = ['1130T00:00 0203T00:00']
  test.each([
    ['an end', 'DTSTART:20261201T100000Z\nDTEND:soon', day, /^line 2: couldn’t .* time, so its whole day is busy$/],
    ['a start', 'DTSTART:soon\nDTEND:20261201T100000Z', day, /its whole day is busy/],
    ['all of it', 'SUMMARY:when?', [], /^line 2: .* blocks no time$/],
    ['an end of what comes again', 'DTSTART:20261201T100000Z\nDTEND:soon\nRRULE:FREQ=YEARLY', day, /its whole day/],
    [
      'a length of 400,000 years',
      'DTSTART:20261201T100000Z\nDURATION:P400000Y',
      fromThen,
      /^line 2: couldn’t read “an event” \(.+\), so all its days/,
    ],
    ['a rule', `${hour}\nRRULE:FREQ=NEVER`, thatHour, /^line 6: RRULE isn’t a rule/],
    ['an exception', `${hour}\nEXDATE:never`, thatHour, /^line 6: EXDATE isn’t a time$/],
    ['nothing, since it is free', 'DTSTART:20261201\nDTEND:soon\nTRANSP:TRANSPARENT', [], undefined],
  ])('%s', (_, lines, spans, warning) => {
    expect(readEvent(lines)).toEqual({ spans, warnings: warning ? [expect.stringMatching(warning)] : [] })
  })
})

test.each([
  ['ends where it begins', 'DTSTART;VALUE=DATE:20261201\nDTEND;VALUE=DATE:20261201', 1],
  ['doesn’t say that it is a date', 'DTSTART:20261201\nDTEND:20261203', 2],
  ['has a length', 'DTSTART;VALUE=DATE:20261201\nDURATION:P2D', 2],
  ['has a length of nothing', 'DTSTART;VALUE=DATE:20261201\nDURATION:PT0S', 1],
  ['has a time', 'DTSTART;VALUE=DATE:20261201T000000', 1],
  ['is one of Exchange', 'DTSTART:20261201T000000Z\nDTEND:20261201T000000Z\nX-MICROSOFT-CDO-ALLDAYEVENT:TRUE', 1],
  ['ends at a time', 'DTSTART;VALUE=DATE:20261201\nDTEND:20261201T120000Z', 1],
])('an all-day event that %s blocks whole days', (_, lines, days) => {
  expect(readEvent(lines, { zone: 'UTC' }).spans).toEqual([`1201T00:00 120${1 + days}T00:00`])
})

test('a day lasts from midnight to midnight in the studio’s zone when clocks change', () => {
  const span = [Date.UTC(2026, 9, 1), Date.UTC(2026, 11, 1)] as const
  const rules = { zone: 'Europe/Berlin', span }
  expect(readEvent('DTSTART;VALUE=DATE:20261025', rules).spans).toEqual(['1024T22:00 1025T23:00'])
})

describe('a recurring event', () => {
  test.each([
    ['has further dates', 'RDATE;TZID=Europe/Berlin:20261203T090000', '01 03'],
    ['has a further date without a time', 'RDATE;VALUE=DATE:20261203', '01 03'],
    ['has a COUNT that ended long ago', 'RRULE:FREQ=WEEKLY;COUNT=1', '01'],
    ['begins where its rule leaves it out', 'RRULE:FREQ=WEEKLY;BYDAY=WE;COUNT=2', '01 02 09'],
    ['includes the last day of its rule', 'RRULE:FREQ=DAILY;UNTIL=20261203', '01 02 03'],
    ['comes on the last working day', 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1;COUNT=1', '01 31'],
    ['has a count below one', 'RRULE:FREQ=DAILY;COUNT=-1;UNTIL=20261203', '01 02 03'],
    ['has a part that says nothing', 'RRULE:FREQ=WEEKLY;BYDAY=TU,XX;INTERVAL=0;COUNT=2', '01 08'],
    ['has spaces in its rule', 'RRULE:FREQ=WEEKLY; BYDAY= TU;COUNT=2', '01 08'],
    ['is left out by an instant of another zone', 'RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20261202T080000Z', '01 03'],
    ['is left out by a date', 'RRULE:FREQ=DAILY;COUNT=3\nEXDATE;VALUE=DATE:20261202', '01 03'],
    ['is left out by its own clock', 'RRULE:FREQ=DAILY;COUNT=3\nEXDATE:20261202T090000,20261203T090000', '01'],
  ])('%s', (_, lines, days) => {
    expect(readEvent(`${nine('01')}\n${lines}`)).toEqual({ spans: daysOf(...days.split(' ')), warnings: [] })
  })

  test('blocks the time of a period', () => {
    const lines = `${nine('01')}\nRDATE;VALUE=PERIOD:20261203T080000Z/20261203T110000Z,20261204T080000Z/PT5M`
    expect(readEvent(lines).spans).toEqual([...daysOf('01'), '1203T08:00 1203T11:00', '1204T08:00 1204T08:05'])
  })

  test.each([
    ['UTC', '00', 'EXDATE;TZID=W. Europe Standard Time:20261202T000000'],
    ['America/New_York', '05', 'EXDATE:20261202T000000Z'],
  ])('in %s excludes a day by local midnight or by midnight in UTC', (zone, h, exdate) => {
    const lines = `DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=DAILY;UNTIL=20261203\n${exdate}`
    const spans = [`1201T${h}:00 1202T${h}:00`, `1203T${h}:00 1204T${h}:00`]
    expect(readEvent(lines, { zone }).spans).toEqual(spans)
  })

  test.each(['Etc/UTC', 'GMT', 'tzone://Microsoft/Utc'])('excludes a day by local midnight in %s, an alias', (utc) => {
    const exdate = `EXDATE;TZID=${utc}:20261201T183000`
    const { spans } = readEvent(`DTSTART;VALUE=DATE:20261201\nRRULE:FREQ=DAILY;COUNT=3\n${exdate}`)
    expect(spans).toEqual(['1130T18:30 1201T18:30', '1202T18:30 1203T18:30'])
  })

  test('blocks times while it lasts, and when it’s moved by days, however short the requested span', () => {
    const friday = [Date.UTC(2026, 11, 4, 6), Date.UTC(2026, 11, 5)] as const
    const away = 'DTSTART;VALUE=DATE:20261109\nDTEND;VALUE=DATE:20261114\nRRULE:FREQ=WEEKLY;INTERVAL=3'
    expect(readEvent(away, { span: friday }).spans).toEqual(['1129T18:30 1204T18:30'])
    const moved = event(
      `RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20261123T090000\n${nine('27').replace('12', '11')}`,
    )
    const series = event(`${nine('02').replace('12', '11')}\nRRULE:FREQ=WEEKLY`)
    expect(read(inCalendar(`${series}\n${moved}`), { span: friday }).spans).toEqual(daysOf('04'))
  })

  test('keeps its local time, without moved, canceled, or excluded occurrences', () => {
    const weekly = 'RRULE:FREQ=WEEKLY;UNTIL=20261116T080000Z\nEXDATE;TZID=Europe/Berlin:20261102T090000'
    const series = event(`DTSTART;TZID=Europe/Berlin:20261019T090000\nDURATION:PT1H\n${weekly}`)
    const moved = event(
      'RECURRENCE-ID;TZID=Europe/Berlin:20261026T090000\nDTSTART;TZID=Europe/Berlin:20261027T150000\nDURATION:PT15M',
    )
    const canceled = event('RECURRENCE-ID:20261109T080000Z\nDTSTART:20261109T080000Z\nSTATUS:CANCELLED')
    const span = [Date.UTC(2026, 9, 1), Date.UTC(2027, 0, 1)] as const
    const spans = ['1019T07:00 1019T08:00', '1027T14:00 1027T14:15', '1116T08:00 1116T09:00']
    expect(read(inCalendar(`${series}\n${moved}\n${canceled}`), { span }).spans).toEqual(spans)
  })

  test('blocks the time it was moved to, even from far away', () => {
    const series = event('DTSTART:20300101T100000Z\nDTEND:20300101T110000Z\nRRULE:FREQ=DAILY')
    expect(read(inCalendar(`${series}\n${event(`RECURRENCE-ID:20300102T100000Z\n${hour}`)}`)).spans).toEqual(thatHour)
  })

  test('follows the rule of an exception', () => {
    const series = event(`${nine('01')}\nRRULE:FREQ=WEEKLY;COUNT=2`)
    const changed = event(
      `RECURRENCE-ID;RANGE=THISANDFUTURE:20261208T080000Z\n${nine('09')}\nRRULE:FREQ=WEEKLY;COUNT=2`,
    )
    expect(read(inCalendar(`${series}\n${changed}`)).spans).toEqual(daysOf('01', '09', '16'))
  })

  test.each([
    ['RECURRENCE-ID;VALUE=DATE:20261202', ['01', '03', '20']],
    ['RECURRENCE-ID:20261202', ['01', '03', '20']],
    ['RECURRENCE-ID:20261202T080000Z', ['01', '03', '20']],
    ['RECURRENCE-ID;TZID=America/New_York:20261202T030000', ['01', '03', '20']],
    ['RECURRENCE-ID;RANGE=THISANDFUTURE:20261202T080000Z', ['01', '20', '21']],
    ['RECURRENCE-ID:', ['01', '02', '03', '20']],
    ['RECURRENCE-ID:garbage', ['01', '02', '03', '20']],
  ])('is moved by %s', (id, days) => {
    const series = event(`${nine('01')}\nRRULE:FREQ=DAILY;COUNT=3`)
    expect(read(inCalendar(`${event(`${id}\n${nine('20')}`)}\n${series}`)).spans).toEqual(daysOf(...days))
  })
})

describe('a zone', () => {
  const vtimezone = (id: string, standard: string, daylight: string) =>
    `BEGIN:VTIMEZONE\nTZID:${id}\n${[
      ['STANDARD', daylight, standard, 'BYMONTH=11;BYDAY=1SU'],
      ['DAYLIGHT', standard, daylight, 'BYMONTH=3;BYDAY=2SU'],
    ]
      .map(
        ([name, from, to, rule]) =>
          `BEGIN:${name}\nDTSTART:20070101T020000\nTZOFFSETFROM:${from}\nTZOFFSETTO:${to}\nRRULE:FREQ=YEARLY;${rule}\nEND:${name}`,
      )
      .join('\n')}\nEND:VTIMEZONE\n`
  const morning = (zone: string) => event(`DTSTART;TZID=${zone}:20261201T090000\nDURATION:PT1H`)

  test.each([
    ['Pacific Standard Time', 17],
    ['W. Europe Standard Time', 8],
    ['tzone://Microsoft/Utc', 9],
    ['/mozilla.org/20050126_1/Europe/Berlin', 8],
    ['/freeassociation.sourceforge.net/America/Argentina/Buenos_Aires', 12],
    ['Eastern Standard Time 1', 14],
  ])('is recognized by the name %s', (zone, hour) => {
    expect(read(inCalendar(morning(zone)))).toEqual({
      spans: [expect.stringContaining(`1201T${String(hour).padStart(2, '0')}:00 `)],
      warnings: [],
    })
  })

  // The day between summer and winter: cal.com's issue 5570 (github.com/calcom/cal.diy).
  test('with an IANA name follows IANA’s clock changes, whatever the calendar defines', () => {
    const berlin = (day: string) => event(`DTSTART;TZID=Europe/Berlin:2026${day}T100000\nDURATION:PT1H`, day)
    const text = inCalendar(`${vtimezone('Europe/Berlin', '+0500', '+0500')}${berlin('1020')}\n${berlin('1025')}`)
    const span = [Date.UTC(2026, 9, 1), Date.UTC(2026, 11, 1)] as const
    expect(read(text, { span }).spans).toEqual(['1020T08:00 1020T09:00', '1025T09:00 1025T10:00'])
  })

  test('is recognized by its rules in the calendar', () => {
    const text = inCalendar(vtimezone('Customized Time Zone', '-0500', '-0400') + morning('Customized Time Zone'))
    expect(read(text)).toEqual({ spans: ['1201T14:00 1201T15:00'], warnings: [] })
  })

  test('is recognized by its rules, even if its name usually has different rules', () => {
    const summer = event('DTSTART;TZID=EST:20260801T090000\nDURATION:PT1H')
    const span = [Date.UTC(2026, 6, 1), Date.UTC(2026, 8, 1)] as const
    expect(read(inCalendar(vtimezone('EST', '-0500', '-0400') + summer), { span }).spans).toEqual([
      '0801T13:00 0801T14:00',
    ])
  })

  test.each([
    ['PST', 17, 'America/Los_Angeles'],
    ['Eastern Time', 14, 'America/New_York'],
    ['(UTC-08:00) Pacific Time (US & Canada)', 17, 'America/Los_Angeles'],
    ['CEST', 8, 'Europe/Berlin'],
    ['GMT-0500', 14, '-05:00'],
    ['(UTC+05:45) Somewhere', 3, '+05:45'],
    ['Nowhere/Land', 3, 'Asia/Kolkata'],
  ])('is guessed from %s, and reported', (zone, hour, guess) => {
    const { spans, warnings } = read(inCalendar(morning(zone)))
    expect(spans[0]).toMatch(new RegExp(`^1201T${String(hour).padStart(2, '0')}`))
    expect(warnings).toEqual([`line 4: guessed ${guess} for the unknown zone “${zone}”`])
  })
})

test('reads busy times from VFREEBUSY', () => {
  const lines =
    'FREEBUSY;FBTYPE=BUSY:20261201T100000Z / 20261201T110000Z,20261202T100000Z/PT1H,20261205T100000Z/soon\nFREEBUSY;FBTYPE=FREE:20261203T100000Z/PT1H'
  expect(read(inCalendar(`BEGIN:VFREEBUSY\n${lines}\nEND:VFREEBUSY`)).spans).toEqual([
    ...thatHour,
    '1202T10:00 1202T11:00',
    '1204T18:30 1205T18:30',
  ])
})
