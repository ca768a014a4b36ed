import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CallRow } from '../../migrations/tables.ts'
import { weekdays } from '../../platform/content/call-rules.ts'
import type { CallKind } from '../../platform/content/calls.ts'
import { englishTexts as texts } from '../../platform/fields.ts'
import { minuteMs } from '../../platform/text/time-text.ts'
import { CallDetails } from '../../site/sections/calls/CallDetails.tsx'
import { CallKinds } from '../../site/sections/calls/CallKinds.tsx'
import { engines, isLong, sqlite } from '../../tests/support/databases.ts'
import { act, callsOf, leadsOf, openTestApp, type TestApp, visitor, writtenEmails } from '../../tests/support/desk.ts'
import { ask, postJson } from '../../tests/support/http.ts'
import { bookCall, bookForVisitor } from './book-call.ts'
import { readFreeTimes } from './calendar.ts'
import type { CallContext } from './call-context.ts'
import { readCallPage } from './call-page.ts'
import { confirmCall, moveCall } from './change-call.ts'
import { kindOfCall } from './kinds.ts'
import { feedLink } from './links.ts'
import { findCall } from './store.ts'
import { formatInstant } from './times.ts'

const need = { name: 'question-need', ask: 'What do you need?', long: true, required: true, options: undefined }
const source = {
  name: 'question-source',
  ask: 'How did you find me?',
  long: false,
  required: false,
  options: ['A friend', 'Search'],
}

/** Opens the sample with custom kinds, which inherit from the sample's only kind. */
async function open(...kinds: [Partial<CallKind>, ...Partial<CallKind>[]]) {
  const app = await openTestApp(await sqlite.createPlace())
  const context = callsOf(app)
  const base = context.calls.kinds[0]
  const [first, ...others] = kinds
  context.calls = { ...context.calls, kinds: [{ ...base, ...first }, ...others.map((kind) => ({ ...base, ...kind }))] }
  const times = async (kind: string) => await (await ask(app, `/api/call?zone=UTC&kind=${kind}`)).json()
  const post = async (values: object) => await (await postJson(app, values, { form: 'call' })).json()
  return { app, context, times, post }
}

const person = { name: 'Ada Lovelace', email: 'ada@example.com', zone: 'UTC' }

test.each(engines)('two kinds never overlap, even when booked or moved at the same time, on $name', async (engine) => {
  const place = await engine.createPlace()
  // Two processes if the engine lets both write.
  const apps = await Promise.all((engine === sqlite ? [1] : [1, 2]).map(() => openTestApp(place)))
  const all = apps.map(callsOf).map((context): CallContext => {
    const long = { ...context.calls.kinds[0], id: 'long', mostPerDay: 50 }
    return {
      ...context,
      calls: { ...context.calls, kinds: [long, { ...long, id: 'short', minutes: 10, pauseMinutes: 0 }] },
    }
  })
  const [context = callsOf(apps[0] as TestApp)] = all
  const [long, short] = context.calls.kinds
  const times = await readFreeTimes(context)
  const [first = 0, other = 0] = [times[0], times.at(-4)]
  const book = (i: number, start: number, kind = long) => {
    const who = { name: 'Ada', email: `ada${i}@example.com`, start, zone: 'UTC', kind }
    return bookCall(all[i % all.length] ?? context, who, { ...visitor, sender: `198.51.${i}.1` })
  }
  const rows = () => context.database.db.selectFrom('calls').selectAll().orderBy('starts_at').execute()
  await Promise.all(
    Array.from({ length: isLong ? 100 : 9 }, (_, i) =>
      book(i, first + (i % 2 ? (i % 3) * 10 * minuteMs : 0), i % 2 ? short : long),
    ),
  )
  const booked = await rows()
  for (const [i, { ends_at, kind }] of booked.slice(0, -1).entries())
    expect(booked[i + 1]?.starts_at).toBeGreaterThanOrEqual(ends_at + (kind === 'short' ? 0 : 15 * minuteMs))
  const [{ id, kind } = { id: '', kind: '' }] = booked
  const outcomes = await Promise.all([
    moveCall(context, { id, start: other }, 'visitor'),
    book(20, other, kind === 'short' ? long : short),
  ])
  expect(outcomes.filter(({ outcome }) => outcome === 'taken')).toHaveLength(1)
  expect((await rows()).filter(({ starts_at }) => starts_at === other)).toHaveLength(1)
})

