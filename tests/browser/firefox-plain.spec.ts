import { testIn } from '../support/other-browser.ts'
import { bookACall } from '../support/visits.ts'

const test = testIn('firefox', { scripts: false })

test('in Firefox without JavaScript, a call is booked, moved and canceled', async ({ site, other }) => {
  await other.resize(1280, 800)
  await bookACall(other, site.url)
})
