import { expectVisitors } from '../support/counted.ts'
import { testIn } from '../support/other-browser.ts'
import { bookACall } from '../support/visits.ts'

const test = testIn('firefox', { scripts: false })

test('in Firefox without JavaScript, a call is booked, moved and canceled', async ({ site, other }) => {
  await other.resize(1280, 800)
  await bookACall(other, site.url)
})

test('in Firefox without JavaScript, a page is counted once', async ({ site, other }) => {
  for (const path of ['/terms', '/terms', '/sitemap', '/terms']) await other.open(site.url + path)
  await expectVisitors(site.dataDir, '/sitemap', 1)
  await expectVisitors(site.dataDir, '/terms', 1)
})