test('answers to the owner’s questions reach the owner everywhere, and the visitor once the address is verified', async () => {
  const { app, context, times, post } = await open({ questions: [need, source] })
  const [start] = (await times('')).times
  const call = { ...person, start }
  expect(await post(call)).toMatchObject({ ok: false, fields: { [need.name]: 'Fill in this field.' } })
  const answers = { [need.name]: 'An engine', [source.name]: 'A friend' }
  const invented = { ...call, ...answers, [source.name]: 'A billboard' }
  expect(await post(invented)).toMatchObject({ ok: false, fields: { [source.name]: 'Choose one of the options.' } })
  const { ok, reference } = await post({ ...call, ...answers, elapsedMs: 100 })
  expect(ok).toBe(true)
  const given = { 'What do you need?': 'An engine', 'How did you find me?': 'A friend' }
  expect(await act(app, 'calls.list', {})).toMatchObject([{ answers: given }])
  expect((await act(app, 'leads.list', { search: 'an engine' })).leads).toHaveLength(1)
  expect((await act(app, 'leads.show', { reference })).project).toEqual(Object.entries(given))
  const { calls } = await act(app, 'calls.week', { week: String(start).slice(0, 10) })
  expect(calls[0]?.details).toEqual(Object.entries(given))
  expect(JSON.stringify(await writtenEmails(app))).toContain('An engine')
  await app.outbox.sendDue()
  const isToVisitor = ({ kind }: { kind: string }) => !kind.endsWith('-owner')
  expect(JSON.stringify((await writtenEmails(app)).filter(isToVisitor))).not.toContain('An engine')
  app.clock.now += 60_000
  await confirmCall(context, reference)
  const [invitation] = (await writtenEmails(app)).filter(({ kind }) => kind === 'call-booked')
  expect(invitation?.calendar?.content).toContain('An engine')
  expect(await (await ask(app, feedLink(context))).text()).toContain('What do you need?: An engine')
})

test('an unnamed zone is replaced by the studio’s, so every calendar app can show the call', async () => {
  const { app, times, post } = await open({})
  const [start] = (await times('')).times
  const zones = ['2020-01-01T00:00Z[Europe/Berlin]', '+05:30', `Europe/${'x'.repeat(60)}`, 'Mars/Olympus']
  for (const zone of zones) {
    expect((await (await ask(app, `/api/call?zone=${encodeURIComponent(zone)}`)).json()).zone).toBe('Asia/Kolkata')
    expect((await ask(app, `/call?zone=${encodeURIComponent(zone)}`)).status).toBe(200)
  }
  expect(await post({ ...person, start, zone: zones[0] })).toMatchObject({ ok: true })
  expect(await app.database.db.selectFrom('calls').select('zone').execute()).toEqual([{ zone: 'Asia/Kolkata' }])
})

test('a call keeps its length after its kind’s length has changed', async () => {
  const { app, context, times, post } = await open({ minutes: 60 })
  const [start] = (await times('')).times
  const { reference } = await post({ ...person, start })
  const [kind] = context.calls.kinds
  context.calls = { ...context.calls, kinds: [{ ...kind, minutes: 15 }] }
  const offered = await readFreeTimes(
    context,
    kindOfCall(context.calls, (await findCall(app.database.db, reference)) as CallRow),
    reference,
  )
  expect((await act(app, 'calls.fits', { reference })).free).toEqual(offered)
  const moved = await moveCall(context, { id: reference, start: offered.at(-1) ?? 0 }, 'visitor')
  expect(moved).toMatchObject({
    outcome: 'done',
    call: { starts_at: offered.at(-1), ends_at: (offered.at(-1) ?? 0) + 60 * minuteMs },
  })
})

test('the owner can’t book a call to a number without it, and sees the id of a kind that’s gone', async () => {
  const where = { name: 'by phone', text: 'I’ll call you', callback: true } as const
  const { app, context, times } = await open({ id: 'intro', where })
  const start = Date.parse((await times('intro')).times[0])
  const [kind] = context.calls.kinds
  const book = (phone: string) => bookForVisitor(context, { ...person, about: '', phone, start, kind })
  await expect(book('')).rejects.toThrow('Enter the phone number to call.')
  await book('+1 212 555 0100')
  // Actions read the sample, which doesn't have this kind.
  const { calls } = await act(app, 'calls.week', { week: formatInstant(start, context.calls.zone).slice(0, 10) })
  expect(calls[0]?.details).toContainEqual(['Kind', 'intro'])
})

