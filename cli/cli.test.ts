import { appendFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import type { Command } from 'commander'
import { parse } from 'csv-parse/sync'
import { describe, expect, onTestFinished, test } from 'vitest'
import { writePause } from '../platform/email/outbox/pause.ts'
import { seededRandom } from '../platform/seeded-random.ts'
import { csvRecord, unescapeFormulas } from '../platform/text/csv.ts'
import { submitContact } from '../server/leads/accept-lead.ts'
import type { Finding } from '../server/setup/finding.ts'
import { enterFolder, leaveFolder } from '../tests/support/content.ts'
import { type Place, sqlite, temporaryFolder } from '../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../tests/support/desk.ts'
import { listen } from '../tests/support/listen.ts'
import { newProject } from '../tests/support/new-project.ts'
import { runStudio } from '../tests/support/run-studio.ts'
import { reply, startSmtpServer } from '../tests/support/sending.ts'
import { example } from './command.ts'
import { allCommands } from './studio.ts'
import { cutText, tableLines } from './table.ts'

type Words = { words: string[]; command: Command }

function withSubcommands(command: Command, words: string[] = []): Words[] {
  return [{ words, command }, ...command.commands.flatMap((each) => withSubcommands(each, [...words, each.name()]))]
}

describe('every command', () => {
  const commands = withSubcommands(allCommands()).slice(1)

  test('refuses unknown options and missing arguments with exit code 2 and nothing on stdout', async () => {
    const place = await sqlite.createPlace()
    for (const { words, command } of commands) {
      const unknown = await runStudio(place, [...words, '--no-such-option'])
      expect(unknown, words.join(' ')).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^error: /) })
      if (!command.registeredArguments.some(({ required }) => required)) continue
      expect(await runStudio(place, words), words.join(' ')).toMatchObject({ code: 2, stdout: '' })
    }
    expect(await runStudio(place, ['laeds'])).toMatchObject({ code: 2, stderr: expect.stringContaining('mean leads?') })
  })

  test('has help that fits 80 columns and 24 lines, with an example', () => {
    expect(example('leads show KW-1')).toBe('\nExample: npm run studio -- leads show KW-1')
    expect(commands.length).toBeGreaterThan(40)
    for (const { words, command } of commands) {
      let text = ''
      command.configureOutput({ writeOut: (part) => (text += part), getOutHelpWidth: () => 80 })
      command.outputHelp()
      expect(text.includes('Example: ') || command.commands.length > 0, words.join(' ')).toBe(true)
      const height = (line: string) => Math.max(1, Math.ceil(line.length / 80))
      const lines = text.trimEnd().split('\n')
      expect(lines.reduce((sum, line) => sum + height(line), 0)).toBeLessThanOrEqual(24)
    }
  })
})

test('leads, emails, forgetting, and backups work with broken content', async () => {
  const place = await sqlite.createPlace()
  const app = await openTestApp(place)
  const stored = await submitContact(app, ada, visitor)
  const reference = stored.outcome === 'stored' ? stored.reference : ''
  const [content, backups] = [join(newProject(), 'content'), temporaryFolder()]
  for (const file of ['studio.yaml', 'offers.yaml', 'mail.yaml', 'newsletter.yaml', 'home/hero.yaml'])
    writeFileSync(join(content, file), 'name: Lumen: light\n')
  const run = (...args: string[]) => runStudio(place, args, { DEV: '1' }) // rereads content

  const mistake = expect.stringMatching(/^content\/offers\.yaml: /)
  const shown = expect.stringMatching(
    /^Leads\tnote\t1 lead to reply to\t.*\n(?:.*\n)*Content\twrong\tcontent\/ has an error\. /,
  )
  expect(await run()).toEqual({ code: 0, stdout: shown, stderr: '' })
  expect(await run('leads', 'show', reference)).toMatchObject({ code: 0, stdout: expect.stringContaining('Ada') })
  expect(await run('outbox')).toMatchObject({ code: 0, stdout: expect.stringContaining(ada.email) })
  expect(await run('export', ada.email)).toMatchObject({ code: 0 })
  const { code, stdout } = await run('backup', backups)
  expect(code).toBe(0)
  expect(await run('restore', stdout.trim(), join(backups, 'restored'))).toMatchObject({ code: 0 })
  expect(await run('forget', ada.email, '--yes')).toMatchObject({ code: 0 })
  const doctor = await run('doctor')
  expect(doctor).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(
      /^Problems\n {2}content\/offers\.yaml has an error\n {4}content\/offers\.yaml, line 1\n/,
    ),
  })
  expect(await run('issue', 'send', 'saas-mvp-cost-guide')).toMatchObject({ code: 1, stderr: mistake })
})

