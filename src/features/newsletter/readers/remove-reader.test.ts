import { describe, expect, test } from 'vitest'
import { engines, sqlite } from '../../../../tests/support/databases.ts'
import { openTestApp, type TestApp, visitor } from '../../../../tests/support/desk.ts'
import { mail } from '../../../../tests/support/outbox-desk.ts'
import { enqueue } from '../../../server/mail/outbox.repository.ts'
import { subscribe } from '../newsletter.service.ts'
import { unsubscribeLink } from '../newsletter-links.ts'
import { unsubscribe } from '../unsubscribe.service.ts'
import { removeReader } from './remove-reader.ts'

const email = mail.to.address

async function kindsOf(app: TestApp): Promise<string[]> {
  const mails = await app.database.db.selectFrom('outbox').select('kind').orderBy('kind').execute()
  return mails.map(({ kind }) => kind)
}

function remove(app: TestApp, address = email): Promise<boolean> {
  return app.database.write((tx) => removeReader(tx, address, { salt: app.newsletter.salt, now: app.now() }))
}

describe.each(engines)('who is taken off the list on $name', (engine) => {
  test('loses the mail about it that waits, and no other, and can sign up anew at once', async () => {
    const app = await openTestApp(await engine.createPlace())
    await app.database.write((tx) => enqueue(tx, mail, app.now()))
    await subscribe(app.newsletter, { email }, visitor)
    expect(await remove(app, 'ADA@Example.com')).toBe(true)
    expect(await remove(app)).toBe(false)
    expect(await kindsOf(app)).toEqual([mail.kind])
    expect(await app.database.db.selectFrom('suppressions').select('reason').execute()).toEqual([{ reason: 'removed' }])
    await subscribe(app.newsletter, { email }, visitor)
    expect(await kindsOf(app)).toContain('newsletter-confirmation')
  })

  test('and had that mail already gets no other one on that day', async () => {
    const app = await openTestApp(await engine.createPlace())
    await subscribe(app.newsletter, { email }, visitor)
    await app.outbox.sendDue()
    await remove(app)
    await subscribe(app.newsletter, { email }, visitor)
    expect(await kindsOf(app)).toEqual(['newsletter-confirmation'])
  })
})

test('a link of their old letters does not say that they have left, once they are on the list anew', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await subscribe(app.newsletter, { email }, visitor)
  const { db } = app.database
  const { id } = await db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow()
  const key = new URL(unsubscribeLink(app.newsletter.links, id)).searchParams.get('key') ?? ''
  await remove(app)
  await subscribe(app.newsletter, { email }, visitor)
  await db.updateTable('subscribers').set({ state: 'confirmed' }).execute()
  expect(await unsubscribe(app.newsletter, key)).toBe('ended')
})

test('a mail that says “you get it already” is dropped when the reader leaves before it is sent', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await subscribe(app.newsletter, { email }, visitor)
  const { db } = app.database
  await db.deleteFrom('outbox').execute()
  await db.updateTable('subscribers').set({ state: 'confirmed' }).execute()
  app.clock.now += 24 * 3_600_000
  await subscribe(app.newsletter, { email }, visitor)
  expect(await kindsOf(app)).toEqual(['newsletter-already-subscribed'])
  const { id } = await db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow()
  const key = new URL(unsubscribeLink(app.newsletter.links, id)).searchParams.get('key') ?? ''
  expect(await unsubscribe(app.newsletter, key)).toBe('left')
  expect(await kindsOf(app)).toEqual([])
  await subscribe(app.newsletter, { email }, visitor)
  expect(await kindsOf(app)).toEqual(['newsletter-confirmation'])
})
