import { describe, expect, test } from 'vitest'
import { engines } from '../../tests/support/databases.ts'
import { ada, bookFree, openTestApp, visitor } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { sendTestIssue, slug } from '../../tests/support/sending.ts'
import { submitContact } from '../leads/accept-lead.ts'
import { subscribe } from '../newsletter/sign-up.ts'
import { exportPerson } from './export.ts'
import { forgetPeople } from './forget.ts'
import { createPersonMatcher } from './person-matcher.ts'

const bob = { name: 'Bob Byteson', email: 'bob@example.org', project: 'Ask Ada@example.com about me.' }

describe.each(engines)('the export of a person on $name', (engine) => {
  test('has everything stored about them, and only references of others', async () => {
    const app = await openTestApp(await engine.createPlace(), {}, { limits: { newsletterEmails: { everyone: 0 } } })
    const { db } = app.database
    await submitContact(app, ada, visitor)
    const other = await submitContact(app, bob, visitor)
    await subscribe(app, { email: 'ADA@example.com' }, { ...visitor, page: '/blog' })
    await app.outbox.sendDue()
    await db.updateTable('subscribers').set({ state: 'confirmed' }).execute()
    await sendTestIssue(app, 1)
    await app.outbox.sendDue()
    const time = '2026-11-20T09:30:00.000Z'
    const person = await exportPerson(app, 'ada@EXAMPLE.com')
    const consent = { consentPage: '/blog', consentAt: time, confirmedAt: null }
    expect(person).toMatchObject({
      exportedAt: time,
      leads: [{ ...ada, createdAt: time }],
      subscription: { email: 'ADA@example.com', state: 'active', ...consent },
      waitingEmail: { network: '203.0.113.0/24', wantedAt: time, nextTryAt: '2026-11-20T10:30:00.000Z' },
      issues: [{ issue: slug, state: 'sent', sentAt: time, answer: expect.any(String) }],
      suppressed: null,
      counters: [
        { of: 'emails to the mailbox', count: 1 },
        { of: 'receipts to the mailbox', count: 1 },
      ],
      mentionedIn: [other.outcome === 'stored' && other.reference],
    })
    const [toOwner, receipt] = person.emails.toSorted((a, b) => a.kind.localeCompare(b.kind))
    expect(toOwner).toMatchObject({ kind: 'contact-owner', state: 'sent', to: 'hello@kitewright.example' })
    expect(toOwner).not.toHaveProperty('text')
    const text = expect.stringMatching(/^.*Ada,\n/ms)
    expect(receipt).toMatchObject({ kind: 'contact-receipt', state: 'sent', to: ada.email, text })
    expect(JSON.stringify(person)).not.toMatch(/bob@|Byteson/i)
    const { id: lead, start } = await bookFree(app)
    const call = { lead, state: 'booked', zone: 'Europe/London', startsAt: new Date(start).toISOString() }
    expect(await exportPerson(app, ada.email)).toMatchObject({ calls: [call], leads: [{}, {}] })
  })

  test('says that someone was forgotten, and nothing about a stranger', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    await submitContact(app, ada, visitor)
    await app.database.db.updateTable('leads').set({ transcript: '[broken' }).execute()
    expect(await exportPerson(app, ada.email)).toMatchObject({ leads: [{ transcript: '[broken' }] })
    await forgetPeople(app, { emails: [ada.email], references: [] })
    const nothing = { leads: [], emails: [], subscription: null, issues: [], counters: [], mentionedIn: [] }
    const suppressed = { reason: 'forgotten', since: '2026-11-20T09:30:00.000Z' }
    expect(await exportPerson(app, ada.email)).toMatchObject({ ...nothing, suppressed })
    const { code, stdout, stderr } = await runStudio(place, ['export', bob.email])
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Nothing is stored about this person.\n' })
    expect(JSON.parse(stdout)).toMatchObject({ email: bob.email, ...nothing, suppressed: null })
  })
})

describe('a person’s address', () => {
  const person = createPersonMatcher(['ada@example.com', 'zoe@MÜNCHEN.example'])

  test.each([
    ['Write to ADA@Example.COM.', 'Write to (erased).'],
    ['<ada@example.com>,ada@example.com.Thanks', '<(erased)>,(erased).Thanks'],
    ['?q=%3Dada%2540example.com&x', '?q=%3D(erased)&x'],
    ['%61%64%61@example%2Ecom', '(erased)'],
    ['&#97;da&#64;example&#x2e;com', '(erased)'],
    ['[{"is\\nada@example.com":["ada@example.com\\t"]}]', '[{"is\\n(erased)":["(erased)\\t"]}]'],
    ['是ada@example.com谢谢_ada@example.com_', '是(erased)谢谢_(erased)_'],
    [`${'zoe@münchen.example'.normalize('NFD')}, zoe@m%C3%BCnchen.example`, '(erased), (erased)'],
  ])('is erased from %s', (text, without) => {
    expect(person.erasedFrom(text)).toBe(without)
    expect(person.isIn(text) && !person.isIn(without)).toBe(true)
  })

  test('isn’t found in somebody else’s, or where there is none', () => {
    const others = 'bada@example.com x.ada@example.com x%2Bada@example.com ADA@EXAMPLE.COM.AU ada@example.community'
    for (const text of [others, 'ada at example dot com']) expect(person.erasedFrom(text)).toBe(text)
  })

  test('is found in hostile texts without hanging', () => {
    const deep = `${'['.repeat(50_000)}"ada@example.com"${']'.repeat(50_000)}`
    for (const text of ['\\'.repeat(300_000), '%25'.repeat(100_000), '&amp;'.repeat(60_000)])
      expect(person.isIn(text)).toBe(false)
    expect(person.erasedFrom(deep)).toBe(deep.replace('ada@example.com', '(erased)'))
  })
})
