import { describe, expect, test } from 'vitest'
import { engines } from '../../../../tests/support/databases.ts'
import { openTestApp, visitor } from '../../../../tests/support/desk.ts'
import { subscribe } from '../newsletter.service.ts'
import { allReaders, countReaders, listReaders } from './reader-list.repository.ts'

describe.each(engines)('the list of readers on $name', (engine) => {
  test('is searched by any part of an address, taken literally and in any case, and counted by state', async () => {
    const app = await openTestApp(await engine.createPlace())
    for (const email of ['100%_sure@example.com', 'Ada@MÜNCHEN.example', 'bob@example.com']) {
      app.clock.now += 1
      await subscribe(app.newsletter, { email }, { ...visitor, honeypot: email.startsWith('bob') })
    }
    const { db } = app.database
    const found = async (filter: Parameters<typeof listReaders>[1], limit = 9) =>
      (await listReaders(db, filter, limit)).map(({ email }) => email.slice(0, 3))
    expect(await found({})).toEqual(['bob', 'Ada', '100'])
    expect(await found({}, 2)).toEqual(['bob', 'Ada'])
    expect(await found({ search: '%_SURE' })).toEqual(['100'])
    expect(await found({ search: 'XN--mnchen' })).toEqual(['Ada'])
    for (const search of ['adA@MÜN', 'ada@mün']) expect(await found({ search })).toEqual(['Ada'])
    expect(await found({ search: 'example', state: 'pending' })).toEqual(['Ada', '100'])
    expect(await countReaders(db)).toEqual({ pending: 2, held: 1 })
    const all = []
    for await (const { email } of allReaders(db)) all.push(email.slice(0, 3))
    expect(all).toEqual(['100', 'Ada', 'bob'])
  })
})
