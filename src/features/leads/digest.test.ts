import { describe, expect, test } from 'vitest'
import { engines, type Place, sqlite } from '../../../tests/support/databases.ts'
import { ada, adaBooking, openTestApp, type TestApp, visitor, writtenMails } from '../../../tests/support/desk.ts'
import { mailsIn } from '../../../tests/support/owner.ts'
import { defaultLimits } from '../../limits.ts'
import { claimDueMail } from '../../server/mail/outbox.repository.ts'
import { submitConsultation, withdrawAbandoned } from './consultation.form.ts'
import { submitContact } from './contact.form.ts'
import { deleteLeads } from './lead.repository.ts'
import { digestKind, digestPauseMs } from './lead-mails.ts'
import { markLead } from './mark-leads.ts'

let taken = 0

/** Each from an address of its own. */
async function take(app: TestApp, count: number, context = {}): Promise<string[]> {
  const results = await Promise.all(
    Array.from({ length: count }, () => {
      taken += 1
      const sender = `10.${taken >> 16}.${(taken >> 8) & 255}.${taken & 255}`
      const person = { ...ada, name: `Ada ${taken}`, email: `ada${taken}@example.com`, requestId: `r${taken}` }
      return submitContact(app.contact, person, { ...visitor, sender, ...context })
    }),
  )
  return results.map((result) => (result.outcome === 'stored' ? result.reference : ''))
}

async function digests(app: TestApp): Promise<string[]> {
  return (await writtenMails(app)).filter(({ kind }) => kind === digestKind).map(({ text }) => text)
}

/** What has arrived at the owner's. */
async function told(place: Place): Promise<string> {
  const mails = await mailsIn(place.dataDir)
  return mails.map(({ to, text }) => (to?.[0]?.address === 'hello@kitewright.example' ? text : '')).join('\n')
}

async function busy(app: TestApp): Promise<void> {
  await take(app, defaultLimits.ownerMails.max)
  await app.outbox.sendDue()
}

