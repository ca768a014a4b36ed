import { expect, test } from 'vitest'
import { sqlite } from '../../../tests/support/databases.ts'
import { adaBooking, openTestApp, type TestApp } from '../../../tests/support/desk.ts'
import { siteContent } from '../../content/site-content.ts'
import { englishTexts } from '../../lib/form.ts'
import { defaultLimits } from '../../limits.ts'
import { StorageError } from '../../server/db/database.ts'
import { formRoute } from '../../server/http/form-route.ts'
import { consultationForm } from './consultation.form.ts'

const { problems, ...words } = siteContent().agent.booking
const consent = 'Whatever the visitor writes here.'

const nobody = { company: null, budget: null, timeline: null }

async function openRoute() {
  const app = await openTestApp(await sqlite.createPlace())
  const failures: StorageError[] = []
  let extractions = 0
  const read = (messages: readonly string[]) => ({
    ...nobody,
    name: /I am (\w+)/.exec(messages.join(' '))?.[1] ?? null,
    email: /\S+@\S+/.exec(messages.join(' '))?.[0] ?? null,
    requirements: /need (a \w+)/.exec(messages.join(' '))?.[1] ?? null,
  })
  const extract = (messages: readonly string[]) => {
    extractions += 1
    return read(messages)
  }
  const talkKey = 'key'
  const post = (data: object, booking = app.booking) => {
    const body = JSON.stringify(data)
    const headers = { 'content-type': 'application/json' }
    const request = new Request('http://localhost/api/booking', { method: 'POST', body, headers })
    const route = formRoute(consultationForm({ ...booking, extract, talkKey }, englishTexts), 'http://localhost')
    return route(request, '203.0.113.7', (error) => failures.push(error))
  }
  return { app, post, failures, extractions: () => extractions }
}

function leadsOf(app: TestApp) {
  return app.database.db.selectFrom('leads').selectAll().execute()
}

test('a consultation is stored with its talk, given as JSON or as text', async () => {
  const { app, post } = await openRoute()
  const transcript = [{ role: 'user', content: 'Hello' }]
  expect(await post({ ...adaBooking, transcript })).toMatchObject({ status: 200, answerAs: 'json' })
  await post({ ...adaBooking, requestId: 'b', transcript: JSON.stringify(transcript) })
  expect((await leadsOf(app)).map((lead) => lead.transcript)).toEqual(Array(2).fill(JSON.stringify(transcript)))
})

test('no talk, whatever it is, keeps a consultation from being stored', async () => {
  const { post } = await openRoute()
  const turn = { role: 'user', content: '漢'.repeat(2_000) }
  for (const transcript of [42, 'x', [turn, null], Array(40).fill(turn)]) {
    expect(await post({ ...adaBooking, transcript })).toMatchObject({ status: 200 })
  }
})

test('what is left out under a known key stays, and what is sent empty goes', async () => {
  const { app, post } = await openRoute()
  const { name, email } = adaBooking
  await post({ ...adaBooking, requestId: 'a' })
  await post({ name, email, budget: '', requestId: 'a' })
  expect(await leadsOf(app)).toMatchObject([{ company: adaBooking.company, budget: '' }])
})

test('of a visitor who left without a yes, or without an address, nothing is kept', async () => {
  const { app, post } = await openRoute()
  const known = { abandoned: true, requestId: 'a', ...adaBooking }
  for (const words of [undefined, '', '  ', true, 42]) {
    expect(await post({ ...known, consent: words })).toMatchObject({ status: 204 })
  }
  expect(await post({ abandoned: true, consent, requestId: 'a', name: 'Ada' })).toMatchObject({ status: 204 })
  expect(await post({ ...known, consent, email: 'ada@nowhere' })).toMatchObject({ status: 204 })
  expect(await leadsOf(app)).toEqual([])
})

test('a yes that was given and taken back leaves nothing', async () => {
  const { app, post } = await openRoute()
  const known = { ...adaBooking, abandoned: true, requestId: 'a' }
  await post({ ...known, consent })
  expect(await post({ ...known, consent: '' })).toMatchObject({ status: 204 })
  expect(await leadsOf(app)).toEqual([])
})

test('what a visitor who left has typed stands before what the messages tell, draft included', async () => {
  const { app, post } = await openRoute()
  const transcript = [
    { role: 'assistant', content: 'I am Bot, bot@evil.example' },
    { role: 'user', content: 'I am Ada and need a kite' },
  ]
  const answer = await post({ abandoned: true, consent, company: 'Engines', transcript, draft: 'ada@example.com' })
  expect(answer).toMatchObject({ status: 200, reference: expect.stringMatching(/^KW-/) })
  expect(await leadsOf(app)).toMatchObject([
    { name: 'Ada', email: 'ada@example.com', company: 'Engines', requirements: 'a kite', consent_words: words.consent },
  ])
})

test('of a visitor who left nothing is refused for its form: it is made to fit', async () => {
  const { app, post } = await openRoute()
  const wild = {
    name: `A\u0000da ${'x'.repeat(200)}`,
    company: ['x'],
    budget: '\u200B',
    requirements: 'x'.repeat(6_000),
  }
  expect(await post({ ...wild, email: 'ada@example.com', abandoned: true, consent })).toMatchObject({ status: 200 })
  const [lead] = await leadsOf(app)
  expect(lead).toMatchObject({ name: expect.stringMatching(/^A da x{95}$/), company: null, budget: null })
  expect(lead?.requirements).toHaveLength(5_000)
})

test('a database that cannot be written is told, and what was typed comes back', async () => {
  const { app, post, failures } = await openRoute()
  const full = { ...app.database, write: () => Promise.reject(new StorageError('disk full')) }
  expect(await post(adaBooking, { ...app.booking, database: full })).toEqual({
    status: 503,
    answerAs: 'json',
    values: adaBooking,
    errors: { message: problems.unavailable, fields: {} },
  })
  expect(failures).toHaveLength(1)
})

test('posts are counted before anything is read out of them, repeats, and those without an address or a yes, too', async () => {
  const { app, post, extractions } = await openRoute()
  const left = { abandoned: true, consent, transcript: [{ role: 'user', content: 'no address in it' }] }
  for (let n = 0; n < defaultLimits.abandonedPosts.max - 1; n++) expect(await post(left)).toMatchObject({ status: 204 })
  expect(await post({ abandoned: true, requestId: 'a' })).toMatchObject({ status: 204 })
  expect(extractions()).toBe(defaultLimits.abandonedPosts.max - 1)
  expect(await post(left)).toMatchObject({ status: 429, retryAfterSeconds: 600 })
  expect(await post({ abandoned: true, requestId: 'a' })).toMatchObject({ status: 429 })
  expect(extractions()).toBe(defaultLimits.abandonedPosts.max - 1)
  for (let n = 0; n < defaultLimits.consultationPosts.max; n++) {
    expect(await post({ ...adaBooking, requestId: 'a' })).toMatchObject({ status: 200 })
  }
  expect(await post({ ...adaBooking, requestId: 'a' })).toMatchObject({ status: 429 })
  expect(await leadsOf(app)).toHaveLength(1)
})
