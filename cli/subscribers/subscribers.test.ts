import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { judgeListed } from '../../src/features/newsletter/import/listed-subscriber.ts'
import { sqlite } from '../../tests/support/databases.ts'
import { runStudio } from '../../tests/support/run-studio.ts'
import { openListFile } from './list-file.ts'

test('a list is taken in, and handed out as it can be taken in again', async () => {
  const place = await sqlite.createPlace()
  const list = 'email;consentWords\r\n=bea@x.example;"Ja; bitte"\r\nnobody;Ja\r\n'
  const options = ['--consent', 'Yes', '--consent-at', '2024-05-01', '--from', 'the fair']
  const imported = await runStudio(place, ['subscribers', 'import', '-', ...options], {}, list)
  expect(imported).toEqual({
    code: 1,
    stdout: '',
    stderr:
      `There was no database in ${place.dataDir} (DATA_DIR): this one is new and empty.\n` +
      'Line 3: “nobody” is no e-mail address.\n' +
      'Done: imported 1, known already 0, suppressed 0, never confirmed 0, wrong 1.\n',
  })
  const listed = await runStudio(place, ['subscribers'])
  expect(listed).toEqual({
    code: 0,
    stdout: '=bea@x.example\tconfirmed\t2024-05-01\tthe fair\n',
    stderr: 'In all: 1 confirmed.\n',
  })
  const { stdout } = await runStudio(place, ['subscribers', 'export'])
  expect(stdout).toMatch(
    /^"email","state","reasons","consentWords","consentPage","consentNetwork","consentAt","confirmedAt","unsubscribedAt","createdAt"\r\n"'=bea@x\.example","confirmed","","Ja; bitte","the fair","","2024-05-01T00:00:00\.000Z","2024-05-01T00:00:00\.000Z","",/,
  )
  const again = await openListFile('-', Readable.from([Buffer.from(stdout)]))
  for await (const { listed: reader } of again.lines()) {
    expect(judgeListed(reader, {}, Date.now())).toMatchObject({
      email: '=bea@x.example',
      reader: { consent_words: 'Ja; bitte', consent_at: Date.UTC(2024, 4, 1), consent_page: 'the fair' },
    })
  }
})

test.each([
  [['import', '-'], 1, 'A list without proof of consent is not imported.'],
  [['remove', 'a@x.example', 'nobody'], 2, '“nobody” is no e-mail address'],
])('subscribers %j ends with %i, in words', async (args, code, words) => {
  const run = await runStudio(await sqlite.createPlace(), ['subscribers', ...args], {}, 'a@x.example\n')
  expect(run).toMatchObject({ code, stdout: '', stderr: expect.stringContaining(words) })
  expect(run.stderr).not.toMatch(/^\s+at /m)
})
