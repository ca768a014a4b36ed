import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { putBuiltContent } from '../support/content.ts'
import { expectVisitors } from '../support/counted.ts'
import { press, testIn, type } from '../support/other-browser.ts'
import { startDesk } from '../support/owner.ts'
import { expect } from '../support/site.ts'
import { visits, walkThroughMenu } from '../support/visits.ts'

// Short: every engine at all sizes is seen by browsers.long.spec.ts.
const test = testIn('firefox', { still: false })

test.describe.configure({ mode: 'serial' })

for (const [sentence, visit] of Object.entries(visits)) {
  test(`in Firefox, ${sentence}`, async ({ site, other }) => {
    await other.resize(1280, 800)
    await visit(other, site.url)
  })
}

test('in Firefox, a page is counted once, also when it is come back to', async ({ site, other }) => {
  for (const path of ['/terms', '/terms', '/sitemap', '/terms', '/robots.txt']) await other.open(site.url + path)
  await expectVisitors(site.dataDir, '/terms', 1)
  await expectVisitors(site.dataDir, '/sitemap', 1)
})

test('in Firefox, the menu goes when the focus goes on', async ({ site, other }) => {
  await other.resize(390, 844)
  await walkThroughMenu(other, site.url)
})

test('in Firefox, each view of the desk is opened, and does what it is for', async ({ site, other, request }) => {
  const folder = putBuiltContent(mkdtempSync(join(tmpdir(), 'desk-')))
  const desk = await startDesk(site.dataDir, { folder, variables: { BACKUP_DIR: join(folder, 'backups') } })
  await other.resize(1280, 800)
  await other.open(desk.address)
  const says = (words: string) =>
    expect.poll(() => other.run(() => document.querySelector('#desk')?.textContent ?? '')).toContain(words)
  const has = (selector: string) =>
    expect.poll(() => other.run((found) => document.querySelector(found) !== null, selector)).toBe(true)
  const pressOn = async (selector: string) => {
    await has(selector)
    await press(other, selector)
  }
  await says('Waits for an answer')
  await says('takes requests')
  await pressOn('.check-up .quiet')
  await says('Looked again.')

  await type(other, '2')
  await says('Answered')
  const name = `Firefox ${Date.now()}`
  const email = `${Date.now()}@example.com`
  const { reference } = await (
    await request.post('/api/contact', { data: { name, email, project: 'A shop', elapsedMs: 30_000 } })
  ).json()
  await says(name)
  await type(other, 'j')
  await says(reference)
  await type(other, 'e')
  await says(`${reference} is answered.`)

  await type(other, '3')
  await has('.week')
  await type(other, 'ArrowRight')
  await pressOn('.cell.free')
  await pressOn('.block .button')
  await says('That time is blocked.')
  await type(other, 'u')
  await says('It is as it was.')

  await type(other, '4')
  await says('Import a list')
  await type(other, '/')
  await type(other, 'nobody')
  await says('No such reader.')
  await pressOn('nav a[href="/mails"]')
  await pressOn('.actions .quiet')
  await says('No mail goes out since')
  await type(other, 'u')
  await says('Send none for now')

  await type(other, '7')
  await pressOn('main .quiet')
  await says('read back whole')
  await type(other, '8')
  await has('.person-search')
  await type(other, '/')
  await type(other, email)
  await type(other, 'Enter')
  await says('Save it for them')

  const talk = [{ role: 'user', content: 'Can my parrot juggle teapots?' }]
  const asked = { name, email, requirements: 'A shop', transcript: talk, elapsedMs: 30_000 }
  expect((await request.post('/api/booking', { data: asked })).status()).toBe(200)
  await pressOn('nav a[href="/questions"]')
  await has('.row')
  await type(other, 'j')
  await pressOn('.nearest button')
  await says('Build the site again')
  await type(other, 'u')
  await has('.row')

  await type(other, '5')
  await says('not sent')
  await type(other, 'j')
  await says('confirmed readers')
  const letter = () => other.run(() => document.querySelector('iframe')?.srcdoc.length ?? 0)
  await expect.poll(letter).toBeGreaterThan(10_000)
  expect(await desk.stop()).toBe(0)
  rmSync(folder, { recursive: true })
})
