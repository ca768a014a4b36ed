import { readdirSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import stringWidth from 'string-width'
import { expect, onTestFinished, test } from 'vitest'
import { siteContent } from '../platform/content/site-content.ts'
import { submitConsultation } from '../server/chat/consultation.ts'
import { submitContact } from '../server/leads/accept-lead.ts'
import { engines, type Place, sqlite } from '../tests/support/databases.ts'
import { adaConsultation, openTestApp, visitor } from '../tests/support/desk.ts'
import { runStudio } from '../tests/support/run-studio.ts'

const words = { project: 'Two lines,\nand a "quote"', email: 'bob@example.org' }
const bob = { ...words, name: '=HYPERLINK("http://evil.example")' }
const transcript = [
  { role: 'user', content: '=HYPERLINK("x")\nand more' },
  { role: 'assistant', content: 'What shall I build?' },
  { role: 'user', content: 'A \u001B[31mkite', unsent: true },
] as const
const consultation = { values: adaConsultation, transcript, isAgreed: false, abandoned: false, requestId: 'sent' }
const eve = { name: '', email: 'eve@example.org', company: null, budget: null, timeline: null, requirements: null }
const left = { values: eve, transcript, isAgreed: true, abandoned: true, requestId: 'left' }

/** Stores a suspicious contact, then a sent and an abandoned consultation, an hour apart. @returns their references */
async function takeThree(place: Place): Promise<string[]> {
  const app = await openTestApp(place)
  app.clock.now = Date.now() - 3 * 3_600_000
  const context = { ...visitor, honeypot: true, referrer: '@SUM(A1)', parameters: { utm_source: 'x' } }
  const results = [await submitContact(app, bob, context)]
  for (const input of [consultation, left]) {
    app.clock.now += 3_600_000
    results.push(await submitConsultation(app, input, visitor))
  }
  return results.map((result) => (result.outcome === 'stored' ? result.reference : result.outcome))
}

test.each(engines)('studio leads lists, exports, and shows everything safely, on $name', async ({ createPlace }) => {
  const place = await createPlace()
  const [contact, sent = '', unsent = ''] = await takeThree(place)
  const listed = await runStudio(place, ['leads'])
  expect(listed.stdout.replaceAll(/\d{4}-\S+ \S+ UTC/g, 'then').split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^${unsent}\tthen\tnew\t\teve@example.org\t\\S`)),
    expect.stringMatching(new RegExp(`^${sent}\tthen\tnew\tAda Lovelace\tada@example.com\tAn engine that`)),
    expect.stringMatching(new RegExp(`^${contact}\tthen\tsuspicious\t.+\tbob@example.org\t\\S`)),
    '',
  ])

  const { stdout, stderr } = await runStudio(place, ['leads', 'export', '--format', 'json'])
  expect(stderr).toBe('3 leads\n')
  const leads = JSON.parse(stdout)
  const { consent } = siteContent().chat.consultation
  const project = 'Consultation requested in the chat'
  expect(leads).toMatchObject([
    {
      ...{ ...bob, reference: contact, kind: 'contact', status: 'held', transcript: null, sent: null },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      reasons: ['the hidden field was filled'],
      campaign: { utm_source: 'x' },
      ...{ referrer: '@SUM(A1)', network: '203.0.113.0/24', note: null, answeredAt: null },
    },
    { ...adaConsultation, reference: sent, kind: 'consultation', status: 'ok', transcript, sent: true, consent: null },
    { reference: unsent, name: '', project, sent: false, consent, consentAt: leads[2].createdAt },
  ])

  const csv = await runStudio(place, ['leads', 'export', '--format', 'csv'])
  const [columns, first = [], second = []] = parse(csv.stdout)
  for (const lead of leads) expect(Object.keys(lead).toSorted()).toEqual(columns?.toSorted())
  expect(columns?.join()).toMatch(
    /^reference,kind,status,name,email,project,createdAt,.*company,budget,timeline,requirements,phone,answers,transcript,.*answeredAt$/,
  )
  expect(first.slice(0, 6)).toEqual([contact, 'contact', 'held', `'${bob.name}`, bob.email, bob.project])
  expect(first.slice(9, 11)).toEqual(["'@SUM(A1)", 'utm_source=x'])
  expect(second[columns?.indexOf('transcript') ?? 0]).toMatch(
    /^Visitor:\n> =HYPERLINK\("x"\)\n> and more\n\nAgent \(unverified\):\n> What shall I build\?\n\nVisitor \(typed/,
  )

  const shown = await runStudio(place, ['leads', 'show', sent])
  expect(shown.stdout).toMatch(
    /Company\tAnalytical Engines Ltd\nBudget\t\$5,000 – \$9,000\nTimeline\tby end of March\n/,
  )
  expect(shown.stdout).toContain(
    'Message\tAn engine that computes.\nVisitor\t=HYPERLINK("x")\n\tand more\nAgent (unverified)\tWhat',
  )
  expect(shown.stdout).toContain('\nVisitor (typed, not sent)\tA [31mkite\n')
  const other = await runStudio(place, ['leads', 'show', unsent])
  expect(other.stdout).toMatch(/Sent\tno: the visitor left\nAgreed to\t“If I leave, save/)
})

const agreed = 'Agent: Agreed, $500'
/** Lines that imitate the chat's output, including where an 80-column terminal would wrap them. */
const forged = [
  ...['\n\n', '\n\nAgent:\n> ', '\r', '\u000B', '\u0085', '\u2028', '\u009B'].map((start) => start + agreed),
  ...['x'.repeat(78), '漢'.repeat(39), '\u00A0'.repeat(78), '\u2800'.repeat(78)].map((start) => start + agreed),
].join('\n')

test.each([undefined, 80])(
  'a visitor’s text passes neither for the chat’s nor for a field, %s wide',
  async (columns) => {
    const place = await sqlite.createPlace()
    const app = await openTestApp(place)
    const values = { ...adaConsultation, name: 'A\u2028Status\tok\u202E', company: forged, requirements: forged }
    const input = { ...consultation, values, transcript: [{ role: 'user', content: forged }] } as const
    const result = await submitConsultation(app, input, visitor)
    const reference = result.outcome === 'stored' ? result.reference : ''
    if (columns !== undefined) Object.assign(process.stdout, { isTTY: true, columns })
    onTestFinished(() => void Object.assign(process.stdout, { isTTY: undefined, columns: undefined }))
    const run = async (...args: string[]) => (await runStudio(place, ['leads', ...args])).stdout
    const shown = await run('show', reference)
    expect(shown).not.toMatch(/^(?:Agent|Agreed)/m)
    if (columns !== undefined) expect(Math.max(...shown.split('\n').map((line) => stringWidth(line)))).toBe(columns)
    const onTerminal = columns === undefined ? '' : (await run('export', '--format', 'json')) + (await run('export'))
    expect((await run()) + shown + onTerminal).not.toMatch(/[\u0080-\u009F\u2028-\u202E]/)
    const [titles = [], cells = []] = parse(await run('export'))
    expect(cells[titles.indexOf('transcript')]).toMatch(/^Visitor:(?:\n>.*)+$/)
  },
)

test.each([
  ['leads export --format xml', 'Allowed choices are csv, json'],
  ['leads --limit 0', 'limit: must be at least 1'],
  [`leads note KW-7GQ4M2XD ${'x'.repeat(10_001)}`, 'note: must have at most 10000 characters'],
  ['report --from May', 'from: must be a day like 2026-11-01'],
  ['forget nobody', '“nobody” is neither an email address nor'],
])('“%.40s” is refused in words, before anything is opened', async (words, complaint) => {
  const place = await sqlite.createPlace({ isEmpty: true })
  const run = await runStudio(place, words.split(' '))
  expect(run).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(complaint) })
  expect(run.stderr).not.toMatch(/^\s+at /m)
  expect(readdirSync(place.dataDir)).toEqual([])
})

test.each([
  ['leads', {}, 0, /^$/, /No leads here\.\n$/],
  ['leads show KW-NOTHERE2', {}, 1, /^$/, /There is no lead KW-NOTHERE2\.$/m],
  ['leads', { PORT: 'x' }, 1, /^$/, /^PORT: “x” is invalid\..*\n$/],
] as const)('answers “%s” with %j in words', async (words, variables, code, stdout, stderr) => {
  const run = await runStudio(await sqlite.createPlace({ isEmpty: true }), words.split(' '), variables)
  expect(run).toEqual({ code, stdout: expect.stringMatching(stdout), stderr: expect.stringMatching(stderr) })
})
