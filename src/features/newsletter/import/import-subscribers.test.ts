import { describe, expect, test } from 'vitest'
import { engines, sqlite } from '../../../../tests/support/databases.ts'
import { openTestApp, type TestApp, visitor } from '../../../../tests/support/desk.ts'
import { openMailLink } from '../mail-link.route.ts'
import { subscribe } from '../newsletter.service.ts'
import { confirmLink, unsubscribeLink } from '../newsletter-links.ts'
import { forgetSubscriber, removeSubscriber, subscribersAtAGlance } from '../subscriber.service.ts'
import { type ImportTally, importSubscribers, type NotTaken } from './import-subscribers.ts'
import type { ListedSubscriber, SharedConsent } from './listed-subscriber.ts'

const shared = { words: 'Yes, send it.', at: '2026-05-01', page: 'the fair' }

/** Imports these, from line 2 on. */
async function importAll(
  app: TestApp,
  listed: ListedSubscriber[],
  options: { shared?: SharedConsent; isTrial?: boolean } = {},
): Promise<ImportTally & { told: NotTaken[] }> {
  async function* list() {
    for (const [n, each] of listed.entries()) yield { line: n + 2, listed: each }
  }
  const tally: ImportTally = { imported: 0, known: 0, suppressed: 0, unconfirmed: 0, wrong: 0 }
  const told: NotTaken[] = []
  const file = { lines: list, count: listed.length }
  await importSubscribers({ database: app.database, salt: app.newsletter.salt, now: app.now }, file, {
    shared: options.shared ?? shared,
    isTrial: options.isTrial ?? false,
    tally,
    onNotTaken: (line) => told.push(line),
  })
  return { ...tally, told }
}

function readersOf(app: TestApp) {
  return app.database.db.selectFrom('subscribers').selectAll().orderBy('email').execute()
}

async function idOf(app: TestApp, email: string): Promise<string> {
  return (await readersOf(app)).find((reader) => reader.email === email)?.id ?? ''
}

async function post(app: TestApp, purpose: 'confirm' | 'unsubscribe', email: string): Promise<void> {
  const id = await idOf(app, email)
  const { links } = app.newsletter
  const link = purpose === 'confirm' ? confirmLink(links, id, app.now()) : unsubscribeLink(links, id)
  const key = new URL(link).searchParams.get('key') ?? ''
  expect((await openMailLink(purpose, { method: 'POST', key, onError: () => {} }, app.newsletter)).status).toBe(200)
}

