import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Engine, engines, sqlite } from '../../../../tests/support/databases.ts'
import { openTestApp, type TestApp, visitor } from '../../../../tests/support/desk.ts'
import { mail } from '../../../../tests/support/outbox-desk.ts'
import { type Returned, reportSamples } from '../../../../tests/support/report-samples.ts'
import { enqueue } from '../../../server/mail/outbox.repository.ts'
import { subscribe } from '../newsletter.service.ts'
import { unsubscribeLink } from '../newsletter-links.ts'
import { readReports } from './read-reports.ts'
import { type ReportFinding, takeReport } from './take-report.ts'

const email = 'ada@example.com'
const slug = 'saas-trends-2025'

/** A confirmed reader who was sent a letter. */
async function openReader(engine: Engine = sqlite): Promise<TestApp & { returned: Returned }> {
  const app = await openTestApp(await engine.createPlace())
  app.clock.now = Date.UTC(2026, 10, 19)
  await subscribe(app.newsletter, { email }, visitor)
  const { db } = app.database
  await db.updateTable('subscribers').set({ state: 'confirmed', confirmed_at: app.now() }).execute()
  await db.deleteFrom('outbox').execute()
  const { id } = await db.selectFrom('subscribers').select('id').executeTakeFirstOrThrow()
  const from = { from_name: 'Kitewright', from_address: 'hello@kitewright.example' }
  const times = { next_at: 0, created_at: app.now(), finished_at: app.now() }
  const issue = {
    slug,
    subject: 'S',
    text: 'T',
    html: 'H',
    readers: 1,
    paused_because: null,
    refusals: 0,
    home: 'h',
    ...from,
  }
  await db
    .insertInto('issues')
    .values({ ...issue, ...times, state: 'done' })
    .execute()
  const row = { issue: slug, subscriber_id: id, attempts: 1, due_at: 0, answer: '250 OK', sent_at: app.now() }
  await db
    .insertInto('issue_mails')
    .values({ ...row, state: 'sent' })
    .execute()
  app.clock.now = Date.UTC(2026, 10, 20, 12)
  const messageId = `<${slug}.${id}@kitewright.example>`
  return { ...app, returned: { to: email, messageId, unsubscribe: unsubscribeLink(app.newsletter.links, id) } }
}

async function take(
  app: TestApp,
  message: string,
  options: { trust?: boolean; isTrial?: boolean } = {},
): Promise<ReportFinding[]> {
  const { database, now } = app
  const { links, salt } = app.newsletter
  const findings: ReportFinding[] = []
  for (const report of await readReports(Buffer.from(message))) {
    findings.push(
      ...(await takeReport({ database, now, links, salt }, report, { trust: false, isTrial: false, ...options })),
    )
  }
  return findings
}

async function stateOf(app: TestApp): Promise<string | undefined> {
  return (await app.database.db.selectFrom('subscribers').select('state').executeTakeFirst())?.state
}

async function suppressionsOf(app: TestApp): Promise<string[]> {
  const rows = await app.database.db.selectFrom('suppressions').select('reason').execute()
  return rows.map(({ reason }) => reason)
}

async function answerOf(app: TestApp): Promise<string | null | undefined> {
  return (await app.database.db.selectFrom('issue_mails').select('answer').executeTakeFirst())?.answer
}

