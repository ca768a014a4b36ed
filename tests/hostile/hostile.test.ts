import { expect, test } from 'vitest'
import { seededRandom } from '../../src/lib/seeded-random.ts'
import { temporaryFolder } from '../support/databases.ts'
import { startAttackedSite } from './attacked-site.ts'
import { hostileRequest } from './hostile-requests.ts'

test('hostile requests to every way in get answers that are no fault of the server, which then takes a lead', async () => {
  const site = await startAttackedSite(temporaryFolder())
  const random = seededRandom('hostile')
  const faults: unknown[] = []
  for (let n = 0; n < 300; n++) {
    const request = hostileRequest(random)
    const status = await site.attack(request)
    if (status >= 500 && status !== 503) faults.push({ n, status, ...request })
  }
  const lead = { name: 'Ada', email: 'ada@client.example', project: 'An engine' }
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch(`${site.url}/api/contact`, { method: 'POST', headers, body: JSON.stringify(lead) })
  expect({ faults, status, code: await site.stop() }).toEqual({ faults: [], status: 200, code: 0 })
}, 60_000)
