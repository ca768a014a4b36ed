import { expect, test } from 'vitest'
import { submitConsultation } from '../src/features/leads/consultation.form.ts'
import { submitContact } from '../src/features/leads/contact.form.ts'
import { sqlite } from './support/databases.ts'
import { ada, adaBooking, openTestApp, visitor } from './support/desk.ts'

const sent = { values: adaBooking, transcript: [], isAgreed: false, abandoned: false }

test('one key for a contact and a consultation makes two leads, either way round', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await submitContact(app.contact, { ...ada, requestId: 'a' }, visitor)
  await submitConsultation(app.booking, { ...sent, requestId: 'a' }, visitor)
  await submitConsultation(app.booking, { ...sent, requestId: 'b' }, visitor)
  await submitContact(app.contact, { ...ada, requestId: 'b' }, visitor)
  const leads = await app.database.db.selectFrom('leads').select('kind').execute()
  expect(leads.map(({ kind }) => kind).toSorted()).toEqual(['consultation', 'consultation', 'contact', 'contact'])
})

test('whoever writes twice a day gets one receipt, whatever the forms', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await submitContact(app.contact, ada, visitor)
  await submitConsultation(app.booking, sent, visitor)
  const mails = await app.database.db.selectFrom('outbox').select('kind').execute()
  expect(mails.filter(({ kind }) => kind.endsWith('receipt'))).toHaveLength(1)
})
