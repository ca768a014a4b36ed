import { describe, expect, test } from 'vitest'
import { busyTimes } from './busy-times.ts'

const days = 92
const span = [Date.UTC(2026, 10, 1), Date.UTC(2027, 1, 1)] as const
const rules = { span, zone: 'Asia/Kolkata', owner: 'owner@studio.example', ownHost: 'studio.example', callMs: 0 }

const repeat = (count: number, make: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join('\n')
const list = (to: number, from = 0) => Array.from({ length: to - from }, (_, i) => from + i).join()
const event = (lines: string, uid = 'x') => `BEGIN:VEVENT\nUID:${uid}\nSUMMARY:Hostile\n${lines}\nEND:VEVENT`
const second = 'DTSTART:19000101T000000Z\nDURATION:PT1S'
const utc = (ms: number) => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
const later = (i: number) => utc(Date.UTC(2026, 11, 1) + i * 100_000)

/** Start times of the owner's events: a single event, and two in a series. */
const owners = ['2026-12-03T04:30Z', '2026-11-06T09:00Z', '2027-01-29T09:00Z'].map(Date.parse)
const plain = event('DTSTART:20261203T043000Z\nDTEND:20261203T053000Z', 'plain')
const weekly = event('DTSTART:20200103T090000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=999', 'weekly')

function read(...components: string[]) {
  const text = ['BEGIN:VCALENDAR', ...components, 'END:VCALENDAR', ''].join('\n')
  const { spans, warnings } = busyTimes(text.replaceAll('\n', '\r\n'), rules)
  const isBusy = (ms: number) => spans.some(([from, to]) => from <= ms && ms < to)
  return { spans, warnings, isBusy }
}

describe('rules since 1900 are exact, and leave the rest of each day free', () => {
  const endless = 'RRULE:FREQ=DAILY;COUNT=99999999999'
  test.each([
    ['40 rules in 4 events', repeat(4, (i) => event(`${second}\n${repeat(10, () => endless)}`, `${i}`)), days],
    ['30 invitations', repeat(30, (i) => event(`${second}\n${endless}`, `${i}`)), days],
    ['a COUNT that ends in the span', event(`${second}\nRRULE:FREQ=DAILY;COUNT=46356`), 31],
    ['an INTERVAL and a COUNT', event(`${second}\nRRULE:FREQ=DAILY;INTERVAL=3;COUNT=15452`), 10],
    ['a COUNT that ended', event(`${second}\nRRULE:FREQ=WEEKLY;BYDAY=MO,TU;COUNT=9000`), 0],
    ['a month’s last working day', event(`${second}\nRRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1`), 3],
    ['a week of the year', event(`${second}\nRRULE:FREQ=YEARLY;BYWEEKNO=50`), 1],
    ['a few times in a day', event('DTSTART:20261105T030000Z\nDURATION:PT1S\nRRULE:FREQ=HOURLY;INTERVAL=5;COUNT=4'), 4],
    ['no day', event(`${second}\nRRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31`), 0],
    [
      'a day in another calendar',
      event('DTSTART:19900101T000000Z\nRRULE:FREQ=YEARLY;RSCALE=CHINESE\nDURATION:PT1S'),
      1,
    ],
  ])('%s', (_, hostile, starts) => {
    const { spans, warnings, isBusy } = read(plain, weekly, hostile)
    const seconds = spans.filter(([from, to]) => to - from === 1_000)
    expect([seconds.length, warnings]).toEqual([starts, []])
    for (const ms of owners) expect([isBusy(ms), isBusy(ms + 7_200_000)]).toEqual([true, false])
  })
})

describe('an event that needs too many steps blocks its days, and is listed first', () => {
  const zone = (id: number | string, lines = '') =>
    `BEGIN:VTIMEZONE\nTZID:${id}\nBEGIN:STANDARD\nDTSTART:19000101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\n${lines}\nEND:STANDARD\nEND:VTIMEZONE`
  const inZone = (id: number) =>
    event(`DTSTART;TZID=Z${id}:20261201T100000\nDTEND;TZID=Z${id}:20261201T110000`, `${id}`)
  const daily = 'RRULE:FREQ=DAILY'
  test.each([
    ['each second', event(`${second}\nRRULE:FREQ=SECONDLY`)],
    ['each minute for 69 days', event(`${second.replace('1900', '2026')}\nRRULE:FREQ=MINUTELY;COUNT=99999`)],
    ['86,400 times a day', event(`${second}\n${daily};BYHOUR=${list(24)};BYMINUTE=${list(60)};BYSECOND=${list(60)}`)],
    ['by long lists', event(`${second}\nRRULE:FREQ=YEARLY;COUNT=99999;BYYEARDAY=${list(367, 1)}`)],
    ['days in another calendar', repeat(9, (i) => event(`${second}\n${daily};RSCALE=CHINESE;BYMONTHDAY=30`, `${i}`))],
    ['1,500 rules', event(`${second}\n${repeat(1_500, (i) => `${daily};INTERVAL=${i + 1}`)}`)],
    [
      '16,000 exceptions',
      event(
        `${second}\n${daily}\n${repeat(160, (i) => `EXDATE:${list(100).replaceAll(/\d+/g, (n) => later(i * 100 + Number(n)))}`)}`,
      ),
    ],
    [
      '16,000 dates',
      event(
        `${second}\n${repeat(160, (i) => `RDATE:${list(100).replaceAll(/\d+/g, (n) => later(i * 100 + Number(n)))}`)}`,
      ),
    ],
    [
      '16,000 moves',
      event(`${second}\n${daily}`) +
        repeat(16_000, (i) => `\n${event(`RECURRENCE-ID;RANGE=THISANDFUTURE:${later(i)}\nDTSTART:${later(i + 1)}`)}`),
    ],
    [
      'long parameters',
      event(`${second}\nRDATE;${'A=b;'.repeat(50_000)}X=y:${list(200).replaceAll(/\d+/g, (n) => later(Number(n)))}`),
    ],
  ])('%s', (_, hostile) => {
    const { warnings, isBusy } = read(plain, weekly, hostile)
    expect(warnings[0]).toMatch(/^line 15: couldn’t read “Hostile” \(.+\), so all its days are busy$/)
    for (const ms of [...owners, Date.UTC(2026, 11, 24, 12), Date.UTC(2027, 0, 31, 12)]) expect(isBusy(ms)).toBe(true)
  })

  test.each([
    ['600 zones', repeat(600, (i) => `${zone(`Z${i}`)}\n${inZone(i)}`)],
    ['90 zones with daily rules', repeat(90, (i) => `${zone(`Z${i}`, 'RRULE:FREQ=DAILY')}\n${inZone(i)}`)],
  ])('%s, but a plain event blocks only its days', (_, hostile) => {
    const { warnings, isBusy } = read(hostile, plain)
    expect(warnings[0]).toContain('(it needs too many steps), so all its days are busy')
    for (const day of [-1, 0, 2]) expect(isBusy(Date.UTC(2026, 11, 1 + day, 5)), `${day}`).toBe(true)
    expect(isBusy(Date.UTC(2026, 11, 10, 5))).toBe(false)
  })
})
