import { describe, expect, test } from 'vitest'
import { claimDueEmail } from '../../platform/email/outbox/claims.ts'
import { defaultLimits } from '../../platform/limits/limits.ts'
import { engines, type Place, sqlite } from '../../tests/support/databases.ts'
import {
  act,
  ada,
  adaConsultation,
  openTestApp,
  type TestApp,
  visitor,
  writtenEmails,
} from '../../tests/support/desk.ts'
import { emailsIn } from '../../tests/support/owner.ts'
import { type ConsultationInput, submitConsultation, withdrawAbandoned } from '../chat/consultation.ts'
import { submitContact } from './accept-lead.ts'
import { abandonedEmailDelayMs, digestPauseMs } from './notify.ts'
import { deleteLeads } from './store.ts'

/** Lines that imitate the chat or a field, including after an email app has wrapped them. */
const forged = [
  '\n\nAgent:\n\n> ',
  '\u2028Agent: ',
  '\u000BAgent: ',
  '\rAgent: ',
  `${'x'.repeat(70)}Agent: `,
  `${'\u00A0'.repeat(70)}Budget: 90,000 `,
]
  .map((start) => `${start}Agreed, $500`)
  .join('')

const studio = 'hello@kitewright.example'
const consultation: ConsultationInput = {
  values: adaConsultation,
  transcript: [
    { role: 'user', content: 'I am Ada.\n<script>alert(1)</script>' },
    { role: 'assistant', content: 'What shall I build?', isProved: true },
    { role: 'assistant', content: 'Agreed: it costs nothing.' },
    { role: 'user', content: 'ada@', unsent: true },
  ],
  isAgreed: false,
  abandoned: false,
  requestId: 'chat',
}

/** Submits a lead and returns the emails it triggers, as sent. */
async function emailsFor(submit: (app: TestApp) => Promise<unknown>, variables: Record<string, string> = {}) {
  const place = await sqlite.createPlace()
  const app = await openTestApp(place, variables)
  await submit(app)
  app.clock.now += abandonedEmailDelayMs
  await app.outbox.sendDue()
  const all = await emailsIn(place.dataDir)
  const isToOwner = ({ to }: (typeof all)[number]) => to?.[0]?.address === studio
  return { all, owner: all.find(isToOwner), receipt: all.find((email) => !isToOwner(email)) }
}

const emailsForContact = (values: typeof ada, variables = {}) =>
  emailsFor((app) => submitContact(app, values, { ...visitor, page: '/' }), variables)

const emailsForConsultation = (change: Partial<ConsultationInput> = {}) =>
  emailsFor((app) => submitConsultation(app, { ...consultation, ...change }, { ...visitor, page: '/' }))

describe('the email to the owner', () => {
  test('about a contact has all details, and replies go to the visitor', async () => {
    const { owner, all } = await emailsForContact(ada)
    expect(all).toHaveLength(2)
    expect(owner).toMatchObject({
      from: { name: 'Kitewright', address: studio },
      replyTo: [{ name: 'Ada Lovelace', address: 'ada@example.com' }],
      subject: expect.stringMatching(/^New lead from Ada Lovelace \(KW-.{8}\)$/),
    })
    for (const fact of [ada.project, ada.email, '2026-11-20 09:30 UTC', 'Page: /', 'Network: 203.0.113.0/24'])
      expect(owner?.text).toContain(fact)
  })

  test('about a consultation has the chat, its signed replies, and whether the visitor left', async () => {
    const { owner } = await emailsForConsultation()
    expect(owner?.text).toMatch(/^New consultation from\n\nAda Lovelace\n=+\n\nada@example\.com\n/)
    expect(owner?.text).toMatch(
      /In the visitor’s words:\n\nCompany: Analytical Engines Ltd\nBudget: .*\n\n> An engine .*Sent: yes/s,
    )
    expect(owner?.text).toContain(
      'Visitor:\n\n> I am Ada.\n> <script>alert(1)</script>\n\nAgent:\n\n> What shall I build?\n\nAgent (unverified):\n\n> Agreed: it costs nothing.\n\nVisitor (typed, not sent):\n\n> ada@\n',
    )
    const values = { ...adaConsultation, name: '' }
    const left = await emailsForConsultation({ abandoned: true, isAgreed: true, values })
    for (const shown of ['Name: Not specified', 'The visitor left without', 'Agreed to: “If I leave'])
      expect(left.owner?.text).toContain(shown)
  })

  test('quotes every line of a message, so none looks like the chat’s or a field', async () => {
    const chat = [{ role: 'user', content: forged }] as const
    const values = { ...adaConsultation, company: forged, requirements: forged }
    const { owner } = await emailsForConsultation({ transcript: chat, values })
    const lines = owner?.text?.split('\n') ?? []
    expect(lines.filter((line) => /Agreed|90,000/.test(line) && !/^(?:> | {2}|Company: )/.test(line))).toEqual([])
    for (const label of ['Agent', 'Budget'])
      expect(lines.filter((line) => line.startsWith(label)).length).toBe(label === 'Budget' ? 1 : 0)
    expect(owner?.html).toMatch(/<b>Company:<\/b> <bdi>[^\n]*<\/bdi><\/div>/)
  })

  test('goes from MAIL_FROM to LEADS_TO if they’re set', async () => {
    const variables = { MAIL_FROM: 'Site <site@example.net>', LEADS_TO: 'me@example.net' }
    const { all } = await emailsForContact(ada, variables)
    expect(all.map(({ from }) => from?.address)).toEqual(['site@example.net', 'site@example.net'])
    expect(all.map(({ to }) => to?.[0]?.address).toSorted()).toEqual(['ada@example.com', 'me@example.net'])
  })
})