describe.each(engines)('on $name', (engine) => {
  test('a letter that came back ends the subscription once, and its row tells why', async () => {
    const app = await openReader(engine)
    const message = reportSamples.postfix(app.returned)
    expect(await take(app, message, { isTrial: true })).toMatchObject([{ outcome: 'bounced' }])
    expect([await stateOf(app), await suppressionsOf(app), await answerOf(app)]).toEqual(['confirmed', [], '250 OK'])
    const said = '550 5.1.1 <(address)>: Recipient address rejected: User unknown'
    expect(await take(app, message)).toEqual([
      { address: email, reader: undefined, what: 'failed 5.1.1', outcome: 'bounced', leadReference: undefined, said },
    ])
    const after = ['bounced', ['bounced'], `came back: ${said}`]
    expect([await stateOf(app), await suppressionsOf(app), await answerOf(app)]).toEqual(after)
    expect(await take(app, message)).toMatchObject([{ outcome: 'already' }])
    expect([await stateOf(app), await suppressionsOf(app), await answerOf(app)]).toEqual(after)
  })

  test('a complaint ends it too, and one of many at once is enough', async () => {
    const app = await openReader(engine)
    const message = reportSamples.yahoo(app.returned)
    const findings = (await Promise.all(Array.from({ length: 5 }, () => take(app, message)))).flat()
    expect(findings.map(({ outcome }) => outcome).toSorted()).toEqual([...Array(4).fill('already'), 'complained'])
    expect([await stateOf(app), await suppressionsOf(app)]).toEqual(['complained', ['complained']])
    expect(findings[0]).toMatchObject({ address: email, what: 'complaint (abuse)' })
    expect(await answerOf(app)).toBe('called unwanted')
  })

  test('with a NUL wherever it can stand is one on a stranger', async () => {
    const app = await openReader(engine)
    const message = reportSamples
      .postfix({ to: 'a\0b@x.example', messageId: `<${randomUUID()}@a\0b>`, unsubscribe: '' })
      .replace('rfc822; a\0b@', 'utf-8; a\\x{00}b@')
    expect(await take(app, message)).toMatchObject([{ outcome: 'stranger' }])
  })
})

describe('a report', () => {
  test.each(['exim', 'exchange', 'gmail', 'ses'] as const)('in the form of %s is understood', async (form) => {
    const app = await openReader()
    expect(await take(app, reportSamples[form](app.returned))).toMatchObject([{ address: email, outcome: 'bounced' }])
    expect(await stateOf(app)).toBe('bounced')
  })

  test.each(['postfix', 'exim', 'exchange', 'gmail', 'ses'] as const)(
    'in the form of %s without any proof changes nothing',
    async (form) => {
      const app = await openReader()
      const forged = reportSamples[form]({ to: email, messageId: '<1@x.example>', unsubscribe: 'https://x.example/' })
      expect(await take(app, forged)).toMatchObject([{ address: email, outcome: 'unproven' }])
      const trusted = await take(app, forged, { trust: true })
      expect(trusted).toMatchObject([{ outcome: form === 'exim' ? 'unproven' : 'bounced' }])
    },
  )

  test('with the proof of one reader cannot be turned on another', async () => {
    const app = await openReader()
    await subscribe(app.newsletter, { email: 'victim@example.com' }, visitor)
    const forged = reportSamples.postfix({ ...app.returned, to: 'victim@example.com' })
    expect(await take(app, forged, { trust: true })).toMatchObject([
      { address: 'victim@example.com', reader: email, outcome: 'bounced' },
    ])
    const { db } = app.database
    const states = await db.selectFrom('subscribers').select(['email', 'state']).orderBy('email').execute()
    expect(states.map(({ state }) => state)).toEqual(['bounced', 'pending'])
  })

  test('on two recipients notes on a letter what became of its own', async () => {
    const app = await openReader()
    const other = 'Final-Recipient: rfc822; other@dead.example\nAction: failed\nStatus: 5.1.1\n\n'
    const message = reportSamples
      .postfix(app.returned)
      .replace(`Final-Recipient: rfc822; ${email}`, `${other}$&`)
      .replace(`Action: failed\nStatus: 5.1.1\nRemote`, 'Action: delivered\nStatus: 2.0.0\nRemote')
    expect(await take(app, message)).toMatchObject([{ outcome: 'already' }, { outcome: 'passing' }])
    expect(await answerOf(app)).toBe('250 OK')
  })

  test('with a key that was changed is without proof', async () => {
    const app = await openReader()
    const unsubscribe = app.returned.unsubscribe.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    expect(await take(app, reportSamples.ses({ ...app.returned, unsubscribe }))).toMatchObject([
      { outcome: 'unproven' },
    ])
  })

  test.each([
    ['a full mailbox', [['Status: 5.0.0', 'Status: 5.2.2']]],
    ['a delay', [['Action: failed', 'Action: delayed']]],
    ['a refusal for what was in it', [['550 5.1.1 user unknown', '554 5.7.1 looks like spam']]],
    ['a failure without a reason', [['550 5.1.1 user unknown', '550 no']]],
    ['a delivery', [['Action: failed', 'Action: delivered']]],
  ])('of %s changes nothing', async (_, changes) => {
    const app = await openReader()
    let message: string = reportSamples.ses(app.returned)
    for (const [from = '', to = ''] of changes) message = message.replace(from, to)
    expect(await take(app, message)).toMatchObject([{ address: email, outcome: 'passing' }])
    expect(await stateOf(app)).toBe('confirmed')
  })

  test('of a mail that was no spam after all changes nothing', async () => {
    const app = await openReader()
    const message = reportSamples.yahoo(app.returned).replace('Type: abuse', 'Type: not-spam')
    expect(await take(app, message)).toMatchObject([{ what: 'feedback (not-spam)', outcome: 'passing' }])
  })

  test('from before the reader has confirmed anew changes nothing', async () => {
    const app = await openReader()
    await app.database.db.updateTable('subscribers').set({ confirmed_at: app.now() }).execute()
    expect(await take(app, reportSamples.postfix(app.returned))).toMatchObject([{ outcome: 'older' }])
    expect(await stateOf(app)).toBe('confirmed')
  })

  test('that was forwarded, in whatever wrapping, is found', async () => {
    const app = await openReader()
    const inner = reportSamples.postfix(app.returned)
    const wrapped = `Subject: Fwd\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nSee below\n--b\nContent-Type: message/rfc822\nContent-Transfer-Encoding: base64\n\n${Buffer.from(inner).toString('base64')}\n--b--\n`
    const twice = `Content-Type: message/rfc822\n\n${wrapped}`
    expect(await take(app, twice.replaceAll('\n', '\r\n'))).toMatchObject([{ outcome: 'bounced' }])
  })

  test('about the mail that asks to confirm ends the entry that waits', async () => {
    const app = await openTestApp(await sqlite.createPlace())
    await subscribe(app.newsletter, { email: 'Ada@example.com' }, visitor)
    const { message_id } = await app.database.db.selectFrom('outbox').select('message_id').executeTakeFirstOrThrow()
    const message = reportSamples.gmail({ to: email, messageId: message_id, unsubscribe: '' })
    expect(await take(app, message)).toMatchObject([{ address: email, outcome: 'bounced' }])
    expect(await stateOf(app)).toBe('bounced')
  })

  test('about a mail of a request leads to the request, and about somebody else’s mail nowhere', async () => {
    const app = await openTestApp(await sqlite.createPlace())
    await app.database.write((tx) => enqueue(tx, mail, app.now()))
    const { db } = app.database
    const { message_id: messageId } = await db.selectFrom('outbox').select('message_id').executeTakeFirstOrThrow()
    const stranger = { to: 'x@y.example', messageId: '<a@b.example>', unsubscribe: '' }
    expect(await take(app, reportSamples.postfix(stranger))).toMatchObject([{ outcome: 'stranger' }])
    expect(await take(app, reportSamples.gmail({ ...stranger, messageId }))).toMatchObject([{ outcome: 'already' }])
  })
})

