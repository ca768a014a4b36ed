import { expect, onTestFinished, test } from 'vitest'
import { engines, type Place } from '../support/databases.ts'
import { startSite } from '../support/start-site.ts'

const posts = 500

type Answer = { ok: boolean; reference?: string; message?: string; times?: string[] }

async function openSite({ dataDir, databaseUrl = '' }: Place): Promise<string> {
  const site = await startSite({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, TRUSTED_PROXIES: '1' })
  onTestFinished(async () => {
    await site.stop()
  })
  return site.url
}

async function post(url: string, start: string, n: number): Promise<{ status: number; answer: Answer }> {
  const response = await fetch(`${url}/api/call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.${n >> 8}.${n & 255}` },
    body: JSON.stringify({
      start,
      name: 'Ada Lovelace',
      email: `a${n}@example.com`,
      about: `${n}`,
      requestId: `r${n}`,
    }),
  })
  return { status: response.status, answer: await response.json() }
}

test.each(engines)('of 500 posts at once for one time exactly one gets it, on $name', async ({ name, createPlace }) => {
  const place = await createPlace()
  // Of one file only one process may be the server.
  const processes = name === 'PostgreSQL' ? 2 : 1
  const urls = await Promise.all(Array.from({ length: processes }, () => openSite(place)))
  const { times } = await (await fetch(`${urls[0]}/api/call`)).json()
  const answers = await Promise.all(
    Array.from({ length: posts }, (_, n) => post(urls[n % urls.length] ?? '', times[3], n)),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(posts - 1)
  for (const { status, answer } of answers)
    expect(status === 200 ? answer.reference : answer.times?.length).toBeTruthy()
  const left = await (await fetch(`${urls[0]}/api/call`)).json()
  expect(left.times).not.toContain(times[3])
})
