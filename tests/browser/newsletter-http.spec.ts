import { linksOf, readerOf } from '../support/readers.ts'
import { expect, test } from '../support/site.ts'

test('JSON in gets JSON out: the same reference for the same address, known or new', async ({ request, site }) => {
  const post = async (data: object) => await (await request.post('/api/newsletter', { data })).json()
  const data = { email: 'json@reader.example', requestId: 'key-1' }
  const first = await post(data)
  expect(first).toEqual({ ok: true, reference: expect.stringMatching(/^NL-[0-9A-Z]{8}$/) })
  expect(await post(data)).toEqual(first)
  expect(await post({ email: 'JSON@reader.example' })).toEqual(first)
  await request.post(linksOf(site.dataDir, data.email).confirm)
  expect(await post({ email: data.email })).toEqual(first)
})

test('a missing address is answered as the contract says', async ({ request }) => {
  const response = await request.post('/api/newsletter', { data: {} })
  expect(response.status()).toBe(422)
  const fields = { email: 'Please fill in this field' }
  expect(await response.json()).toEqual({ ok: false, message: 'Please fill in all fields', fields })
})

test('what can’t be taken is refused with its own status', async ({ request }) => {
  const json = { 'content-type': 'application/json' }
  const email = 'refused@reader.example'
  const status = async (options: Parameters<typeof request.post>[1]) =>
    (await request.post('/api/newsletter', options)).status()
  expect(await status({ headers: { 'content-type': 'text/plain' }, data: email })).toBe(415)
  expect(await status({ headers: json, data: '{"email":' })).toBe(400)
  expect(await status({ headers: json, data: JSON.stringify({ email: 'x'.repeat(9_000) }) })).toBe(413)
  expect(await status({ headers: { ...json, origin: 'https://evil.example' }, data: { email } })).toBe(403)
  expect(await status({ data: { email: ['a@b.example'] } })).toBe(422)
  expect(await status({ data: { email: 'a@b.example\r\nBcc: c@d.example' } })).toBe(422)
  const get = await request.get('/api/newsletter')
  expect([get.status(), get.headers()['allow']]).toEqual([405, 'POST'])
})

test('too many from one address get 429 and are told when to come back', async ({ request }) => {
  const statuses: number[] = []
  for (let n = 0; n < 22; n++) {
    const response = await request.post('/api/newsletter', { data: { email: `one${n % 3}@reader.example` } })
    statuses.push(response.status())
    if (response.status() === 429) expect(Number(response.headers()['retry-after'])).toBeGreaterThan(0)
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429, 429])
})

for (const [form, options] of [
  ['urlencoded', { form: { 'List-Unsubscribe': 'One-Click' } }],
  ['multipart', { multipart: { 'List-Unsubscribe': 'One-Click' } }],
  ['empty', {}],
] as const) {
  test(`a mail program's one-click post, ${form}, unsubscribes at once, without a redirect or a question`, async ({
    request,
    site,
  }) => {
    const email = `${form}@reader.example`
    await request.post('/api/newsletter', { data: { email } })
    const { confirm, unsubscribe } = linksOf(site.dataDir, email)
    await request.post(confirm)
    expect(readerOf(site.dataDir, email)).toMatchObject({ state: 'confirmed' })
    const response = await request.post(unsubscribe, { ...options, maxRedirects: 0 })
    expect([response.status(), response.headers()['set-cookie']]).toEqual([200, undefined])
    expect(readerOf(site.dataDir, email)).toMatchObject({ state: 'unsubscribed' })
  })
}

test('the pages behind links are neither kept nor indexed, and take no other method', async ({ request, site }) => {
  const email = 'headers@reader.example'
  await request.post('/api/newsletter', { data: { email } })
  for (const link of Object.values(linksOf(site.dataDir, email))) {
    for (const address of [link, `${link}x`]) {
      const response = await request.get(address)
      expect(response.headers()).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      expect(response.headers()['content-security-policy']).toContain("default-src 'none'")
      expect(await response.text()).toContain('name="robots" content="noindex"')
    }
    const put = await request.put(link)
    expect([put.status(), put.headers()['allow']]).toEqual([405, 'GET, HEAD, POST'])
  }
  expect((await request.post('/newsletter/subscribed')).status()).toBe(405)
})

test('nobody is thanked for a subscription that has no reference', async ({ request }) => {
  for (const query of ['', '?reference=', '?reference=nonsense', '?reference=KW-TESTTEST']) {
    const response = await request.get(`/newsletter/subscribed${query}`, { maxRedirects: 0 })
    expect([response.status(), response.headers()['location']]).toEqual([303, '/newsletter'])
  }
})