test('calls of one kind leave times for the others', async () => {
  const hours = { sunday: [{ from: '10:00', to: '12:00' }] }
  const everyDay = Object.fromEntries(weekdays.map((day) => [day, [{ from: '10:00', to: '12:00' }]]))
  const { app, times } = await open({ id: 'intro', minutes: 15, hours: everyDay }, { id: 'review', minutes: 60, hours })
  const reviews = (await times('review')).times.map(Date.parse)
  const intros: string[] = (await times('intro')).times
  const clashing = intros.filter((time) =>
    reviews.some((review: number) => Math.abs(review - Date.parse(time)) < 60 * minuteMs),
  )
  for (const [i, start] of clashing.entries())
    await postJson(
      app,
      { ...person, start, kind: 'intro', email: `ada${i}@example.com` },
      { form: 'call', sender: `198.51.${i}.1` },
    )
  expect((await times('review')).times.length).toBeGreaterThanOrEqual(reviews.length / 2)
})

test('each kind has its own times, length, and URL, and asks for a number if the owner calls', async () => {
  const callback = { name: 'by phone', text: 'I’ll call you at', callback: true } as const
  const { app, times, post } = await open(
    { id: 'intro', name: 'Intro', minutes: 15 },
    {
      id: 'review',
      name: 'Review',
      minutes: 60,
      pauseMinutes: 0,
      where: callback,
      hours: { sunday: [{ from: '10:00', to: '12:00' }] },
    },
  )
  expect([(await times('intro')).minutes, (await times('review')).minutes]).toEqual([15, 60])
  const [start] = (await times('review')).times
  for (const [path, status] of [
    ['/call/intro', 200],
    ['/call/other', 404],
    ['/call/', 308],
  ] as const)
    expect((await ask(app, path, { redirect: 'manual' })).status, path).toBe(status)
  const call = { ...person, start, kind: 'review' }
  expect(await post({ ...call, kind: 'other' })).toMatchObject({ ok: false, fields: { start: expect.any(String) } })
  expect(await post(call)).toMatchObject({ ok: false, fields: { phone: 'Enter your phone number.' } })
  // Sundays are only for reviews.
  expect(await post({ ...call, kind: 'intro' })).toMatchObject({ ok: false, times: expect.any(Array) })
  expect(await post({ ...call, phone: '+1 (212) 555-0100' })).toMatchObject({ ok: true, start })
  expect(await leadsOf(app)).toMatchObject([{ phone: '+1 (212) 555-0100', answers: null }])
  const rows = await app.database.db.selectFrom('calls').selectAll().execute()
  expect(rows).toMatchObject([{ kind: 'review', ends_at: Date.parse(start) + 3_600_000 }])
  // The call blocks its time for every kind.
  expect((await times('review')).times[0]).not.toBe(start)
})

test('a visitor chooses between kinds of calls, each with its own page, times, and questions', async () => {
  const context = callsOf(await openTestApp(await sqlite.createPlace(), {}))
  const { calls: sample } = context
  const [first = 0] = await readFreeTimes(context)
  const [only] = sample.kinds
  const question = { name: 'question-1', ask: 'Which product?', long: false, required: true, options: undefined }
  const long = { ...only, id: 'review', name: 'Code review', minutes: 60, questions: [question] }
  const calls = { ...sample, kinds: [{ ...only, id: 'intro', name: 'Intro' }, long] satisfies typeof sample.kinds }
  const read = async (kind: CallKind | undefined, query = {}) =>
    await readCallPage({ ...context, calls }, { query: new URLSearchParams(query), kind, lang: 'en' })
  expect((await read(undefined)).step).toBe('kinds')
  const choice = renderToStaticMarkup(<CallKinds calls={calls} lang="en" />)
  for (const shown of ['href="/call/intro"', 'href="/call/review"', '60 minutes', 'Code review'])
    expect(choice).toContain(shown)
  const view = await read(long, { start: formatInstant(first, 'UTC') })
  const form =
    view.step === 'details' ? renderToStaticMarkup(<CallDetails calls={calls} view={view} texts={texts} />) : ''
  for (const shown of ['name="kind" value="review"', 'Which product?', 'href="/call/review?'])
    expect(form).toContain(shown)
  expect(await read(undefined, { start: formatInstant(first, 'UTC') })).toMatchObject({ kind: { id: 'intro' } })
})
