import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { englishTexts as texts } from '../../platform/fields.ts'
import type { FormAnswer } from '../../platform/http/form.ts'
import { hourMs, minuteMs } from '../../platform/text/time-text.ts'
import { CallDetails } from '../../site/sections/calls/CallDetails.tsx'
import { CallKinds } from '../../site/sections/calls/CallKinds.tsx'
import { CallLinkPage } from '../../site/sections/calls/CallLinkPage.tsx'
import { MoveTimes } from '../../site/sections/calls/MoveTimes.tsx'
import { sqlite } from '../../tests/support/databases.ts'
import { callsOf, openTestApp, writtenEmails } from '../../tests/support/desk.ts'
import { ask, askJson, postJson, postPlain } from '../../tests/support/http.ts'
import { readFreeTimes } from './calendar.ts'
import { type CallView, readCallTimes } from './call-page.ts'
import { wallTime } from './date-formats.ts'
import { confirmLink, manageLink } from './links.ts'
import { dateIn, formatInstant, longDate } from './times.ts'

const ms = (instant: string) => Date.parse(instant)
const studioEmail = 'hello@kitewright.example'
const [tokyo, losAngeles, newYork] = ['Asia/Tokyo', 'America/Los_Angeles', 'America/New_York']

async function open(now?: number, limits = {}) {
  const app = await openTestApp(await sqlite.createPlace(), {}, { limits })
  app.clock.now = now ?? app.clock.now
  const context = callsOf(app)
  const { calls } = context
  const [first = 0, ...more] = await readFreeTimes(context)
  const rows = () => app.database.db.selectFrom('calls').selectAll().orderBy('created_at').execute()
  /** Reads /call, or the response to a form sent without JavaScript. */
  const read = async (response: Response) => {
    const { call: view, form }: { call: CallView; form?: FormAnswer } = (await response.json()).shown
    const html = renderToStaticMarkup(
      view.step === 'details' ? (
        <CallDetails {...{ calls, view, texts, ...form }} />
      ) : view.step === 'times' ? (
        <MoveTimes {...{ calls, view, studioEmail }} message={form?.errors.message} />
      ) : (
        <CallKinds calls={calls} lang="en" />
      ),
    )
    const days = view.step === 'times' ? [...view.days.days, ...view.days.nights] : []
    return { html, days, starts: days.flatMap(({ times }) => times.map(({ start }) => start)) }
  }
  const page = async (query: Record<string, string>) =>
    await read(await ask(app, `/call?${new URLSearchParams(query)}`))
  const post = async (fields: Record<string, unknown>, sender?: string) => {
    const form = { name: 'Ada', email: 'ada@example.com', ...fields }
    const response = await postJson(app, form, { form: 'call', ...(sender && { sender }) })
    return { status: response.status, ...(await response.json()) }
  }
  const openLink = async (address: string, fields?: Record<string, unknown>) => {
    const response = await (fields ? askJson(app, address, fields) : ask(app, address))
    const { answer } = (await response.json()).shown.callLink
    const view = <CallLinkPage {...{ calls, answer, studioEmail }} linkKey="KEY" lang="en" optional="(optional)" />
    return { ...answer, html: renderToStaticMarkup(view).replaceAll('\u00a0', ' ') }
  }
  /** @returns the call's links, on the page and in emails */
  const book = async (start: number, fields = {}, sender?: string) => {
    const { reference = '' } = await post({ start: formatInstant(start, 'UTC'), ...fields }, sender)
    const page = manageLink(context, reference, 'unverified')
    return { page, manage: manageLink(context, reference), confirm: confirmLink(context, reference) }
  }
  return {
    app,
    clock: app.clock,
    context,
    calls,
    first,
    last: more.at(-1) ?? 0,
    more,
    rows,
    read,
    page,
    post,
    openLink,
    book,
  }
}

