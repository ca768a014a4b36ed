import { describe, expect, test } from 'vitest'
import { engines } from '../../tests/support/databases.ts'
import { openTestApp } from '../../tests/support/desk.ts'
import { addSubscribers } from '../../tests/support/made-readers.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { reads } from './actions.ts'

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36'

describe.each(engines)('the report on the desk, on $name', (engine) => {
  test('is what the command prints, and says when articles came out', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    app.counter.countPages(() => true)
    const headers = { host: 'studio.example', referer: 'https://studio.example/blog', 'user-agent': chrome }
    app.counter.takeSeen({ address: '203.0.113.7', headers }, undefined)
    await app.counter.write()
    const span = { from: '2025-10-01', to: '2026-11-20' }
    const { uncounted, names, ...shown } = await reads.report(app, span)
    const { stdout } = await runStudio(place, ['report', '--from', span.from, '--to', span.to, '--json'])
    expect(shown).toEqual(JSON.parse(stdout))
    expect(shown.totals.visits).toBe(1)
    expect(shown.events.some(({ kind }) => kind === 'article')).toBe(true)
    expect(names.steps.visit).toBe('Saw a page')
    expect(uncounted).toMatch(/\/uncounted$/)
  })

  test('refuses what is no span', async () => {
    const app = await openTestApp(await engine.createPlace())
    for (const span of [
      { from: '2026-11-20', to: '2026-11-19' },
      { from: '2000-01-01', to: '2026-11-19' },
      { from: 'yesterday', to: '2026-11-19' },
      { from: '2026-02-31', to: '2026-11-19' },
      { from: '', to: '2026-11-19' },
    ])
      await expect(reads.report(app, span)).rejects.toThrow()
  })

  test('ends with the last day that can be written', async () => {
    const app = await openTestApp(await engine.createPlace())
    const { days } = await reads.report(app, { from: '9999-12-30', to: '9999-12-31' })
    expect(days.map(({ day }) => day)).toEqual(['9999-12-30', '9999-12-31'])
  })

  test('the readers grow by day', async () => {
    const app = await openTestApp(await engine.createPlace())
    await addSubscribers(app.database, 5)
    const growth = await reads.growth(app, {})
    expect(growth.at(-1)?.readers).toBe(5)
  })
})