describe('doctor', () => {
  async function checkSetup(variables: Record<string, string>, place?: Place) {
    const { code, stdout } = await runStudio(place ?? (await sqlite.createPlace()), ['doctor', '--json'], variables)
    const findings: Finding[] = JSON.parse(stdout)
    return { code, states: findings.map(({ about, state }) => `${about} ${state}`), text: JSON.stringify(findings) }
  }

  /** Starts a chat gateway that responds to every request with this status. */
  async function startGateway(status: number): Promise<string> {
    const server = createServer((_, response) => response.writeHead(status).end('{}'))
    onTestFinished(() => void server.close())
    return `http://127.0.0.1:${await listen(server)}/v1`
  }

  test('names the sample texts in a fresh clone, and which settings are missing', async () => {
    const { code, states, text } = await checkSetup({ SMPT_URL: 'x' })
    expect(code).toBe(0)
    expect(text).toMatch(
      /"Home page: 11 still have sample text","place":"content\/home\/","files":\["content\/home\/: all 11 files"/,
    )
    expect(text).toMatch(/"about":"settings","state":"note","text":"Unknown setting SMPT_URL/)
    const notes = ['promotion note', 'site note', 'database ok', 'email note', 'chat note', 'backup note']
    expect(states).toEqual(expect.arrayContaining(notes))
  })

  test('names every line of a studio’s texts that says I although it says we, and `voice` changes them', async () => {
    const [folder, place] = [newProject(), await sqlite.createPlace()]
    const lines = async () =>
      (await runStudio(place, ['doctor'])).stdout.split(/\n(?= {2}\S)/).filter((finding) => finding.includes('“I”'))
    expect(await lines()).toEqual([])
    expect(await runStudio(place, ['voice', '--yes'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('voice: we'),
    })
    appendFileSync(join(folder, 'content/studio.yaml'), 'voice: we\n')
    expect(await lines()).toContainEqual(
      expect.stringMatching(/content\/legal\/terms\.md, lines 3, 6, 10, 12.*npm run studio -- voice$/s),
    )
    const { code, stdout } = await runStudio(place, ['voice', '--yes'])
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('content/mail.yaml:12: - Thanks for writing. We read every'),
    ])
    expect(await lines()).toEqual([])
  })

  test('says that content/ is missing, and what else is wrong', async () => {
    enterFolder(temporaryFolder())
    onTestFinished(leaveFolder)
    const { code, stdout } = await runStudio(await sqlite.createPlace(), ['doctor'], { DEV: '1' })
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^Problems\n.*content.*^\d+ checks passed: database, /ms)])
  })

  test('finds services that don’t answer, and made-up clients on a public site, without showing passwords', async () => {
    const servers = { SMTP_URL: 'smtp://me:hunter2@127.0.0.1:1', DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/x' }
    const chat = { CHAT_BASE_URL: await startGateway(401), CHAT_API_KEY: 'hunter2' }
    const { code, states, text } = await checkSetup({ SITE_URL: 'https://kite.example', ...servers, ...chat })
    expect(code).toBe(1)
    expect(states).toEqual(expect.arrayContaining(['database wrong', 'email wrong', 'chat wrong']))
    expect(text).not.toContain('hunter2')
    expect(text).toMatch(/Sample clients and quotes are still on your site.* in its own repository/)
    expect(text).toContain('Write founder.name or postalAddress.')
  })

  test('finds a gateway that redirects, and a key that is sent unencrypted', async () => {
    const redirecting = await checkSetup({ CHAT_BASE_URL: await startGateway(308), CHAT_API_KEY: 'k' })
    expect(redirecting).toMatchObject({ code: 1, text: expect.stringContaining('redirects (308)') })
    const clear = await checkSetup({ CHAT_BASE_URL: 'http://gateway.invalid/v1', CHAT_API_KEY: 'k' })
    expect(clear.text).toMatch(/"about":"settings","state":"wrong","text":"CHAT_BASE_URL is http:/)
  })

  test('finds what works, refused emails, a paused outbox with its reason, and leads kept longer than promised', async () => {
    const server = await startSmtpServer({ onRcptTo: (_, __, done) => done(reply(550, 'no such user')) })
    const place = await sqlite.createPlace()
    const app = await openTestApp(place, { SMTP_URL: server.url }, { now: Date.now })
    await submitContact(app, ada, visitor)
    const chat = { CHAT_BASE_URL: await startGateway(200), CHAT_API_KEY: 'k' }
    const checkedSetup = () => checkSetup({ SMTP_URL: server.url, ...chat }, place)
    const works = expect.arrayContaining(['database ok', 'email ok', 'chat ok'])
    expect(await checkedSetup()).toMatchObject({ code: 0, states: works })
    await app.outbox.sendDue()
    const { reference } = await app.database.db.selectFrom('leads').select('reference').executeTakeFirstOrThrow()
    await app.database.write(async (tx) => {
      await tx.updateTable('leads').set({ created_at: 0 }).execute()
      await writePause(tx, { because: 'restored\u001B[2J', since: Date.UTC(2026, 10, 20, 9) })
    })
    const { code, text } = await checkedSetup()
    expect(code).toBe(1)
    expect(text).toContain('2 emails failed')
    expect(text).toMatch(
      /outbox is paused","todo":"Since .*: restored\[2J. 0 emails queued.","command":"npm run studio -- outbox resume/,
    )
    const command = `npm run studio -- forget ${reference}`
    expect(text).toMatch(new RegExp(`1 lead is older than 24 months".*didn’t become work.","command":"${command}`))
  })
})

describe('a CSV record', () => {
  /** Characters that can turn a cell into a formula: signs, characters that hide a sign, and cell and row separators. */
  const signs = '+-＝﹣ \u00A0\u00AD\u200B\uFEFF\u2800\u3164"\';,\t\n\r\u0085\u2028漢\u{E0041}'
  const pieces = [...signs, '=1+1', '@SUM(A1)', '\r\n', 'words']
  const random = seededRandom('cells 1') // other seeds can leave a quote open at the end of the file
  const below = (n: number) => Math.floor(random() * n)
  const cell = () => Array.from({ length: below(7) }, () => pieces[below(pieces.length)]).join('')
  const rows = Array.from({ length: 900 }, () => Array.from({ length: 1 + below(4) }, cell))
  const written = rows.map(csvRecord).join('')
  /** Outside quotes, spreadsheets start a new row at any of these. */
  const record_delimiter = ['\r\n', '\n', '\r', '\u0085', '\u2028', '\u2029', '\v', '\f']

  test.each([
    { delimiter: ',', relax_quotes: true },
    { delimiter: ';', quote: false as const },
    { delimiter: '\t', quote: false as const },
  ])('has no formula for a spreadsheet with %j', (way) => {
    const cells = parse(written, { ...way, record_delimiter, relax_column_count: true }).flat()
    expect(cells.filter((each) => /^[\s\p{C}\p{DI}\u2800"]*[=+\-@＝＋－＠﹦﹢﹣﹫]/u.test(each))).toEqual([])
  })

  test('reads as it was written, and only quotes plain text', () => {
    const read = parse(written, { relax_column_count: true })
    expect(read.map((row) => row.map(unescapeFormulas))).toEqual(rows)
    expect(csvRecord(['a', 'b-c', '1,2', 'say "x"', ''])).toBe('"a","b-c","1,2","say ""x""",""\r\n')
  })
})

describe('a table on the terminal', () => {
  const columns = [{ title: 'Reference' }, { title: 'Name' }, { title: 'E-mail' }, { title: 'Mails', isNumber: true }]
  const rows = [
    ['KW-7GQ4M2XD', '田中 太郎', 'taro@client.example', '2'],
    ['KW-4WXBK5HG', 'Christopher Featherstonehaugh', 'chris@long.client.example', '12'],
  ]
  const linesIn = (width: number) => tableLines(columns, rows, width)

  test('is uncut if it fits; else the widest columns are cut first, but no reference', () => {
    expect(linesIn(200)).toEqual([
      'Reference    Name                           E-mail                     Mails',
      'KW-7GQ4M2XD  田中 太郎                      taro@client.example            2',
      'KW-4WXBK5HG  Christopher Featherstonehaugh  chris@long.client.example     12',
    ])
    expect(linesIn(50)[2]).toBe('KW-4WXBK5HG  Christopher F…  chris@long.cl…     12')
    expect(linesIn(5)[1]).toContain('KW-7GQ4M2XD')
  })

  test('cuts text in any script, and long texts as fast as short ones', () => {
    expect(['Ada', 'Lovelace', '田中 太郎'].map((text) => cutText(text, 6))).toEqual(['Ada', 'Lovel…', '田中…'])
    expect(cutText('Zoe\u0308 x', 4)).toBe('Zoe\u0308…')
    expect(cutText('\u0308'.repeat(5_000_000), 10).length).toBeLessThan(100)
  })
})
