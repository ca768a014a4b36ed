import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDesk } from '../support/owner.ts'
import { elementsPastTheEdge, expect, expectNothingFound, test as onSite } from '../support/site.ts'

/** The desk's demo, which has long words and names in many scripts. */
const test = onSite.extend<object, { demo: { origin: string; token: string } }>({
  demo: [
    async ({}, use) => {
      const desk = await startDesk(mkdtempSync(join(tmpdir(), 'demo-')), { arguments: ['--demo'] })
      const { origin, hash } = new URL(desk.address)
      const answer = await fetch(`${origin}/sign-in`, { method: 'POST', headers: { origin }, body: hash.slice(1) })
      await use({ origin, token: await answer.text() })
      await desk.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

const paths = [
  ...['/today', '/inbox', '/inbox?view=answered', '/calendar', '/people', '/people/dorothy%40call0.example'],
  ...['/issues', '/issues/mvp-development-guide', '/subscribers', '/analytics', '/training', '/outbox'],
  ...['/backups', '/setup'],
]
/** 640 is 1,280 at a zoom of 200 %. */
const widths = [320, 360, 390, 640, 768, 820, 1024, 1280, 1360, 1440, 1920]

for (const path of paths)
  test(`${path} fits at every width, and axe finds nothing`, async ({ page, demo: { origin, token }, complaints }) => {
    await page.addInitScript((token) => sessionStorage.setItem('desk-token', token), token)
    await page.goto(origin + path)
    await expect(page.locator('[aria-busy]')).toHaveCount(0)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      await expect.poll(() => elementsPastTheEdge(page), `${width} px`).toEqual([])
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    }
    await expectNothingFound(page)
    // axe also tries to run in the frames of emails, which allow no scripts.
    complaints.length = 0
  })
