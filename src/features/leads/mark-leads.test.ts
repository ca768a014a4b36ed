import { describe, expect, test } from 'vitest'
import { type Engine, engines } from '../../../tests/support/databases.ts'
import { ada, openTestApp, type TestApp, visitor } from '../../../tests/support/desk.ts'
import { submitContact } from './contact.form.ts'
import { findLeads, type LeadView } from './find-leads.ts'
import { leadsAtAGlance } from './leads-at-a-glance.ts'
import { answerLeads, markLead, noteLead } from './mark-leads.ts'

const hourMs = 3_600_000

/** A request of its own, an hour after the last one. @returns its reference */
async function take(app: TestApp, words: Partial<typeof ada> = {}, honeypot = false): Promise<string> {
  app.clock.now += hourMs
  const result = await submitContact(
    app.contact,
    { ...ada, ...words, requestId: `${app.clock.now}` },
    { ...visitor, honeypot },
  )
  return result.outcome === 'stored' ? result.reference : ''
}

async function found(app: TestApp, wanted: { view?: LeadView; search?: string; limit?: number }): Promise<string[]> {
  const leads = await findLeads(app.database.db, { limit: 50, ...wanted })
  return leads.map(({ name }) => name)
}

describe.each(engines)('the owner’s requests on $name', (engine: Engine) => {
  test('are found by every spelling of words that stand anywhere in them, the newest first', async () => {
    const app = await openTestApp(await engine.createPlace())
    await take(app, { name: 'Zoë Müller', project: 'Umbau in der Straße' })
    await take(app, { name: 'ZOE MÜLLER', email: 'zoe@Other.example' })
    await take(app, { name: '100% natural', project: 'snake_case' })
    await take(app, { name: 'Ελλάς', project: 'ДОМ' })
    const noted = await take(app, { name: 'Noted' })
    await noteLead(app.database, noted, 'wants a Quote')
    expect(await found(app, { search: 'zoe mUller' })).toEqual(['ZOE MÜLLER', 'Zoë Müller'])
    expect(await found(app, { search: 'zoe', limit: 1 })).toEqual(['ZOE MÜLLER'])
    expect(await found(app, { search: 'STRASSE umbau' })).toEqual(['Zoë Müller'])
    expect(await found(app, { search: 'other.EXAMPLE' })).toEqual(['ZOE MÜLLER'])
    expect(await found(app, { search: '0%' })).toEqual(['100% natural'])
    expect(await found(app, { search: 'e_c' })).toEqual(['100% natural'])
    expect(await found(app, { search: 'ελλΆΣ дом' })).toEqual(['Ελλάς'])
    expect(await found(app, { search: 'quote' })).toEqual(['Noted'])
    expect(await found(app, { search: noted.toLowerCase() })).toEqual(['Noted'])
    expect(await found(app, { search: "'; drop table leads" })).toEqual([])
    expect(await found(app, {})).toHaveLength(5)
  })

  test('are each in one view, and change it with what the owner says', async () => {
    const app = await openTestApp(await engine.createPlace())
    const first = await take(app, { name: 'first' })
    const robot = await take(app, { name: 'robot' }, true)
    await take(app, { name: 'third' })
    const views = async () =>
      Object.fromEntries(
        await Promise.all(
          (['new', 'answered', 'held', 'spam'] as const).map(
            async (view) => [view, await found(app, { view })] as const,
          ),
        ),
      )
    expect(await views()).toEqual({ new: ['third', 'first'], answered: [], held: ['robot'], spam: [] })
    await answerLeads(app.database, [first], app.clock.now)
    await markLead(app.database, robot, 'spam')
    expect(await views()).toEqual({ new: ['third'], answered: ['first'], held: [], spam: ['robot'] })
    await answerLeads(app.database, [first], null)
    await markLead(app.database, robot, 'ok')
    expect(await views()).toEqual({ new: ['third', 'robot', 'first'], answered: [], held: [], spam: [] })
  })

  test('are marked as often as wanted; of spam no mail goes out any more', async () => {
    const app = await openTestApp(await engine.createPlace())
    const spam = await take(app)
    const other = await take(app, { email: 'bob@example.org' })
    expect(await markLead(app.database, spam, 'spam')).toEqual({ before: 'ok', droppedMails: 2 })
    expect(await markLead(app.database, spam, 'spam')).toEqual({ before: 'spam', droppedMails: 0 })
    expect(await markLead(app.database, spam, 'ok')).toEqual({ before: 'spam', droppedMails: 0 })
    expect(await markLead(app.database, 'KW-NOTHERE2', 'spam')).toBeUndefined()
    const mails = await app.database.db.selectFrom('outbox').select('about').execute()
    expect(mails).toEqual([{ about: other }, { about: other }])
  })

  test('are answered once, all of those named or none, also by many at once', async () => {
    const app = await openTestApp(await engine.createPlace())
    const references = [await take(app), await take(app), await take(app)]
    const [one = '', two = ''] = references
    expect(await answerLeads(app.database, [one, 'KW-NOTHERE2', two], 5)).toEqual({ unknown: ['KW-NOTHERE2'] })
    expect(await found(app, { view: 'answered' })).toEqual([])
    const runs = [10, 11, 12, 13].map((at) => {
      const order = at % 2 === 0 ? references : references.toReversed()
      return answerLeads(app.database, [...order, one], at)
    })
    const firsts = (await Promise.all(runs)).map(
      (run) => 'leads' in run && run.leads.filter(({ before }) => before === null),
    )
    expect(firsts.filter((leads) => leads && leads.length === 3)).toHaveLength(1)
    const times = await app.database.db.selectFrom('leads').select('answered_at').distinct().execute()
    expect(times).toHaveLength(1)
  })

  test('have one note, which tells the one before', async () => {
    const app = await openTestApp(await engine.createPlace())
    const reference = await take(app)
    expect(await noteLead(app.database, reference, 'first')).toEqual({ before: null })
    expect(await noteLead(app.database, reference, null)).toEqual({ before: 'first' })
    expect(await noteLead(app.database, 'KW-NOTHERE2', 'x')).toBeUndefined()
  })

  test('are counted for the day: who waits, who waits too long, and how fast the others were answered', async () => {
    const app = await openTestApp(await engine.createPlace())
    const start = app.clock.now
    const [first = '', second = ''] = [await take(app), await take(app)]
    await take(app, { name: 'oldest' })
    await take(app, { name: 'youngest' })
    await take(app, {}, true)
    await markLead(app.database, await take(app), 'spam')
    await answerLeads(app.database, [first], start + 2 * hourMs)
    await answerLeads(app.database, [second], start + 5 * hourMs)
    const glance = await leadsAtAGlance(app.database.db, {
      lateBefore: start + 4 * hourMs,
      cameSince: [start + 4 * hourMs, start],
      answeredSince: start,
    })
    expect(glance).toMatchObject({
      waiting: { count: 2, late: 1, oldest: [{ name: 'oldest' }, { name: 'youngest' }] },
      held: { count: 1, since: start + 5 * hourMs },
      came: [2, 5],
      answered: { count: 2, medianMs: 2 * hourMs },
    })
  })
})