describe('a visitor', () => {
  // cal.com issue 1092: the chosen time was right, but the confirmed time was an hour early.
  test('books the time shown on the page, across a clock change', async () => {
    const { page, post, rows } = await open(ms('2026-10-28T15:00Z'))
    const start = '2026-11-03T08:00:00-05:00'
    const { html } = await page({ zone: newYork, from: '2026-11-02' })
    expect(html).toContain(`value="${start}" aria-label="Tuesday, November 3, 8:00 AM"`)
    const { html: form } = await page({ zone: newYork, start })
    const shown = [
      'Tuesday, Nov 3',
      '8:00–8:30 AM</strong> Eastern Time',
      '6:30 PM my time (India)',
      `value="${start}"`,
    ]
    for (const text of shown) expect(form).toContain(text)
    expect(await post({ start, zone: newYork })).toMatchObject({ status: 200, start, state: 'booked' })
    const call = { state: 'booked', starts_at: ms('2026-11-03T13:00Z'), ends_at: ms('2026-11-03T13:30Z') }
    expect(await rows()).toMatchObject([call])
  })

  test('whose time was just booked can choose a nearby time without typing again', async () => {
    const { app, context, calls, first, read, post } = await open()
    await post({ start: formatInstant(first, 'UTC'), email: 'bob@example.com' })
    const taken = { name: 'Ada', email: 'ada@example.com', start: formatInstant(first, tokyo), zone: losAngeles }
    const inDaytime = (time: number) => !wallTime(time, losAngeles).isNight
    const times = (await readFreeTimes(context))
      .filter(inDaytime)
      .slice(0, 5)
      .map((time) => formatInstant(time, losAngeles))
    expect(await post(taken)).toMatchObject({ status: 409, times })
    const { html } = await read(await postPlain(app, { ...taken, about: 'An <engine>' }, {}, { form: 'call' }))
    expect(html.match(/type="radio"/g)).toHaveLength(5)
    for (const start of times) expect(html).toContain(`value="${start}"`)
    for (const shown of [calls.taken.heading, 'value="Ada"', 'An &lt;engine&gt;']) expect(html).toContain(shown)
    expect(html).toMatch(/<fieldset[^>]*autofocus/i)
  })

  test.each(['', 'Mars/Olympus'])('in an unknown zone (%j) gets the studio’s', async (zone) => {
    const { context, calls, first, post, rows } = await open()
    await post({ start: formatInstant(first, tokyo), zone })
    expect(await rows()).toMatchObject([{ starts_at: first, zone: 'Asia/Kolkata' }])
    const response = await readCallTimes(context, calls.kinds[0], zone)
    expect(response).toMatchObject({ zone: 'Asia/Kolkata', minutes: 30 })
  })

  test.each(['Asia/Calcutta', 'Asia/Colombo'])('in %s, which has the studio’s time, sees it once', async (zone) => {
    const { app, first, page, openLink, book } = await open()
    const { html } = await page({ zone })
    expect(html).toMatch(
      /<option value="Asia\/(?:Kolkata|Colombo)" selected="">India(?: Standard)? Time \((?:Kolkata|Colombo)\)</,
    )
    expect((await page({ zone, start: formatInstant(first, zone) })).html).not.toContain('my time')
    const { manage } = await book(first, { zone })
    expect((await openLink(manage)).html).not.toContain('my time')
    for (const { text } of await writtenEmails(app)) expect(text).not.toMatch(/My time|For the visitor/)
  })

  test('is refused after too many submissions, before they’re read', async () => {
    const { post } = await open(undefined, { callPosts: { address: 2 } })
    const answers = [await post({ start: formatInstant(0, 'UTC') }), await post({ start: formatInstant(0, 'UTC') })]
    expect([...answers, await post({ start: formatInstant(0, 'UTC') })].map(({ status }) => status)).toEqual([
      409, 409, 429,
    ])
  })

  test('can’t book without a time, at an extreme time, or after the studio’s notice', async () => {
    const { app, clock, calls, first, last, read, page, post, rows } = await open()
    const message = calls.problems.noTime
    for (const start of ['', 'soon']) expect(await post({ start })).toMatchObject({ status: 422, message })
    for (const start of ['-271821-04-20T00:00Z', '+275760-09-13T00:00Z'])
      for (const zone of [tokyo, losAngeles]) {
        expect(await post({ start, zone })).toMatchObject({ status: 409 })
        expect((await page({ start, zone })).html).toContain(calls.page.pick)
        const plain = await postPlain(app, { name: 'Ada', email: 'ada@example.com', start, zone }, {}, { form: 'call' })
        expect((await read(plain)).html).toContain(calls.problems.taken)
      }
    const start = formatInstant(first, tokyo)
    clock.now = first - calls.noticeHours * hourMs + 1
    expect(await post({ start })).toMatchObject({ status: 409, message: calls.problems.taken })
    expect(await rows()).toEqual([])
    clock.now -= 1
    expect(await post({ start })).toMatchObject({ status: 200 })
    const other = { status: 409, message: calls.problems.open }
    expect(await post({ start: formatInstant(last, tokyo) })).toMatchObject(other)
  })
})

