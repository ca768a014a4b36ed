import { describe, expect, test } from 'vitest'
import { bookCall } from '../../src/features/calls/book-call.ts'
import { readFreeTimes } from '../../src/features/calls/calendar.ts'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import { engines } from '../../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { Refusal } from './action.ts'
import { changes, reads } from './actions.ts'

describe.each(engines)('a person on the desk, on $name', (engine) => {
  test('is shown as the command exports them, and forgotten with the same numbers', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    await submitContact(app.contact, ada, visitor)
    const shown = await reads.person(app, { email: ` ${ada.email} ` })
    const { stdout } = await runStudio(place, ['export', ada.email])
    expect({ ...shown.kept, exportedAt: '' }).toEqual({ ...JSON.parse(stdout), exportedAt: '' })
    await app.outbox.sendDue()
    expect(await changes.forgetPerson(app, { email: ada.email })).toMatchObject({ requests: 1, mails: 2 })
    const { kept } = await reads.person(app, { email: ada.email })
    expect(kept).toMatchObject({ requests: [], mails: [], mentionedIn: [] })
  })

  test('takes their calls to come along, which are named before and after', async () => {
    const app = await openTestApp(await engine.createPlace())
    const { calls } = app
    if (calls === undefined) throw new Error('the sample offers calls')
    const free = await readFreeTimes(calls)
    const book = async (start = 0) =>
      await bookCall(calls, { name: 'Ada', email: ada.email, about: '', start, zone: 'Europe/London' }, visitor)
    await book(free[0])
    app.clock.now = (free[0] ?? 0) + 86_400_000
    const booked = await book(free.at(-1))
    const toCome = [{ id: booked.outcome === 'stored' ? booked.reference : '', starts_at: free.at(-1) }]
    expect(await reads.person(app, { email: 'ADA@example.com' })).toMatchObject({
      callsToCome: toCome,
      zone: 'Asia/Kolkata',
    })
    expect(await changes.forgetPerson(app, { email: ada.email })).toMatchObject({ requests: 2, calls: toCome })
    expect((await reads.calls(app, {})).calls).toEqual([])
  })

  test('is neither the studio itself nor what is no address', async () => {
    const app = await openTestApp(await engine.createPlace())
    for (const email of [app.studio.email, app.studio.email.toUpperCase(), 'KW-7GQ4M2XD', '']) {
      await expect(changes.forgetPerson(app, { email })).rejects.toThrow(Refusal)
    }
  })
})
