import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { submitContact } from '../src/features/leads/contact.form.ts'
import { sqlite } from '../tests/support/databases.ts'
import { ada, openTestApp, visitor } from '../tests/support/desk.ts'
import { spawnStudio } from '../tests/support/run-studio.ts'

/** A site of which every text that the commands could read is wrong, as it is while someone fixes a comma. */
const site = mkdtempSync(join(tmpdir(), 'broken-content-'))
cpSync('sample', join(site, 'content'), { recursive: true })
for (const file of ['studio.yaml', 'offers.yaml', 'mail.yaml', 'newsletter.yaml', 'home/hero.yaml']) {
  writeFileSync(join(site, 'content', file), 'name: Lumen: light\n')
}
afterAll(() => rmSync(site, { recursive: true }))

test('wrong texts keep nobody from requests, readers, mails and backups', { timeout: 60_000 }, async () => {
  const place = await sqlite.createPlace()
  const app = await openTestApp(place)
  const taken = await submitContact(app.contact, ada, visitor)
  const reference = taken.outcome === 'stored' ? taken.reference : ''
  const backups = mkdtempSync(join(tmpdir(), 'backups-'))
  const run = (args: string[]) => spawnStudio(place, args, {}, '', site)

  const glance = await run([])
  expect(glance).toMatchObject({ code: 0, stdout: expect.stringContaining('1 waits for an answer') })
  expect(glance.stderr).toMatch(/^content\/offers\.yaml: /)
  const [shown, mails, made, exported] = await Promise.all([
    run(['leads', 'show', reference]),
    run(['mail']),
    run(['backup', backups]),
    run(['export', ada.email]),
  ])
  expect([shown.code, made.code, exported.code]).toEqual([0, 0, 0])
  expect(mails).toMatchObject({ code: 0, stdout: expect.stringContaining(ada.email) })
  expect(await run(['restore', made.stdout.trim(), join(backups, 'restored')])).toMatchObject({ code: 0 })
  expect(await run(['forget', ada.email])).toMatchObject({ code: 0 })

  const [letter, doctor] = await Promise.all([run(['issue', 'send', 'saas-mvp-cost-guide']), run(['doctor'])])
  expect(doctor).toMatchObject({ code: 1, stdout: expect.stringMatching(/^wrong\tcontent\tcontent\/offers\.yaml: /) })
  expect(letter).toMatchObject({ code: 1, stderr: expect.stringMatching(/^content\/offers\.yaml: /) })
  rmSync(backups, { recursive: true })
})