describe('the link of a call', () => {
  test('changes nothing when it’s opened or invalid', async () => {
    const { app, first, openLink, book, rows } = await open()
    const { manage, confirm } = await book(first)
    expect((await ask(app, '/call?move=broken')).headers.get('location')).toBe('/call/manage?key=broken')
    for (const wrong of ['/call/manage?key=KW-TESTTEST.x', `${manage}x`, confirm.replace('confirm', 'manage')])
      for (const fields of [undefined, { do: 'cancel' }])
        expect(await openLink(wrong, fields)).toMatchObject({ status: 404, state: 'unknown' })
    const opened = ['', '&new', '&do=move', '&do=cancel'].map((more) => openLink(manage + more))
    expect((await Promise.all(opened)).map(({ state }) => state)).toEqual(['booked', 'new', 'booked', 'cancel'])
    expect(await rows()).toMatchObject([{ state: 'booked', starts_at: first, sequence: 0 }])
  })

  test('moves the call in the visitor’s current zone, and keeps the zone if none is sent', async () => {
    const { app, clock, first, last, more, openLink, book, rows } = await open()
    const { manage } = await book(first, { zone: tokyo })
    const move = (start: number, zone?: string) => openLink(manage, { start: formatInstant(start, tokyo), zone })
    const moves: [number, string?][] = [[last, losAngeles], [more[3] ?? 0]]
    for (const [start, zone] of moves) {
      clock.now += minuteMs
      const { html } = await move(start, zone)
      expect((await rows())[0]).toMatchObject({ starts_at: start, zone: losAngeles })
      const date = longDate(start, losAngeles, 'en')
      for (const shown of [date, 'Your call has been moved']) expect(html).toContain(shown)
      const moved = (await writtenEmails(app)).filter(({ kind }) => kind.startsWith('call-moved'))
      expect(moved).toHaveLength(2)
      expect(moved.find(({ kind }) => kind === 'call-moved')?.text).toContain(longDate(start, losAngeles, 'en'))
    }
  })

  test('offers the times next to its own even on a full day, and moves the call there', async () => {
    const { calls, first, last, more, page, openLink, book } = await open()
    const days = Map.groupBy([first, ...more], (time) => dateIn(time, calls.zone).toString())
    const [day, times = []] = [...days].find(([, { length }]) => length > 8) ?? []
    const { page: link } = await book(times[0] ?? 0)
    for (const n of [3, 5, 7]) await book(times[n] ?? 0, { email: `a${n}@example.com` }, `198.51.${n}.1`)
    const offered = async (query: object) => {
      const { starts } = await page({ zone: calls.zone, from: day ?? '', ...query })
      return starts.filter((start) => start.startsWith(day ?? '')).map(ms)
    }
    expect(await offered({})).toEqual([])
    const key = new URL(link).searchParams.get('key') ?? ''
    const [own, next = 0, ...others] = (await offered({ move: key })) ?? []
    expect([own, next]).toEqual(times.slice(0, 2))
    expect(others).not.toContain(times[3])
    const { html: chosen } = await page({ zone: calls.zone, move: key, start: formatInstant(next, tokyo) })
    for (const shown of [
      '<del>',
      'your current time',
      'aria-current="true"',
      'action="/call/manage?key=',
      'Reschedule',
    ])
      expect(chosen).toContain(shown)
    const taken = await openLink(link, { start: formatInstant(times[3] ?? 0, 'UTC') })
    expect(taken).toMatchObject({ status: 409, html: expect.stringContaining(calls.taken.heading) })
    expect(taken.html).toContain(`type="radio" name="start" checked="" value="${formatInstant(next, 'Asia/Kolkata')}"`)
    const inLosAngeles = await openLink(link, { start: formatInstant(times[3] ?? 0, 'UTC'), zone: losAngeles })
    for (const shown of ['Times are in Pacific Time (Los Angeles).', 'value="America/Los_Angeles"'])
      expect(inLosAngeles.html).toContain(shown)
    for (const start of [next, last]) {
      await openLink(link, { start: formatInstant(start, 'UTC') })
      expect((await openLink(link)).call).toMatchObject({ starts_at: start })
    }
  })

  test('offers the possible changes, and cancels the call until two hours before', async () => {
    const { clock, context, calls, first, last, openLink, book } = await open()
    const { manage } = await book(first)
    const booked = await openLink(manage)
    const offers = ['/call/event.ics?key=KEY', '/call?move=KEY', 'do=cancel']
    for (const offer of offers) expect(booked.html).toContain(offer)
    const question = await openLink(`${manage}&do=cancel`)
    for (const shown of [calls.links.cancel.keep, 'name="note"', '/call?move=KEY'])
      expect(question.html).toContain(shown)
    const canceled = await openLink(manage, { do: 'cancel' })
    expect(canceled).toMatchObject({ state: 'cancelled' })
    expect(await readFreeTimes(context)).toContain(first)
    expect(await openLink(manage, { do: 'cancel' })).toMatchObject({ state: 'cancelled' })
    const { manage: other } = await book(last)
    clock.now = last - 119 * minuteMs
    const late = await openLink(other)
    expect(late).toMatchObject({ state: 'late' })
    expect(await openLink(other, { do: 'cancel' })).toMatchObject({ state: 'late' })
    expect(await openLink(`${other}&new`)).toMatchObject({ state: 'new' })
    for (const { html } of [canceled, late]) for (const offer of offers) expect(html).not.toContain(offer)
    clock.now = last + 31 * minuteMs
    expect(await openLink(other)).toMatchObject({ state: 'past' })
  })

  test('in the email of a possible bot books the call while its time is free', async () => {
    const { app, clock, context, calls, first, last, openLink, book } = await open()
    const robot = { website: 'https://robot.example' }
    const { manage, confirm } = await book(first, robot)
    const emails = await writtenEmails(app)
    expect(emails.map(({ kind }) => kind)).toEqual(['call-confirm', 'call-owner'])
    expect(emails[0]?.text).toContain(confirm)
    expect(await openLink(manage)).toMatchObject({ state: 'held' })
    expect((await openLink(confirm)).html).toContain(calls.links.confirm.button)
    expect(await openLink(confirm, { do: 'confirm' })).toMatchObject({ state: 'booked' })
    expect(await openLink(manage, { do: 'cancel' })).toMatchObject({ state: 'cancelled' })
    const late = await book(last, robot)
    expect(await readFreeTimes(context)).not.toContain(last)
    clock.now += 30 * minuteMs
    expect(await readFreeTimes(context)).toContain(last)
    expect(await openLink(late.page)).toMatchObject({ state: 'unreserved' })
    expect(await openLink(late.confirm)).toMatchObject({ state: 'confirm' })
    await book(last, { email: 'bob@example.com' })
    for (const [fields, status] of [[undefined, 200] as const, [{ do: 'confirm' }, 409] as const])
      expect(await openLink(late.confirm, fields)).toMatchObject({ status, state: 'expired' })
    const other = await book(first, { ...robot, name: 'Ada Lovelace' })
    clock.now += 31 * minuteMs
    expect(await openLink(other.confirm, { do: 'confirm' })).toMatchObject({ status: 200, state: 'booked' })
  })

  test('can be confirmed without a reservation once reservations take a quarter of the times', async () => {
    const { app, context, first, last, more, calls, openLink, book } = await open()
    const before = [first, ...more].length
    for (const [n, start] of more.slice(3, -3).entries())
      if (n % 7 === 0)
        await book(start, { email: `r${n}@example.com`, website: 'https://robot.example' }, `10.0.${n}.1`)
    expect((await readFreeTimes(context)).length).toBeGreaterThanOrEqual((before * 3) / 4)
    const { page, confirm } = await book(last, { website: 'https://robot.example' })
    expect(await readFreeTimes(context)).toContain(last)
    const email = (await writtenEmails(app)).find(({ to_address }) => to_address === 'ada@example.com')
    expect(email?.text.replaceAll('\n', ' ')).toContain(calls.mails.unreserved.lines[0])
    expect((await openLink(page)).html).toContain(calls.links.unreserved.text.split('{email},').at(-1))
    expect(await openLink(confirm, { do: 'confirm' })).toMatchObject({ state: 'booked' })
    expect(await readFreeTimes(context)).not.toContain(last)
  })
})