test('the receipt is an automatic reply with a safe greeting and the next steps', async () => {
  for (const { receipt } of [await emailsForContact(ada), await emailsForConsultation()]) {
    expect(receipt?.text).toMatch(/^I got your message\n=+\n\nHi Ada,\n.*Reference: KW-.{8}\n.*within 24 hours/s)
    expect(receipt?.text).toContain('\n\nSolo developer at Kitewright\n\n---')
    expect(receipt?.html).toContain(`<a href="mailto:${studio}"`)
    expect(receipt?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-replied')
  }
  const { receipt } = await emailsForContact({ ...ada, name: '<b>Mallory</b> "x"' })
  expect(receipt).toMatchObject({ subject: 'I got your message', to: [{ name: '', address: ada.email }] })
  expect(receipt?.text).toContain('\n\nHi,\n')
})

let taken = 0

/** Submits contacts, each from a different address. @returns their references */
async function take(app: TestApp, count: number, context = {}): Promise<string[]> {
  const posts = Array.from({ length: count }, () => {
    taken += 1
    const sender = `10.0.${taken >> 8}.${taken & 255}`
    const words = { name: `Ada Lovelace, Countess of the Analytical Engines ${taken}`, project: 'A kite. '.repeat(90) }
    const person = { ...words, email: `ada${taken}@example.com`, requestId: `r${taken}` }
    return submitContact(app, person, { ...visitor, sender, ...context })
  })
  return (await Promise.all(posts)).map((result) => (result.outcome === 'stored' ? result.reference : ''))
}

const digests = async (app: TestApp) =>
  (await writtenEmails(app)).filter(({ kind }) => kind === 'leads-digest').map(({ text }) => text)

/** Returns the emails the owner has received. */
async function arrived({ dataDir }: Place): Promise<string> {
  const emails = await emailsIn(dataDir)
  return emails.map(({ to, text }) => (to?.[0]?.address === studio ? text : '')).join('\n')
}

describe.each(engines)('more leads than the limit of emails to the owner, on $name', (engine) => {
  /** Opens an app where the owner has already received the hour's only single-lead email. */
  async function openBusy(limits = {}) {
    const place = await engine.createPlace()
    const app = await openTestApp(place, {}, { limits: { ownerEmails: { max: 1 }, ...limits } })
    await take(app, 1)
    await app.outbox.sendDue()
    return { place, app }
  }

  test('are reported in one email within ten minutes, including suspicious ones', async () => {
    const { place, app } = await openBusy()
    const many = [...(await take(app, 3)), ...(await take(app, 2, { honeypot: true }))]
    app.clock.now += digestPauseMs / 2
    many.push(...(await take(app, 1)))
    await app.outbox.sendDue()
    expect((await arrived(place)).match(/^KW-/gm)).toBeNull()
    app.clock.now += digestPauseMs / 2
    await app.outbox.sendDue()
    const [digest = '', ...more] = await digests(app)
    expect(more).toEqual([])
    expect(many.filter((reference) => !digest.includes(`\n${reference}  `))).toEqual([])
    expect(digest.match(/ {2}suspicious, Ada/g)).toHaveLength(2)
    expect(await arrived(place)).toContain(digest.trim())
    app.clock.now += 60 * 60_000
    await take(app, 1)
    expect(await digests(app)).toHaveLength(1)
  })

  test('join the next email while one is being sent, even if its process is killed', async () => {
    const { place, app } = await openBusy()
    const first = await take(app, 2)
    await app.outbox.sendDue()
    app.clock.now += digestPauseMs
    const { database, renderEmail, clock } = app
    const claimed = await database.write((tx) => claimDueEmail(tx, renderEmail, clock.now))
    expect(claimed?.email.text).toContain(first[0])
    const second = await take(app, 2)
    const namesIn = (digest = '') => [...first, ...second].map((reference) => digest.includes(reference))
    expect((await digests(app)).map(namesIn)).toEqual([
      [true, true, false, false],
      [false, false, true, true],
    ])
    app.clock.now += digestPauseMs
    await app.outbox.sendDue()
    expect(namesIn(await arrived(place))).toEqual([true, true, true, true])
  })

  test('are listed again after a change, and not if they were withdrawn before', async () => {
    const { app } = await openBusy()
    const nothing = { name: '', company: null, budget: null, timeline: null, requirements: null }
    const values = { ...nothing, email: 'eve@example.com' }
    const left = { values, transcript: [], isAgreed: true, abandoned: true }
    await submitConsultation(app, { ...left, requestId: 'a' }, visitor)
    await submitConsultation(app, { ...left, requestId: 'b' }, visitor)
    await withdrawAbandoned(app, 'a')
    expect((await digests(app)).join().match(/not sent,/g)).toHaveLength(1)
    app.clock.now += digestPauseMs
    await app.outbox.sendDue()
    await withdrawAbandoned(app, 'b')
    await submitConsultation(app, { ...left, values: adaConsultation, abandoned: false, requestId: 'b' }, visitor)
    const changed =
      '  changed, Ada Lovelace <ada@example.com>, Analytical Engines Ltd, 5000-9000 USD, by end of March: An engine'
    expect((await digests(app)).map((text) => text.replaceAll('\n  ', ' '))).toEqual([expect.stringContaining(changed)])
  })

  test('are left out if they’re spam or erased by then, and no empty email is sent', async () => {
    const { app } = await openBusy()
    const [spam = '', erased = '', kept = ''] = await take(app, 3)
    await act(app, 'leads.mark', { reference: spam, verdict: 'spam' })
    await app.database.write((tx) => deleteLeads(tx, { reference: erased }))
    const [digest, ...more] = await digests(app)
    expect([spam, erased, kept].map((reference) => digest?.includes(reference))).toEqual([false, false, true])
    expect(more).toEqual([])
    await app.database.write((tx) => deleteLeads(tx, { reference: kept }))
    app.clock.now += digestPauseMs
    await app.outbox.sendDue()
    expect(await app.database.db.selectFrom('outbox').selectAll().where('kind', '=', 'leads-digest').execute()).toEqual(
      [],
    )
  })

  test('fill a second email when the first is full', async () => {
    const { app } = await openBusy({ leadsInDigest: 2 })
    for (let n = 0; n < 3; n++) await take(app, 1)
    expect((await digests(app)).map((text) => text.match(/^KW-\w{8} {2}/gm)?.length)).toEqual([2, 1])
  })

  test('are all in its plain-text part, and the first 250 in its HTML', async () => {
    const { app } = await openBusy()
    await take(app, 252)
    const [{ text = '', html } = {}] = (await writtenEmails(app)).filter(({ kind }) => kind === 'leads-digest')
    expect(text.match(/^KW-\w{8} {2}/gm)).toHaveLength(252)
    expect((Buffer.byteLength(text) / 252) * defaultLimits.leadsInDigest).toBeLessThan(1_000_000)
    expect(html).toContain('2 more are in the plain text of this email.')
    // Email apps cut off longer emails.
    expect(html?.length).toBeLessThan(100_000)
  })
})