describe.each(engines)('more leads than the owner wants mails of, on $name', (engine) => {
  test('come in one mail within ten minutes, none left out, the held ones too', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    await busy(app)
    const many = [...(await take(app, 12)), ...(await take(app, 2, { honeypot: true }))]
    app.clock.now += digestPauseMs / 2
    many.push(...(await take(app, 3)))
    await app.outbox.sendDue()
    expect((await told(place)).match(/^KW-/gm)).toBeNull()
    app.clock.now += digestPauseMs / 2
    await app.outbox.sendDue()
    const [digest = '', ...more] = await digests(app)
    expect(more).toEqual([])
    expect(many.filter((reference) => !digest.includes(`\n${reference}  `))).toEqual([])
    expect(digest.match(/ {2}held, Ada/g)).toHaveLength(2)
    expect(await told(place)).toContain(digest.trim())
    app.clock.now += 60 * 60_000
    await take(app, 1)
    expect(await digests(app)).toHaveLength(1)
  })

  test('join the next one while one is being sent, also when its process is killed in the middle', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    await busy(app)
    const first = await take(app, 3)
    await app.outbox.sendDue()
    app.clock.now += digestPauseMs
    const claimed = await claimDueMail(app.database, app.composers, app.clock.now, 1_000)
    expect(claimed?.text).toContain(first[0])
    const second = await take(app, 3)
    const [one = '', two = ''] = await digests(app)
    expect([first.every((each) => one.includes(each)), second.some((each) => one.includes(each))]).toEqual([
      true,
      false,
    ])
    expect(second.every((each) => two.includes(each))).toBe(true)
    app.clock.now += digestPauseMs
    await app.outbox.sendDue()
    const all = await told(place)
    expect([...first, ...second].filter((reference) => !all.includes(reference))).toEqual([])
  })

  test('are all told when two processes take and send at once', async () => {
    const place = await engine.createPlace()
    const [one, two] = [await openTestApp(place), await openTestApp(place)]
    await busy(one)
    const references: string[] = []
    for (let round = 0; round < 6; round++) {
      const results = await Promise.all([
        take(one, 8),
        take(two, 8),
        one.outbox.sendDue(),
        two.outbox.sendDue(),
        take(two, 8),
      ])
      references.push(...results.flatMap((each) => each ?? []))
      one.clock.now += digestPauseMs / 2
      two.clock.now = one.clock.now
    }
    one.clock.now += digestPauseMs
    await one.outbox.sendDue()
    const all = await told(place)
    expect(references).toHaveLength(144)
    expect(references.filter((reference) => !all.includes(`${reference}  Ada`))).toEqual([])
    expect((await digests(one)).length).toBeLessThanOrEqual(5)
  })

  test('are told again when they change after that, and can be taken back before it', async () => {
    const app = await openTestApp(await engine.createPlace())
    await busy(app)
    const nothing = { company: null, budget: null, timeline: null, requirements: null }
    const left = {
      values: { name: '', email: 'eve@example.com', ...nothing },
      transcript: [],
      isAgreed: true,
      abandoned: true,
    }
    await submitConsultation(app.booking, { ...left, requestId: 'a' }, visitor)
    await submitConsultation(app.booking, { ...left, requestId: 'b' }, visitor)
    await withdrawAbandoned(app.booking, 'a')
    expect((await digests(app)).join().match(/not sent,/g)).toHaveLength(1)
    app.clock.now += digestPauseMs
    await app.outbox.sendDue()
    await withdrawAbandoned(app.booking, 'b')
    const sent = { ...left, values: adaBooking, abandoned: false, requestId: 'b' }
    await submitConsultation(app.booking, sent, visitor)
    expect(await digests(app)).toEqual([
      expect.stringContaining('  changed, Ada Lovelace <ada@example.com>: An engine'),
    ])
  })

  test('that are spam or erased by then are not told, and no mail goes out about nothing', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    await busy(app)
    const [spam = '', erased = '', kept = ''] = await take(app, 3)
    await markLead(app.database, spam, 'spam')
    await app.database.write((tx) => deleteLeads(tx, { reference: erased }))
    expect(await digests(app)).toEqual([expect.stringContaining(kept)])
    expect((await digests(app)).join()).not.toMatch(new RegExp(`${spam}|${erased}`))
    await app.database.write((tx) => deleteLeads(tx, { reference: kept }))
    app.clock.now += digestPauseMs
    await app.outbox.sendDue()
    expect(await app.database.db.selectFrom('outbox').selectAll().where('kind', '=', digestKind).execute()).toEqual([])
  })
})

test('5,000 leads are one mail of less than a megabyte whose text names each, and whose HTML is not cut', async () => {
  const app = await openTestApp(await sqlite.createPlace())
  await busy(app)
  await take(app, 1)
  const row = await app.database.db
    .selectFrom('leads')
    .selectAll()
    .where('digest', 'is not', null)
    .executeTakeFirstOrThrow()
  const name = 'Ada Lovelace of the Analytical Engines, Countess, and more'
  await app.database.write(async (tx) => {
    for (let n = 1; n < defaultLimits.leadsInDigest; n++) {
      const own = { reference: `KW-${String(n).padStart(8, '0')}`, request_key: `k${n}`, project: 'x'.repeat(5_000) }
      await tx
        .insertInto('leads')
        .values({ ...row, ...own, name })
        .execute()
    }
  })
  const [digest = ''] = await digests(app)
  expect(digest.match(/^KW-\w{8} {2}/gm)).toHaveLength(defaultLimits.leadsInDigest)
  expect(Buffer.byteLength(digest)).toBeLessThan(1_000_000)
  const [{ html = '' } = {}] = (await writtenMails(app)).filter(({ kind }) => kind === digestKind)
  expect(html).toContain('4,750 more are in the text part of this e-mail.')
  // What is longer is cut by mail programs.
  expect(html?.length).toBeLessThan(100_000)
  await take(app, 1)
  expect(await digests(app)).toHaveLength(2)
})
