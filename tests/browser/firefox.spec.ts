import { testIn } from '../support/other-browser.ts'
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
