import { describe, expect, test } from 'vitest'
import { engines } from '../../tests/support/databases.ts'
import { act, openTestApp } from '../../tests/support/desk.ts'
import { subscriber, subscriberAddress } from '../../tests/support/subscribers.ts'

const slug = 'saas-trends-2025'

describe.each(engines)('the subscribers on the desk, on $name', (engine) => {
  const open = async () => openTestApp(await engine.createPlace())
  const consent = { consent: 'Yes, send it.', consentAt: '2026-05-01', from: 'the fair' }

  test('are imported after a dry run, found, and removed permanently', async () => {
    const app = await open()
    const nobody = Array.from({ length: 120 }, (_, n) => `nobody ${n}`)
    const list = [subscriberAddress(1), subscriberAddress(2), ...nobody].join('\n')
    const summary = 'imported 2, already known 0, suppressed 0, never confirmed 0, invalid 120'
    const trial = await act(app, 'subscribers.import', { ...consent, list, dryRun: true })
    expect(trial).toMatchObject({ summary, imported: 2, invalid: 120 })
    expect([trial.notImported.length, trial.notImported[0]]).toEqual([120, expect.objectContaining({ line: 3 })])
    expect((await act(app, 'subscribers.list', {})).subscribers).toEqual([])
    expect(await act(app, 'subscribers.import', { ...consent, list })).toMatchObject({ summary })
    const wrong = act(app, 'subscribers.import', { ...consent, list, consentAt: 'May' })
    await expect(wrong).rejects.toThrow('isn’t a date')
    const one = { email: subscriberAddress(1) }
    const found = await act(app, 'subscribers.list', { state: 'active', search: 'reader1' })
    expect(found).toMatchObject({ subscribers: [one], isCut: false, states: { active: 2 } })
    const read = async () => await act(app, 'subscribers.show', { email: one.email.toUpperCase() })
    expect(await read()).toMatchObject({ subscription: { ...one, state: 'active' } })
    await act(app, 'subscribers.remove', { addresses: [one.email] })
    expect(await read()).toMatchObject({ subscription: null, issues: [], suppressed: { reason: 'removed' } })
    expect(await act(app, 'subscribers.remove', { addresses: [one.email] })).toMatchObject({ unknown: [one.email] })
  })

  test('are imported in batches, so an import can be stopped and repeated', async () => {
    const app = await open()
    const list = Array.from({ length: 1_200 }, (_, n) => subscriberAddress(n)).join('\n')
    const how = { ...consent, list }
    const stop = new AbortController()
    const importing = act(app, 'subscribers.import', how, { signal: stop.signal, onProgress: () => stop.abort() })
    await expect(importing).rejects.toThrow(/^Stopped\. So far: imported 500,/)
    expect((await act(app, 'subscribers.list', {})).states).toEqual({ active: 500 })
    const summary = 'imported 700, already known 500, suppressed 0, never confirmed 0, invalid 0'
    expect(await act(app, 'subscribers.import', how)).toMatchObject({ summary })
  })

  test('are counted by month and by where they signed up, and a suspicious one can be approved', async () => {
    const app = await open()
    const at = (day: string) => Date.parse(`${day}T12:00:00Z`)
    const people = [
      ['2025-11-02', '/'],
      ['2026-01-31', '/'],
      ['2026-11-01', '/'],
      ['2026-11-02', `/blog/${slug}`],
      ['2026-11-03', '/blog/gone'],
      ['2026-11-04', 'Founders fair, Pune'],
      ['2026-11-05', null],
    ] as const
    const rows = people.map(([day, consent_page], n) =>
      subscriber(n, { consent_page, confirmed_at: at(day), created_at: at(day) }),
    )
    const bot = subscriber(9, { state: 'suspicious', confirmed_at: null, consent_page: '/newsletter' })
    await app.database.write((tx) =>
      tx
        .insertInto('subscribers')
        .values([...rows, bot])
        .execute(),
    )
    await act(app, 'subscribers.remove', { addresses: [subscriberAddress(0)] })
    const { months, sources } = await act(app, 'subscribers.summary', {})
    expect([months.length, months[0], months[1], months.at(-1)]).toEqual([
      12,
      { month: '2025-12', subscribers: 0 },
      { month: '2026-01', subscribers: 1 },
      { month: '2026-11', subscribers: 6 },
    ])
    expect(sources[0]).toEqual({ name: 'Articles', count: 2 })
    expect(
      sources
        .slice(1)
        .map(({ name, count }) => `${name} ${count}`)
        .toSorted(),
    ).toEqual(['Home page 1', 'Imported 1', 'Other pages 1'])
    const { subscribers } = await act(app, 'subscribers.list', { state: 'active', limit: 4 })
    const title = expect.stringMatching(/^\S+ \S+ /)
    expect(subscribers.map(({ from }) => from)).toEqual(['', 'Founders fair, Pune', '/blog/gone', title])

    await act(app, 'subscribers.approve', { email: bot.email })
    const emails = app.database.db.selectFrom('outbox').select(['kind', 'to_address'])
    expect(await emails.execute()).toEqual([{ kind: 'newsletter-confirmation', to_address: bot.email }])
    const { states } = await act(app, 'subscribers.list', {})
    expect(states).toEqual({ active: 6, unconfirmed: 1 })
    await expect(act(app, 'subscribers.approve', { email: bot.email })).rejects.toThrow('isn’t a suspicious sign-up')
  })
})
