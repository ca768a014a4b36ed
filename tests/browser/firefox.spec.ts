import { testIn, type } from '../support/other-browser.ts'
import { expect } from '../support/site.ts'
import { startDesk } from '../support/start-desk.ts'
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

test('in Firefox, the menu goes when the focus goes on', async ({ site, other }) => {
  await other.resize(390, 844)
  await walkThroughMenu(other, site.url)
})

test('in Firefox, the desk shows a request that comes, and answers it by a key', async ({ site, other, request }) => {
  const desk = await startDesk(site.dataDir)
  await other.resize(1280, 800)
  await other.open(desk.address)
  const says = (words: string) =>
    expect.poll(() => other.run(() => document.querySelector('#desk')?.textContent ?? '')).toContain(words)
  await says('Waits for an answer')
  await type(other, '2')
  await says('Answered')
  const name = `Firefox ${Date.now()}`
  const data = { name, email: `${Date.now()}@example.com`, project: 'A shop', elapsedMs: 30_000 }
  const { reference } = await (await request.post('/api/contact', { data })).json()
  await says(name)
  await type(other, 'j')
  await says(reference)
  await type(other, 'e')
  await says(`${reference} is answered.`)
  await type(other, '5')
  await says('not sent')
  await type(other, 'j')
  await says('confirmed readers')
  const letter = () => other.run(() => document.querySelector('iframe')?.srcdoc.length ?? 0)
  await expect.poll(letter).toBeGreaterThan(10_000)
  expect(await desk.stop()).toBe(0)
})
