import { describe, expect, test } from 'vitest'
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
    expect({ ...shown, exportedAt: '' }).toEqual({ ...JSON.parse(stdout), exportedAt: '' })
    await app.outbox.sendDue()
    expect(await changes.forgetPerson(app, { email: ada.email })).toMatchObject({ requests: 1, mails: 2 })
    expect(await reads.person(app, { email: ada.email })).toMatchObject({ requests: [], mails: [], mentionedIn: [] })
  })

  test('is neither the studio itself nor what is no address', async () => {
    const app = await openTestApp(await engine.createPlace())
    for (const email of [app.studio.email, app.studio.email.toUpperCase(), 'KW-7GQ4M2XD', '']) {
      await expect(changes.forgetPerson(app, { email })).rejects.toThrow(Refusal)
    }
  })
})
