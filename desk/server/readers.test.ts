import { describe, expect, test } from 'vitest'
import { engines } from '../../tests/support/databases.ts'
import { openTestApp } from '../../tests/support/desk.ts'
import { addSubscribers, readerAddress } from '../../tests/support/made-readers.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { Refusal } from './action.ts'
import { changes, reads } from './actions.ts'

describe.each(engines)('the readers on the desk, on $name', (engine) => {
  test('are found by a part of their address, and taken off the list as by the command', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    await addSubscribers(app.database, 12)
    const found = await reads.readers(app, { state: 'confirmed', search: 'reader1' })
    expect(found.readers.map(({ email }) => email).toSorted()).toEqual([1, 10, 11].map(readerAddress).toSorted())
    expect(found).toMatchObject({ isCut: false, states: { confirmed: 12 } })
    await changes.removeReader(app, { email: readerAddress(1) })
    expect((await runStudio(place, ['subscribers', 'remove', readerAddress(2)])).code).toBe(0)
    await expect(changes.removeReader(app, { email: readerAddress(1) })).rejects.toThrow(Refusal)
    expect((await reads.readers(app, { state: 'all', search: '' })).readers).toHaveLength(10)
    const reasons = await app.database.db.selectFrom('suppressions').select('reason').execute()
    expect(reasons).toEqual([{ reason: 'removed' }, { reason: 'removed' }])
  })
})
