import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import { submitContact } from '../../src/features/leads/contact.form.ts'
import { findLeads } from '../../src/features/leads/find-leads.ts'
import { leadRecord } from '../../src/features/leads/lead-record.ts'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../../tests/support/desk.ts'
import { runStudio, spawnStudio } from '../../tests/support/run-studio.ts'
import { reply, startSmtpServer } from '../../tests/support/smtp-server.ts'

const bob = {
  name: '=HYPERLINK("http://evil.example")',
  email: 'bob@example.org',
  project: 'Two lines,\nand a "quote"',
}

describe.each(engines)('studio leads on $name', (engine) => {
  test('lists the newest first, in bare lines where no terminal is', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    app.clock.now = Date.now() - 7_200_000
    await submitContact(app.contact, ada, visitor)
    app.clock.now += 3_600_000
    await submitContact(app.contact, bob, { ...visitor, honeypot: true })
    await app.outbox.sendDue()
    const { code, stdout, stderr } = await runStudio(place, ['leads'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.split('\n').map((line) => line.split('\t').slice(1))).toEqual([
      ['1 h', 'held', bob.name, bob.email],
      ['2 h', 'ok', ada.name, ada.email],
      [],
    ])
  })

  test('exports JSON', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    await submitContact(app.contact, bob, { ...visitor, referrer: '@SUM(A1)', parameters: { utm_source: 'x' } })
    const json = await runStudio(place, ['leads', 'export', '--format', 'json'])
    expect(json.stderr).toBe('1 request\n')
    expect(JSON.parse(json.stdout)).toEqual([
      {
        ...bob,
        reference: expect.stringMatching(/^KW-/),
        kind: 'contact',
        status: 'ok',
        createdAt: '2026-11-20T09:30:00.000Z',
        reasons: [],
        page: null,
        referrer: '@SUM(A1)',
        campaign: { utm_source: 'x' },
        language: null,
        network: '203.0.113.0/24',
        company: null,
        budget: null,
        timeline: null,
        requirements: null,
        transcript: null,
        sent: null,
        consent: null,
        consentAt: null,
        updatedAt: null,
        note: null,
        answeredAt: null,
      },
    ])
  })

  test('copes with two commands that find an empty place at once', async () => {
    const place = await engine.createPlace()
    const runs = await Promise.all([spawnStudio(place, ['leads']), spawnStudio(place, ['leads'])])
    expect(runs).toEqual(Array(2).fill({ code: 0, stdout: '', stderr: expect.stringMatching(/No requests yet\.\n$/) }))
  })
})

test('studio leads exports CSV that no spreadsheet runs', async () => {
  const place = await sqlite.createPlace()
  const app = await openTestApp(place)
  await submitContact(app.contact, bob, { ...visitor, referrer: '@SUM(A1)', parameters: { utm_source: 'x' } })
  const csv = await runStudio(place, ['leads', 'export', '--format', 'csv'])
  const [columns = [], cells = [], ...more] = parse(csv.stdout)
  expect(columns.slice(0, 7)).toEqual(['reference', 'kind', 'status', 'name', 'email', 'project', 'createdAt'])
  expect(cells.filter(Boolean)).toEqual([
    expect.stringMatching(/^KW-.{8}$/),
    'contact',
    'ok',
    `'=HYPERLINK("http://evil.example")`,
    'bob@example.org',
    'Two lines,\nand a "quote"',
    '2026-11-20T09:30:00.000Z',
    "'@SUM(A1)",
    'utm_source=x',
    '203.0.113.0/24',
  ])
  expect(more).toEqual([])
})

test('studio leads shows one request with what became of its mails', async () => {
  const server = await startSmtpServer({ onRcptTo: (_, __, done) => done(reply(550, 'no such user')) })
  const place = await sqlite.createPlace()
  const app = await openTestApp(place, { SMTP_URL: server.url })
  const result = await submitContact(app.contact, ada, visitor)
  await app.outbox.sendDue()
  const reference = result.outcome === 'stored' ? result.reference : ''
  const [show, list] = await Promise.all([
    runStudio(place, ['leads', 'show', ` ${reference.toLowerCase()} `]),
    runStudio(place, ['leads']),
  ])
  expect(show).toMatchObject({ code: 0, stderr: '' })
  expect(show.stdout).toContain(ada.project)
  expect(show.stdout).toMatch(/Mail to you +failed for good after 1 try: .*550 no such user/)
  expect(list.stderr).toContain(`leads show ${reference}`)
})

test('studio leads keeps what the owner says of a request, and tells what was before', async () => {
  const place = await sqlite.createPlace()
  const app = await openTestApp(place)
  const result = await submitContact(app.contact, ada, visitor)
  const reference = result.outcome === 'stored' ? result.reference : ''
  const told = async (...args: string[]) => (await runStudio(place, ['leads', ...args])).stderr
  expect(await told('note', reference, 'wants', 'a', 'quote')).toBe(`${reference}: noted.\n`)
  expect((await runStudio(place, ['leads', 'note', reference])).stdout).toBe('wants a quote\n')
  expect(await told('answered', reference.toLowerCase())).toMatch(/^KW-\S+ is answered, after \d+ \S+\.\n$/)
  expect(await told('mark', reference, 'spam')).toBe(
    `${reference} was ok, is spam now; 2 unsent mails about it deleted.\n`,
  )
  const [lead] = await findLeads(app.database.db, { limit: 1 })
  expect(lead && leadRecord(lead)).toMatchObject({
    status: 'spam',
    note: 'wants a quote',
    answeredAt: expect.stringMatching(/Z$/),
  })
})

describe('a wrong call', () => {
  test.each([
    [['leads', 'show', 'KW-NOTHERE2'], 1, 'There is no request KW-NOTHERE2.'],
    [['forget', 'nobody'], 2, '“nobody” is no e-mail address'],
    [['leads', 'lsit'], 2, '(Did you mean list?)'],
    [['--vresion'], 2, "unknown option '--vresion'"],
  ])('%j ends with %i, in words and without a stack', async (args, code, words) => {
    const run = await runStudio(await sqlite.createPlace(), args)
    expect(run).toMatchObject({ code, stdout: '' })
    expect(run.stderr).toContain(words)
    expect(run.stderr).not.toMatch(/^\s+at /m)
  })

  test('with a wrong environment names it', async () => {
    const run = await runStudio(await sqlite.createPlace(), ['leads'], { PORT: 'x' })
    expect(run).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^PORT: “x” is wrong\..*\n$/) })
  })

  test('for help is answered on standard output', async () => {
    const run = await runStudio(await sqlite.createPlace(), ['leads', 'export', '--help'])
    expect(run).toMatchObject({ code: 0, stderr: '' })
    expect(run.stdout).toContain('--format')
  })
})
