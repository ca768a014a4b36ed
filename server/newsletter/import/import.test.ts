import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sqlite } from '../../../tests/support/databases.ts'
import { act, openTestApp } from '../../../tests/support/desk.ts'
import { runStudio } from '../../../tests/support/run-studio.ts'
import { readList } from './list-file.ts'

function read(content: string | Buffer) {
  const { hasConsentWords, hasConsentTimes, lines } = readList(content)
  return { hasConsent: hasConsentWords && hasConsentTimes, lines }
}

test('a list can be imported, listed, changed, exported, and imported again', async () => {
  const place = await sqlite.createPlace({ isEmpty: true })
  const studio = (args: string[], input = '') => runStudio(place, ['subscribers', ...args], {}, input)
  const sure = (...args: string[]) => [...args, '--yes']
  const list = 'email;consentWords\r\n=bea@x.example;"Ja; bitte"\r\nnobody;Ja\r\n'
  const options = ['--consent', 'Yes', '--consent-at', '2024-05-01', '--from', 'the fair']
  const said =
    `Created an empty database, because DATA_DIR (${place.dataDir}) had none.\n` +
    'Line 3: “nobody” isn’t an email address.\n' +
    'Done: imported 1, already known 0, suppressed 0, never confirmed 0, invalid 1.\n' +
    '  1 imported (the list doesn’t show who unsubscribed): =bea@x.example\n  1 invalid (isn’t an email address): nobody\n'
  expect(await studio(sure('import', '-', ...options), list)).toEqual({ code: 1, stdout: '', stderr: said })
  const row = '=bea@x.example\tactive\t2024-05-01 00:00 UTC\tthe fair\n'
  expect(await studio([])).toEqual({ code: 0, stdout: row, stderr: 'Total: 1 active.\n' })
  const exported = await studio(['export'])
  expect(exported.stdout).toMatch(
    /^"email","state","reasons","consentWords","consentPage","consentNetwork","consentAt","confirmedAt","unsubscribedAt","createdAt"\r\n"'=bea@x\.example","active","","Ja; bitte","the fair","","2024-05-01T00:00:00\.000Z","2024-05-01T00:00:00\.000Z","",/,
  )
  const again = await studio(sure('import', '-'), exported.stdout)
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('imported 0, already known 1') })
  expect(await studio(sure('remove', '=bea@x.example'))).toMatchObject({ code: 0 })
  expect((await studio([])).stdout).toBe('')
})

test.each([
  [['import', '-', '--yes'], 1, 'subscribers import FILE --consent'],
  [['import', '/nowhere/list.csv'], 1, 'Couldn’t open /nowhere/list.csv: no such file'],
  [['remove', 'a@x.example', 'nobody'], 2, '“nobody” isn’t an email address'],
])('subscribers %j ends with code %i, and says why', async (args, code, words) => {
  const run = await runStudio(await sqlite.createPlace(), ['subscribers', ...args], {}, 'a@x.example\n')
  expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(words) })
  expect(run.stderr).not.toMatch(/^\s+at /m)
})

test.each([
  ['semicolons', 'Email;"Consent words"\r\na@x.example;Yes, please\r\n'],
  ['a byte order mark', '\uFEFFEMAIL,consentWords\r\n"a@x.example","Yes, please"\r\n'],
  ['bare carriage returns', 'email;consentWords\ra@x.example;Yes, please\r'],
  ['other columns and empty lines', '\nname,email,age,consentWords\n\nAda,a@x.example,36,"Yes, please"\n\n'],
])('a list with %s is read', (_, content) => {
  const { lines } = read(content)
  expect(lines.map(({ listed }) => listed)).toEqual([{ email: 'a@x.example', consentWords: 'Yes, please', signs: [] }])
})

test('reads bare addresses with their line numbers', () => {
  const { lines, hasConsent } = read('\n"a@x.example\r\nAda <b@x.example>\r\n\r\nc@x.example')
  expect(hasConsent).toBe(false)
  expect(lines).toEqual([
    { line: 2, listed: { email: '"a@x.example', signs: [] } },
    { line: 3, listed: { email: 'Ada <b@x.example>', signs: [] } },
    { line: 5, listed: { email: 'c@x.example', signs: [] } },
  ])
})

