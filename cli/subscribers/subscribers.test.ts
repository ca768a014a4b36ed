import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { sqlite } from '../../tests/support/databases.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { openListFile } from './import-list.ts'

async function read(content: string | Buffer) {
  const list = await openListFile('-', Readable.from([Buffer.from(content)]))
  const lines = []
  for await (const line of list.lines()) lines.push(line)
  return { hasConsent: list.hasConsent, lines }
}

test('a list is imported, listed, removed from, and exported as it can be imported again', async () => {
  const place = await sqlite.createPlace({ isEmpty: true })
  const studio = (args: string[], input = '') => runStudio(place, ['subscribers', ...args], {}, input)
  const list = 'email;consentWords\r\n=bea@x.example;"Ja; bitte"\r\nnobody;Ja\r\n'
  const options = ['--consent', 'Yes', '--consent-at', '2024-05-01', '--from', 'the fair']
  const said =
    `There was no database in ${place.dataDir} (DATA_DIR): this one is new and empty.\n` +
    'Line 3: “nobody” is no e-mail address.\n' +
    'Done: imported 1, known already 0, suppressed 0, never confirmed 0, wrong 1.\n'
  expect(await studio(['import', '-', ...options], list)).toEqual({ code: 1, stdout: '', stderr: said })
  const row = '=bea@x.example\tconfirmed\t2024-05-01\tthe fair\n'
  expect(await studio([])).toEqual({ code: 0, stdout: row, stderr: 'In all: 1 confirmed.\n' })
  const exported = await studio(['export'])
  expect(exported.stdout).toMatch(
    /^"email","state","reasons","consentWords","consentPage","consentNetwork","consentAt","confirmedAt","unsubscribedAt","createdAt"\r\n"'=bea@x\.example","confirmed","","Ja; bitte","the fair","","2024-05-01T00:00:00\.000Z","2024-05-01T00:00:00\.000Z","",/,
  )
  const again = await studio(['import', '-'], exported.stdout)
  expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining('imported 0, known already 1') })
  expect(await studio(['remove', '=bea@x.example'])).toMatchObject({ code: 0 })
  expect((await studio([])).stdout).toBe('')
})

test.each([
  [['import', '-'], 1, 'A list without proof of consent is not imported.'],
  [['import', '/nowhere/list.csv'], 1, 'cannot be opened: there is no such file'],
  [['remove', 'a@x.example', 'nobody'], 2, '“nobody” is no e-mail address'],
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
])('a list with %s is read', async (_, content) => {
  const { lines } = await read(content)
  expect(lines.map(({ listed }) => listed)).toEqual([{ email: 'a@x.example', consentWords: 'Yes, please' }])
})

test('bare addresses are read, with their lines', async () => {
  const { lines, hasConsent } = await read('\n"a@x.example\r\nAda <b@x.example>\r\n\r\nc@x.example')
  expect(hasConsent).toBe(false)
  expect(lines).toEqual([
    { line: 2, listed: { email: '"a@x.example' } },
    { line: 3, listed: { email: 'Ada <b@x.example>' } },
    { line: 5, listed: { email: 'c@x.example' } },
  ])
})

test.each([
  ['UTF-16', Buffer.from('\uFEFFemail\na@x.example', 'utf16le'), 'it is UTF-16'],
  ['Latin-1 at its end', Buffer.from(`email\n${'a@x.example\n'.repeat(9_000)}\xE9@`, 'latin1'), 'it is not UTF-8'],
  ['nothing in it', '\n \n', 'it is empty'],
  ['no heading', 'Ada,a@x.example\n', 'must name the columns'],
  ['two columns for one thing', 'email,E-Mail\n', 'two of its columns mean “email”'],
  ['an open quote far from the end', `email\n"a@x.example\n${'b@x.example\n'.repeat(9_999)}`, 'Max Record Size'],
  ['a line without end', 'a'.repeat(300_000), 'its first line has no end'],
])('a list with %s is refused whole', async (_, content, why) => {
  const failure = await read(content).catch((error: unknown) => error)
  expect(failure).toMatchObject({ message: expect.stringContaining(why) })
  expect(String(failure)).toMatch(/^Error: The list cannot be read: [^\n]+\. Nothing was imported\.$/)
})
