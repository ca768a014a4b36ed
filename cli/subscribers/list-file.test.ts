import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { ListFile } from '../../src/features/newsletter/import/list-file.ts'
import { csvRecord } from '../../src/lib/text/csv.ts'
import { temporaryFolder } from '../../tests/support/databases.ts'
import { openListFile } from './list-file.ts'

async function read(content: string | Buffer) {
  const list = await openListFile('-', Readable.from([Buffer.from(content)]))
  return { hasConsent: list.hasConsent, lines: await linesOf(list) }
}

async function linesOf(list: ListFile) {
  const lines = []
  for await (const line of list.lines()) lines.push(line)
  return lines
}

test.each([
  ['commas', 'email,consentWords\na@x.example,"Yes, please"\n'],
  ['semicolons', 'Email;"Consent words"\r\na@x.example;Yes, please\r\n'],
  ['tabs', 'E-mail\tconsent_words\na@x.example\tYes, please'],
  ['a byte order mark', '\uFEFFEMAIL,consentWords\r\n"a@x.example","Yes, please"\r\n'],
  ['bare carriage returns', 'email;consentWords\ra@x.example;Yes, please\r'],
  ['other columns between and empty lines', '\nname,email,age,consentWords\n\nAda,a@x.example,36,"Yes, please"\n\n'],
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

test('what our own export makes of a cell is taken back', async () => {
  const words = ['=1+1', "'=1+1", "''+", ' @x', 'two\nlines, "said"', "it's", "'quoted'", '\tx']
  const cells = words.map((each) => csvRecord(['a@x.example', each])).join('')
  const { lines } = await read(`email,consentWords\r\n${cells}`)
  expect(lines.map(({ listed }) => listed.consentWords)).toEqual(words)
})

test.each([
  ['UTF-16', Buffer.from('\uFEFFemail\na@x.example', 'utf16le'), 'it is UTF-16'],
  ['UTF-16 without a mark', Buffer.from('email\na@x.example', 'utf16le'), 'it is UTF-16'],
  [
    'Latin-1 at its end',
    Buffer.from(`email\n${'a@x.example\n'.repeat(9_000)}\xE9@x.example`, 'latin1'),
    'it is not UTF-8',
  ],
  ['nothing in it', '\n \n', 'it is empty'],
  ['no heading', 'Ada,a@x.example\n', 'must name the columns'],
  ['two columns for one thing', 'email,E-Mail\n', 'two of its columns mean “email”'],
  ['an open quote', `email,consentWords\n${'a@x.example,Yes\n'.repeat(9)}b@x.example,"Yes\n`, 'Quote Not Closed'],
  ['an open quote far from the end', `email\n"a@x.example\n${'b@x.example\n'.repeat(9_999)}`, 'Max Record Size'],
  ['a line without end', 'a'.repeat(300_000), 'its first line has no end'],
])('a list with %s is refused whole', async (_, content, why) => {
  const failure = await read(content).catch((error: unknown) => error)
  expect(failure).toMatchObject({ message: expect.stringContaining(why) })
  expect(String(failure)).toMatch(/^Error: The list cannot be read: [^\n]+\. Nothing was imported\.$/)
})

test('a file is read as it comes, and one that is not there is told', async () => {
  const path = join(temporaryFolder(), 'list.csv')
  await expect(openListFile(path, Readable.from([]))).rejects.toThrow(
    /^The list .* cannot be opened: there is no such file/,
  )
  writeFileSync(path, `email,consentWords,consentAt\n${'a@x.example,Yes,2024-05-01\n'.repeat(5_000)}`)
  const list = await openListFile(path, Readable.from([]))
  expect(list.hasConsent).toBe(true)
  expect(await linesOf(list)).toHaveLength(5_000)
})