test.each([
  ['UTF-16', Buffer.from('\uFEFFemail\na@x.example', 'utf16le'), 'it’s UTF-16'],
  ['Latin-1 at its end', Buffer.from(`email\n${'a@x.example\n'.repeat(9_000)}\xE9@`, 'latin1'), 'it isn’t UTF-8'],
  ['nothing in it', '\n \n', 'it’s empty'],
  ['no heading', 'Ada,a@x.example\n', 'must name the columns'],
  ['two columns for one thing', 'email,E-Mail\n', 'two of its columns mean “email”'],
  ['an open quote far from the end', `email\n"a@x.example\n${'b@x.example\n'.repeat(9_999)}`, 'Max Record Size'],
  ['a line without end', 'a'.repeat(300_000), 'its first line is too long'],
])('refuses a list with %s', (_, content, why) => {
  expect(() => read(content)).toThrow(why)
})

const proof = ['--consent', 'Yes', '--consent-at', '2024-05-01']

/** Each person's outcome in a dry run. */
async function trial(csv: string, ...options: string[]) {
  const args = ['subscribers', 'import', '-', ...proof, '--dry-run', '--json', ...options]
  const { stdout, stderr } = await runStudio(await sqlite.createPlace(), args, {}, csv)
  if (stdout === '') return stderr
  const { groups }: { groups: { outcome: string; examples: string[] }[] } = JSON.parse(stdout)
  const became: Record<string, string> = {}
  for (const { outcome, examples } of groups)
    became[outcome] = [became[outcome] ?? [], ...examples.map((email) => email.split('@')[0])].flat().join(' ')
  return became
}

const folder = 'server/newsletter/import/exports'
/** Exports without a date of consent. */
const undated = /^(?:mailpoet|mautic|beehiiv|listmonk|keila|sendy|shopify)/