describe.each(engines)('an import on $name', (engine) => {
  test('makes confirmed readers of those whose consent it shows, and changes nothing when it comes again', async () => {
    const app = await openTestApp(await engine.createPlace())
    const listed = [
      { email: 'bea@example.com' },
      {
        email: ' Ada <Ada@MÜNCHEN.example> ',
        state: 'confirmed',
        consentWords: 'I agree.',
        consentAt: '2024-02-29 10:00',
        confirmedAt: '2024-02-29T12:30:00+02:00',
        consentPage: '/blog',
        consentNetwork: '203.0.113.0/24',
      },
      { email: 'BEA@example.com' },
    ]
    expect(await importAll(app, listed)).toMatchObject({ imported: 2, known: 1, told: [] })
    const readers = await readersOf(app)
    expect(readers).toMatchObject([
      {
        email: 'Ada@MÜNCHEN.example',
        email_key: 'ada@xn--mnchen-3ya.example',
        state: 'confirmed',
        consent_words: 'I agree.',
        consent_at: Date.UTC(2024, 1, 29, 10),
        confirmed_at: Date.UTC(2024, 1, 29, 10, 30),
        consent_page: '/blog',
        consent_network: '203.0.113.0/24',
      },
      {
        email: 'bea@example.com',
        consent_words: shared.words,
        consent_at: Date.UTC(2026, 4, 1),
        confirmed_at: Date.UTC(2026, 4, 1),
        consent_page: 'the fair',
        created_at: app.now(),
      },
    ])
    expect(await importAll(app, listed)).toMatchObject({ imported: 0, known: 3 })
    expect(await readersOf(app)).toEqual(readers)
    expect(await app.database.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  test('gives an address the reference that the form would have given', async () => {
    const app = await openTestApp(await engine.createPlace())
    await importAll(app, [{ email: 'ada@example.com' }])
    const result = await subscribe(app.newsletter, { email: 'Ada@example.com' }, visitor)
    expect(await readersOf(app)).toMatchObject([{ reference: result.outcome === 'stored' && result.reference }])
  })

  test('brings nobody back who has left, was removed or forgotten, until they confirm anew', async () => {
    const app = await openTestApp(await engine.createPlace())
    const listed = ['left', 'removed', 'forgotten'].map((name) => ({ email: `${name}@example.com` }))
    await importAll(app, listed)
    const who = { salt: app.newsletter.salt, now: app.now() }
    await post(app, 'unsubscribe', 'left@example.com')
    await app.database.write((tx) => removeSubscriber(tx, 'Removed@example.com', who))
    await app.database.write((tx) => forgetSubscriber(tx, 'forgotten@example.com', who))
    expect(await importAll(app, listed)).toMatchObject({ imported: 0, suppressed: 3, told: [{ line: 2 }, {}, {}] })
    expect(await readersOf(app)).toMatchObject([{ email: 'left@example.com', state: 'unsubscribed' }])
    await subscribe(app.newsletter, { email: 'removed@example.com' }, visitor)
    expect(await importAll(app, listed)).toMatchObject({ suppressed: 3 })
    await post(app, 'confirm', 'removed@example.com')
    expect(await importAll(app, listed)).toMatchObject({ suppressed: 2, known: 1 })
  })

  test('leaves who waits for a confirmation waiting, and keeps away who had left where the list comes from', async () => {
    const app = await openTestApp(await engine.createPlace())
    await subscribe(app.newsletter, { email: 'waits@example.com' }, visitor)
    const states = ['pending', 'held', 'unsubscribed', 'bounced', 'complained', 'cleaned', 'Subscribed']
    const listed = [{ email: 'waits@example.com' }, ...states.map((state) => ({ email: `${state}@x.example`, state }))]
    const trial = await importAll(app, listed, { isTrial: true })
    expect(trial).toMatchObject({ imported: 1, known: 1, suppressed: 3, unconfirmed: 2, wrong: 1 })
    expect(await readersOf(app)).toHaveLength(1)
    expect(await importAll(app, listed)).toEqual(trial)
    expect(await readersOf(app)).toMatchObject([
      { email: 'Subscribed@x.example', state: 'confirmed' },
      { email: 'waits@example.com', state: 'pending' },
    ])
    const reasons = await app.database.db.selectFrom('suppressions').select('reason').orderBy('reason').execute()
    expect(reasons.map(({ reason }) => reason)).toEqual(['bounced', 'complained', 'unsubscribed'])
    expect((await subscribersAtAGlance(app.database.db, [1])).changes).toMatchObject([{ lost: 0 }])
    const back = states.slice(2, 5).map((state) => ({ email: `${state}@x.example` }))
    expect(await importAll(app, back)).toMatchObject({ suppressed: 3 })
  })

  test('of one list twice at once imports each once', async () => {
    const app = await openTestApp(await engine.createPlace())
    const listed = Array.from({ length: 1_200 }, (_, n) => ({ email: `reader${n}@example.com` }))
    const [one, other] = await Promise.all([importAll(app, listed), importAll(app, listed.toReversed())])
    expect(one.imported + other.imported).toBe(1_200)
    expect(one.known + other.known).toBe(1_200)
    expect(await readersOf(app)).toHaveLength(1_200)
  })

  test('of those who have left, twice at once, suppresses each', async () => {
    const app = await openTestApp(await engine.createPlace())
    const listed = Array.from({ length: 500 }, (_, n) => ({ email: `reader${n}@example.com`, state: 'unsubscribed' }))
    const [one, other] = await Promise.all([importAll(app, listed), importAll(app, listed.toReversed())])
    expect([one.suppressed, other.suppressed]).toEqual([500, 500])
  })
})

describe('a line', () => {
  test.each([
    ['without an address', { email: ' ' }, 'is no e-mail address'],
    ['with two addresses', { email: 'a@x.example, b@x.example' }, 'is no e-mail address'],
    ['with a header in its address', { email: 'a@x.example\nBcc: b@x.example' }, 'is no e-mail address'],
    ['without words', { email: 'a@x.example', consentAt: '2024-05-01' }, 'has no words of consent'],
    ['with endless words', { email: 'a@x.example', consentWords: 'x'.repeat(5_001) }, 'longer than 5000'],
    ['without a time', { email: 'a@x.example', consentWords: 'Yes' }, 'has no time of consent'],
    [
      'with a day that is not',
      { email: 'a@x.example', consentWords: 'Yes', consentAt: '2023-02-29' },
      'cannot be read',
    ],
    ['with a guessed day', { email: 'a@x.example', consentWords: 'Yes', consentAt: '05/01/2024' }, 'cannot be read'],
    ['with the future', { email: 'a@x.example', consentWords: 'Yes', consentAt: '2026-11-21' }, 'in the future'],
    [
      'that will be confirmed',
      { email: 'a@x.example', consentWords: 'Yes', consentAt: '2024-05-01', confirmedAt: '2027-01-01' },
      'in the future',
    ],
  ])('%s is told and not imported', async (_, listed, why) => {
    const app = await openTestApp(await sqlite.createPlace())
    const { told, wrong } = await importAll(app, [listed], { shared: {} })
    expect(wrong).toBe(1)
    expect(told).toMatchObject([{ line: 2, verdict: 'wrong', why: expect.stringContaining(why) }])
    expect(await readersOf(app)).toEqual([])
  })
})

test('a trial counts a reader once who stands at both ends of a long list', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  const listed = Array.from({ length: 501 }, (_, n) => ({ email: `reader${n % 500}@example.com` }))
  const trial = await importAll(app, listed, { isTrial: true })
  expect(trial).toMatchObject({ imported: 500, known: 1 })
  expect(await importAll(app, listed)).toEqual(trial)
})