test('mail that is no report has none, whatever it looks like', async () => {
  for (const message of [
    'Subject: Out of office\nAuto-Submitted: auto-replied\n\nI am away until Monday. 550 5.1.1\n',
    'From: a@b.example\n\nPlease see the delivery-status below: Action: failed Status: 5.1.1',
    'Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\n\nno second part\n--b--\n',
    '\0\0\0message/rfc822\0\0',
    '',
  ]) {
    expect(await readReports(Buffer.from(message))).toEqual([])
  }
})

test.each([
  ['endless lines', `X: message/rfc822\n${'\n'.repeat(200_000)}`],
  ['endless headers', `X: message/rfc822\n${'a: b\n'.repeat(90_000)}${'x'.repeat(200_000)}`],
])('a message of %s is refused before it costs much', async (_, message) => {
  await expect(readReports(Buffer.from(message))).rejects.toThrow()
})

test('a report on thousands is read as one on a hundred', async () => {
  const blocks = 'Final-Recipient: rfc822;a@b.example\nAction: failed\n\n'.repeat(2_000)
  const [report] = await readReports(Buffer.from(`Content-Type: message/delivery-status\n\n\n${blocks}`))
  expect(report?.kind === 'returned' && report.recipients.length).toBeLessThanOrEqual(100)
})