describe('reads an export unchanged, and doesn’t subscribe anyone who has left', () => {
  test('of each service, whose fixture names people by their outcome', async () => {
    const app = await openTestApp(await sqlite.createPlace())
    for (const file of readdirSync(folder)) {
      const list = readFileSync(join(folder, file))
      const consentAt = undated.test(file) ? '2024-01-02' : ''
      const { notImported } = await act(app, 'subscribers.import', { consent: 'Yes', consentAt, list })
      const listed = [...list.toString().matchAll(/[\w.]+@\w+\.example/g)].map(([email]) => email)
      const domain = listed[0]?.split('@')[1] ?? ''
      const subscribers = app.database.db.selectFrom('subscribers').select(['email', 'consent_at'])
      const imported = await subscribers.where('email', 'like', `%@${domain}`).execute()
      const became = [
        ...imported.map(({ email }) => ({ email, outcome: 'imported' })),
        ...notImported.map(({ email, outcome }) => ({ email, outcome: outcome as string })),
      ]
      const byEmail = (a: { email: string }, b: { email: string }) => a.email.localeCompare(b.email)
      const expected = listed.map((email) => ({ email, outcome: /^[a-z]+/.exec(email)?.[0] }))
      expect(became.toSorted(byEmail), file).toEqual(expected.toSorted(byEmail))
      // Every fixture has this date of consent.
      for (const { consent_at } of imported) expect(new Date(consent_at).toISOString(), file).toMatch(/^2024-01-02T/)
    }
  })

  test('as the desk’s documentation says', () => {
    const docs = readFileSync('docs/desk.md', 'utf8').toLowerCase().replaceAll(' ', '-')
    const services = readdirSync(folder).map((file) => file.replace(/(?:-(?:un)?subscribed|-cleaned)?\.csv$/, ''))
    expect(services.filter((service) => !docs.includes(service))).toEqual([])
  })

  test.each([
    [
      'its own, with someone who came back',
      `email,state,confirmedAt,unsubscribedAt\nyes@x.example,confirmed,2024-03-01,2024-02-01`,
      { imported: 'yes' },
    ],
    [
      'no day of confirmation',
      'email,confirmedAt\nyes@x.example,2024-03-01\nnever@x.example,',
      { imported: 'yes', unconfirmed: 'never' },
    ],
  ])('%s', async (_, csv, became) => {
    expect(await trial(csv)).toEqual(became)
  })

  test.each([
    ['email,Abo-Status\na@x.example,läuft', 'Abo-Status', '“läuft”'],
    ['email,state\na@x.example,California', 'state', '“California”'],
    ['email,note\na@x.example,please do not mail', 'note', '“please do not mail”'],
    ['email,Uit\na@x.example,2024-05-06\nb@x.example,', 'Uit', '“2024-05-06”'],
    ['email,Mail opt-in\na@x.example,', 'Mail opt-in', 'empty'],
    // These look like exports from MailerLite and ActiveCampaign.
    ['email,Status,Subscribed\na@x.example,active,yesterday', 'Subscribed', '“yesterday”'],
    ['email,Status,List\na@x.example,1,News', 'Status', '“1”'],
    ['Email,Date Created,List,Status,Tags\na@x.example,2024-01-02,News,4,', 'Status', '“4”'],
    ['Subscriber,Status,Sent,Opens,Clicks,Subscribed,Unsubscribed\na@x.example,active,1,1,1,no,', 'Subscribed', '“no”'],
  ])('but an unknown column that could show who has left stops it: %j', async (csv, name, shown) => {
    expect(await trial(csv)).toMatch(
      new RegExp(`its column “${name}” \\(.*${shown}.*\\) could show who has unsubscribed.*--ignore "${name}"`),
    )
    expect(await trial(csv, '--ignore', 'no')).toContain('it has no column “no”')
    expect(await trial(csv, '--ignore', name.toUpperCase())).toMatchObject({ imported: expect.stringContaining('a') })
  })

  test.each([
    ['a cell after the last column', 'email\na@x.example,unsubscribed\nb@x.example,2024-05-06\nc@x.example,'],
    ['a header that has the separator', 'email,"Last, name",unsubscribed_at\na@x.example,hi,2024-05-06\nc@x.example,,'],
    ['no day of confirmation', 'email,confirmed_at\na@x.example,NULL\nb@x.example,pending\nc@x.example,2024-05-06'],
    ['no day of leaving', 'email,unsubscribed_at\na@x.example,2024-05-06\nc@x.example,0000-00-00 00:00:00'],
    [
      'both on one day',
      'email,confirmed_at,unsubscribed_on\na@x.example,2024-03-05 10:00,2024-03-05\nc@x.example,2024-05-06,',
    ],
    ['the worst line last', 'email,state\na@x.example,active\nA@X.example,pending\nc@x.example,active'],
    ['the worst line first', 'email,state\nA@X.example,unsubscribed\na@x.example,active\nc@x.example,active'],
    ['an unclear line', 'email,state\na@x.example,active,x\na@x.example,active\nc@x.example,active'],
    [
      'invisible characters',
      'email,state,note,confirmed_at\na@x.example,\u200Ebounced,,\nc@x\u200B.exam\u000Bple,ac\u00ADtive\u0085,,\u200E2024-05-06\u2028',
    ],
    ['an address in another form', 'email,state\na@x.example,active\nmailto:a@x.example.,bounced\nc@x.example,active'],
    [
      'quotes as MailPoet writes them',
      'email,name,state\na@x.example,x,unsubscribed\nc@x.example,"The \\"C\\", me",active',
    ],
  ])('%s: only imports people the owner can email', async (_, csv) => {
    expect(await trial(csv)).toMatchObject({ imported: 'c' })
  })

  test('a later list of people who left ends imported subscriptions, but not those confirmed here', async () => {
    const place = await sqlite.createPlace()
    const run = async (csv: string) =>
      JSON.parse((await runStudio(place, ['subscribers', 'import', '-', '--json', '--yes', ...proof], {}, csv)).stdout)
    expect(await run('email,state\na@x.example,active\nb@x.example,active')).toMatchObject({ imported: 2 })
    expect(await run('email,state\na@x.example,unsubscribed')).toMatchObject({ suppressed: 1, known: 0 })
    expect(await run('email,state\na@x.example,active\nb@x.example,active')).toMatchObject({ suppressed: 1, known: 1 })
    const { stdout } = await runStudio(place, ['subscribers', '--json'])
    expect(stdout).toContain('unsubscribed')
  })
})
