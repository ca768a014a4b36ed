import { describe, expect, test } from 'vitest'
import { engines } from '../../tests/support/databases.ts'
import { openTestApp } from '../../tests/support/desk.ts'
import { addSubscribers, readerAddress } from '../../tests/support/made-readers.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { Refusal } from './action.ts'
import { changes, reads, works } from './actions.ts'

describe.each(engines)('the readers on the desk, on $name', (engine) => {
  test('are found by a part of their address, and taken off the list as by the command', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    await addSubscribers(app.database, 12)
    const found = await reads.readers(app, { state: 'confirmed', search: 'reader1' })
    expect(found.readers.map(({ email }) => email).toSorted()).toEqual([1, 10, 11].map(readerAddress).toSorted())
    expect(found).toMatchObject({ isCut: false, states: { confirmed: 12 } })
    const one = async () => await reads.reader(app, { email: readerAddress(1).toUpperCase() })
    expect(await one()).toMatchObject({ subscription: { email: readerAddress(1), state: 'confirmed' } })
    await changes.removeReader(app, { email: readerAddress(1) })
    expect(await one()).toMatchObject({ subscription: null, issues: [], suppressed: { reason: 'removed' } })
    expect((await runStudio(place, ['subscribers', 'remove', readerAddress(2)])).code).toBe(0)
    await expect(changes.removeReader(app, { email: readerAddress(1) })).rejects.toThrow(Refusal)
    expect((await reads.readers(app, { state: 'all', search: '' })).readers).toHaveLength(10)
    const reasons = await app.database.db.selectFrom('suppressions').select('reason').execute()
    expect(reasons).toEqual([{ reason: 'removed' }, { reason: 'removed' }])
  })

  test('a list is tried, then imported, and what is saved as a table can be imported as it is', async () => {
    const app = await openTestApp(await engine.createPlace())
    const list = `${readerAddress(1)}\n${readerAddress(2)}\nnobody\n`
    const how = { list, words: 'Yes, send it.', at: '2026-05-01', from: 'the fair' }
    const told = 'imported 2, known already 0, suppressed 0, never confirmed 0, wrong 1'
    expect(await works.importReaders(app, { ...how, isTrial: true })).toMatchObject({ told, notTaken: [{ line: 3 }] })
    expect((await reads.readers(app, { state: 'all', search: '' })).readers).toEqual([])
    expect(await works.importReaders(app, { ...how, isTrial: false })).toMatchObject({ told })
    const { csv } = await reads.readersTable(app, { state: 'all', search: '' })
    const again = { list: csv, words: '', at: '', from: '', isTrial: false }
    expect(await works.importReaders(app, again)).toMatchObject({ imported: 0, notTaken: [] })
  })

  test('of those that are not taken 100 are named, and all are counted', async () => {
    const app = await openTestApp(await engine.createPlace())
    const list = Array.from({ length: 120 }, (_, n) => `nobody ${n}`).join('\n')
    const how = { list: `${readerAddress(1)}\n${list}`, words: 'Yes, send it.', at: '2026-05-01', from: '' }
    const found = await works.importReaders(app, { ...how, isTrial: true })
    expect(found).toMatchObject({ imported: 1, suppressed: 0, unconfirmed: 0, wrong: 120 })
    expect(found.notTaken).toHaveLength(100)
  })

  test('an import that is stopped has taken whole portions, and can be done again', async () => {
    const app = await openTestApp(await engine.createPlace())
    const list = Array.from({ length: 1_200 }, (_, n) => readerAddress(n)).join('\n')
    const how = { list, words: 'Yes, send it.', at: '2026-05-01', from: '', isTrial: false }
    const stop = new AbortController()
    const importing = works.importReaders(app, how, { signal: stop.signal, onProgress: () => stop.abort() })
    await expect(importing).rejects.toThrow('aborted')
    expect((await reads.readers(app, { state: 'all', search: '' })).states).toEqual({ confirmed: 500 })
    const told = 'imported 700, known already 500, suppressed 0, never confirmed 0, wrong 0'
    expect(await works.importReaders(app, how)).toMatchObject({ told })
  })

  test('a list without proof of consent, or that is none, is refused in words', async () => {
    const app = await openTestApp(await engine.createPlace())
    const how = { list: readerAddress(1), words: '', at: '', from: '', isTrial: false }
    await expect(works.importReaders(app, how)).rejects.toThrow(Refusal)
    await expect(works.importReaders(app, { ...how, words: 'Yes', at: 'May' })).rejects.toThrow('is no date')
    await expect(works.importReaders(app, { ...how, list: 'name,age\nAda,36' })).rejects.toThrow('cannot be read')
  })
})
