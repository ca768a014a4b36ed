import { describe, expect, test } from 'vitest'
import { subscribe } from '../../src/features/newsletter/newsletter.service.ts'
import { engines, sqlite } from '../../tests/support/databases.ts'
import { openTestApp, visitor } from '../../tests/support/desk.ts'
import { runStudio } from '../../tests/support/run-studio.ts'

describe.each(engines)('studio subscribers on $name', (engine) => {
  test('takes a list in, hands it out, and takes it back as it is', async () => {
    const place = await engine.createPlace()
    const app = await openTestApp(place)
    await subscribe(app.newsletter, { email: '100%_sure@example.com' }, { ...visitor, page: '/blog' })
    const list = 'email;consentWords\r\n=bea@x.example;"Ja; bitte"\r\nnobody;Ja\r\n'
    const options = ['--consent', 'Yes', '--consent-at', '2024-05-01', '--from', 'the fair']
    const imported = await runStudio(place, ['subscribers', 'import', '-', ...options], {}, list)
    expect(imported).toEqual({
      code: 1,
      stdout: '',
      stderr:
        'Line 3: “nobody” is no e-mail address.\n' +
        'Done: imported 1, known already 0, suppressed 0, never confirmed 0, wrong 1.\n',
    })
    const listed = await runStudio(place, ['subscribers', '--search', '%_SURE'])
    expect(listed).toEqual({
      code: 0,
      stdout: '100%_sure@example.com\tpending\t2026-11-20\t/blog\n',
      stderr: 'In all: 1 confirmed, 1 pending.\n',
    })
    const exported = await runStudio(place, ['subscribers', 'export'])
    expect(exported.stderr).toBe('2 readers\n')
    expect(exported.stdout).toMatch(
      /^email,state,reasons,consentWords,consentPage,consentNetwork,consentAt,confirmedAt,unsubscribedAt,createdAt\r\n/,
    )
    expect(exported.stdout).toContain(
      "\r\n'=bea@x.example,confirmed,,Ja; bitte,the fair,,2024-05-01T00:00:00.000Z,2024-05-01T00:00:00.000Z,,",
    )
    const copy = await openTestApp(await sqlite.createPlace())
    const back = await runStudio(
      { dataDir: copy.environment.dataDir, databaseUrl: undefined },
      ['subscribers', 'import', '-', '--json'],
      {},
      exported.stdout,
    )
    expect(JSON.parse(back.stdout)).toMatchObject({ imported: 1, unconfirmed: 1, wrong: 0 })
    const rows = await copy.database.db.selectFrom('subscribers').selectAll().execute()
    expect(rows).toMatchObject([{ email: '=bea@x.example', consent_words: 'Ja; bitte', consent_page: 'the fair' }])
  })
})

test.each([
  [['import', '-'], 1, 'A list without proof of consent is not imported.'],
  [['import', '-', '--consent', 'Yes', '--consent-at', '1.5.2024'], 2, '“1.5.2024” is no date'],
  [['remove', 'a@x.example', 'nobody'], 2, '“nobody” is no e-mail address'],
  [['remove', 'a@x.example'], 1, 'Not on the list: a@x.example'],
])('subscribers %j ends with %i, in words', async (args, code, words) => {
  const run = await runStudio(await sqlite.createPlace(), ['subscribers', ...args], {}, 'a@x.example\n')
  expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(words) })
  expect(run.stderr).not.toMatch(/^\s+at /m)
})
