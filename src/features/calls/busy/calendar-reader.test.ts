import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { engines } from '../../../../tests/support/databases.ts'
import { openTestApp, visitor, writtenMails } from '../../../../tests/support/desk.ts'
import { bookCall } from '../book-call.ts'
import { readFreeTimes } from '../calendar.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

function calendarWith(...starts: number[]): string {
  const utc = (ms: number) => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const events = starts.map(
    (start) => `BEGIN:VEVENT\nUID:${start}\nDTSTART:${utc(start)}\nDURATION:PT20M\nEND:VEVENT\n`,
  )
  return `BEGIN:VCALENDAR\n${events.join('')}END:VCALENDAR\n`
}

describe.each(engines)('a calendar of the owner, on $name', (engine) => {
  const open = async () => {
    const place = await engine.createPlace()
    const file = join(place.dataDir, 'mine.ics')
    writeFileSync(file, calendarWith())
    const app = await openTestApp(place, { CALENDAR_URLS: file })
    const { calls } = app
    if (calls === undefined) throw new Error('the sample offers calls')
    const free = () => readFreeTimes(calls)
    const mails = async () => (await writtenMails(app)).filter(({ kind }) => kind === 'calendar-failed')
    return { app, calls, file, free, mails }
  }

  test('that was never read leaves no time free; once it is read, all that it does not take', async () => {
    const { app, calls, file, free } = await open()
    expect(await free()).toEqual([])
    await app.readCalendars()
    const [first = 0, second = 0] = await free()
    writeFileSync(file, calendarWith(first))
    await app.readCalendars()
    expect(await free()).not.toContain(first)
    expect(await free()).toContain(second)
    const ada = { name: 'Ada', email: 'ada@example.com', about: '', zone: 'UTC' }
    expect(await bookCall(calls, { ...ada, start: first }, visitor)).toMatchObject({ outcome: 'taken' })
  })

  test('counts as it was last while it can’t be read; the owner is told after an hour, once', async () => {
    const { app, file, free, mails } = await open()
    await app.readCalendars()
    const [first = 0] = await free()
    writeFileSync(file, calendarWith(first))
    await app.readCalendars()
    const good = readFileSync(file)
    rmSync(file)
    for (const [minutes, told] of [
      [0, 0],
      [59, 0],
      [1, 1],
      [600, 1],
    ] as const) {
      app.clock.now += minutes * minuteMs
      await app.readCalendars()
      expect(await mails()).toHaveLength(told)
    }
    expect((await mails())[0]?.text).toContain('calendar 1 (mine.ics)')
    app.clock.now -= 660 * minuteMs
    expect(await free()).not.toContain(first)
    writeFileSync(file, good)
    await app.readCalendars()
    rmSync(file)
    await app.readCalendars()
    app.clock.now += 60 * minuteMs
    await app.readCalendars()
    expect(await mails()).toHaveLength(2)
  })

  test('that said nothing for months leaves no time free of which it said nothing', async () => {
    const { app, file, free } = await open()
    await app.readCalendars()
    rmSync(file)
    app.clock.now += 60 * dayMs
    expect((await free()).length).toBeGreaterThan(0)
    app.clock.now += 22 * dayMs
    expect(await free()).toEqual([])
  })
})
