import { describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '../../platform/text/time-text.ts'
import { engines } from '../../tests/support/databases.ts'
import { act, ada, bookFree, openTestApp, type TestApp, visitor } from '../../tests/support/desk.ts'
import { subscriber } from '../../tests/support/subscribers.ts'
import { submitContact } from '../leads/accept-lead.ts'
import { foldIssues } from './person.ts'

const ana = { name: 'Ana Gülşen', email: 'ana@example.org', project: 'A café website.', requestId: 'ana' }

async function openWithPeople(app: TestApp): Promise<{ start: number }> {
  await submitContact(app, ada, visitor)
  app.clock.now += hourMs
  const { start } = await bookFree(app, 0, { name: 'Bob Ray', email: 'bob@example.org', about: 'A course platform.' })
  app.clock.now += hourMs
  await submitContact(app, ana, visitor)
  await submitContact(app, { ...ada, requestId: 'bot', email: 'bot@example.org' }, { ...visitor, honeypot: true })
  const bot = await app.database.db
    .selectFrom('leads')
    .select('reference')
    .where('email', '=', 'bot@example.org')
    .execute()
  await act(app, 'leads.mark', { reference: bot[0]?.reference ?? '', verdict: 'spam' })
  return { start }
}

describe.each(engines)('people on $name', (engine) => {
  test('are listed once, soonest call first, then latest activity, without spam, and found by any word of their leads', async () => {
    const app = await openTestApp(await engine.createPlace())
    const { start } = await openWithPeople(app)
    app.clock.now += hourMs
    await submitContact(app, { ...ada, requestId: 'again', project: 'One more idea.' }, visitor)
    await app.database.write((tx) => tx.insertInto('subscribers').values(subscriber(7)).execute())
    const names = async (search: string) =>
      (await act(app, 'people.list', { search })).people.map(({ name, email }) => name || email)
    expect((await act(app, 'people.list', {})).people).toMatchObject([
      { name: 'Bob Ray', callAt: start, at: start },
      { name: ada.name, callAt: null, at: app.clock.now },
      { name: 'Ana Gülşen', callAt: null, at: app.clock.now - hourMs },
    ])
    expect(await names('CAFE gulsen')).toEqual(['Ana Gülşen'])
    expect(await names('more IDEA')).toEqual([ada.name])
    expect(await names('course')).toEqual(['Bob Ray'])
    expect(await names('reader7')).toEqual(['reader7@example.com'])
    expect(await act(app, 'people.list', { limit: 1 })).toMatchObject({ isCut: true, people: [{ name: 'Bob Ray' }] })
  })

  test('have one timeline of leads, calls, the newsletter, and notes, newest first, with what they agreed to', async () => {
    const app = await openTestApp(await engine.createPlace())
    const begin = app.clock.now
    await app.database.write((tx) => {
      const times = { consent_at: begin - 5 * dayMs, confirmed_at: begin - 5 * dayMs + hourMs }
      const row = {
        ...subscriber(1),
        ...times,
        email: ada.email,
        email_key: ada.email,
        consent_words: 'Send me articles [Subscribe]',
      }
      return tx.insertInto('subscribers').values(row).execute()
    })
    await submitContact(app, ada, visitor)
    const [lead] = await app.database.db.selectFrom('leads').select('reference').execute()
    app.clock.now += hourMs
    await act(app, 'leads.answered', { references: [lead?.reference ?? ''] })
    app.clock.now += hourMs
    const { start, id } = await bookFree(app, 0)
    const { timeline, ...person } = (await act(app, 'people.show', { email: 'ADA@example.com' })) ?? { timeline: [] }
    expect(timeline.map(({ text }) => text)).toEqual([
      'Booked a call:',
      'You marked the lead as answered',
      'Sent the contact form',
      'Confirmed the newsletter',
      'Signed up for the newsletter',
    ])
    expect(timeline[0]).toMatchObject({ moment: start, reference: id })
    expect(timeline[2]).toMatchObject({ quote: ada.project, reference: lead?.reference })
    expect(person).toMatchObject({
      ...{ email: ada.email, name: ada.name, since: begin - 5 * dayMs, zone: 'Europe/London' },
      ...{ upcoming: { id, starts_at: start }, latest: { reference: id } },
      newsletter: { state: 'active', since: begin - 5 * dayMs + hourMs },
      consents: [{ words: 'Send me articles', at: begin - 5 * dayMs }],
    })
    expect(await act(app, 'people.show', { email: 'nobody@example.org' })).toBeNull()
  })

  test('are found with their leads, calls, and subscriptions, at most four of each, without case or accents', async () => {
    const app = await openTestApp(await engine.createPlace())
    const { start } = await openWithPeople(app)
    for (const n of [1, 2, 3, 4, 5]) await submitContact(app, { ...ada, requestId: `${n}` }, visitor)
    await app.database.write((tx) => tx.insertInto('subscribers').values(subscriber(7)).execute())
    const found = await act(app, 'find.all', { search: 'lovelace' })
    expect([found.people, found.leads.length]).toEqual([[{ email: ada.email, name: ada.name }], 4])
    expect(await act(app, 'find.all', { search: 'CAFÉ GULSEN' })).toMatchObject({
      ...{ people: [], calls: [], subscribers: [], issues: [] },
      leads: [{ name: 'Ana Gülşen', text: ana.project }],
    })
    expect((await act(app, 'find.all', { search: 'platform' })).calls).toMatchObject([
      { name: 'Bob Ray', starts_at: start },
    ])
    expect((await act(app, 'find.all', { search: 'READER7' })).subscribers).toEqual([
      { email: 'reader7@example.com', state: 'Active' },
    ])
    expect((await act(app, 'find.all', { search: 'quotes tenfold' })).issues).toMatchObject([{ state: 'Draft' }])
    expect((await act(app, 'find.all', { search: 'bot@' })).people).toEqual([])
  })
})

test('issues in a row are one event', () => {
  const got = (issue: string) => ({ at: 0, text: `Got the issue “${issue}”`, issue })
  const reply = { at: 0, text: 'You replied' }
  const events = foldIssues([got('E'), got('D'), got('C'), reply, got('B'), reply, got('A'), got('0')])
  expect(events.map(({ text }) => text)).toEqual([
    ...['Got 3 issues, last “E”', reply.text, 'Got the issue “B”', reply.text, 'Got 2 issues, last “A”'],
  ])
})
