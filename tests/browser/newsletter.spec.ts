import { linksOf, mailedLinks, readerOf } from '../support/readers.ts'
import { elementsPastTheEdge, expect, expectNothingFound, footerOf, openFooter, test } from '../support/site.ts'

const thanks = 'Thank you for subscribing to our newsletter!'

test('a reader subscribes at the foot of a page, confirms with the mailed link, and leaves', async ({ page, site }) => {
  const address = 'zoe@reader.example'
  const { form, email, send } = await openFooter(page, '/contact')
  await email.fill(` ${address} `)
  await send.click()
  await expect(form.getByRole('alert')).toContainText(thanks)
  await expect(form.getByRole('alert')).toContainText(/confirm/i)
  await expect(email).toHaveValue('')
  expect(readerOf(site.dataDir, address)).toMatchObject({ state: 'pending', consent_page: '/contact' })
  expect(
    await page.getByText(readerOf(site.dataDir, address)?.consent_words.split(' [')[0] ?? '').count(),
  ).toBeGreaterThan(0)

  await expect.poll(() => mailedLinks(site.dataDir, address)).toHaveLength(1)
  const [link = ''] = await mailedLinks(site.dataDir, address)
  await page.goto(link)
  expect(readerOf(site.dataDir, address)).toMatchObject({ state: 'pending' })
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(1)
  await page.getByRole('button', { name: 'Confirm the subscription' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are on the list')
  expect(readerOf(site.dataDir, address)).toMatchObject({ state: 'confirmed' })

  await page.goto(linksOf(site.dataDir, address).unsubscribe)
  expect(readerOf(site.dataDir, address)).toMatchObject({ state: 'confirmed' })
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have left the list')
  expect(readerOf(site.dataDir, address)).toMatchObject({ state: 'unsubscribed' })
})

test('a bad address is told beside the field and nothing is posted; a good one clears it', async ({ page }) => {
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1
  })
  const { form, email, send } = await openFooter(page)
  await send.click()
  await expect(email).toHaveAccessibleDescription('Please fill in this field')
  await expect(email).toBeFocused()
  await email.fill('zoe at reader')
  await send.click()
  await expect(email).toHaveAccessibleDescription(/name@example\.com/)
  await expect(email).toHaveValue('zoe at reader')
  expect(posts).toBe(0)
  await email.fill('corrected@reader.example')
  await send.click()
  await expect(form.getByRole('alert')).toContainText(thanks)
  await expect(email).not.toHaveAttribute('aria-invalid')
  await expect(form.locator('.field-error')).toBeHidden()
})

test('while the server is away the address stays, the reader is told, and the next attempt makes one mail', async ({
  page,
  site,
  complaints,
}) => {
  const address = 'patient@reader.example'
  const { form, email, send } = await openFooter(page)
  const keys: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') keys.push(request.postDataJSON().requestId)
  })
  await page.route('**/api/newsletter', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await email.fill(address)
  await send.click()
  await expect(form.getByRole('alert')).toContainText('hello@kitewright.example')
  await expect(email).toHaveValue(address)
  await page.unroute('**/api/newsletter')
  await send.click()
  await expect(form.getByRole('alert')).toContainText(thanks)
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
  await expect.poll(() => mailedLinks(site.dataDir, address)).toHaveLength(1)
  complaints.length = 0
})

test('two clicks on the button are one post', async ({ page }) => {
  let posts = 0
  const { form, email, send } = await openFooter(page)
  await page.route('**/api/newsletter', async (route) => {
    posts += 1
    await route.continue()
  })
  await email.fill('double@reader.example')
  await send.dblclick()
  await expect(form.getByRole('alert')).toContainText(thanks)
  expect(posts).toBe(1)
})

test('what fills the hidden field gets the same thanks, and no mail', async ({ page, site }) => {
  const address = 'robot@reader.example'
  const { form, email, send } = await openFooter(page)
  await form.locator('[name=website]').evaluate((field: HTMLInputElement) => {
    field.value = 'https://pills.example'
  })
  await email.fill(address)
  await send.click()
  await expect(form.getByRole('alert')).toContainText(thanks)
  expect(readerOf(site.dataDir, address)).toMatchObject({ state: 'held' })
  expect(await mailedLinks(site.dataDir, address)).toEqual([])
})

test('no code of the form is loaded before somebody touches it, and then no library', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname)
  })
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  expect(scripts).toEqual([])
  const { form } = footerOf(page)
  await form.hover()
  await expect(form).toHaveJSProperty('noValidate', true)
  expect(scripts).toContain('/islands/form.js')
  expect(scripts.filter((each) => each.includes('react'))).toEqual([])
})

test('a late link offers a new mail, and a wrong one says so calmly', async ({ page, site, request, complaints }) => {
  const address = 'late@reader.example'
  await request.post('/api/newsletter', { data: { email: address } })
  await page.goto(linksOf(site.dataDir, address, Date.now() - 8 * 24 * 3_600_000).confirm)
  await page.getByRole('button', { name: 'Send a new link' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We’ve already e-mailed you today')
  const wrong = await page.goto(`${linksOf(site.dataDir, address).confirm.slice(0, -3)}`)
  expect(wrong?.status()).toBe(404)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This link doesn’t work')
  await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
  complaints.length = 0
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the form posts, the links work, and a reload of the thanks sends nothing again', async ({ page, site }) => {
    const address = 'plain@reader.example'
    await page.goto('/')
    const { email, send } = footerOf(page)
    await email.fill(address)
    await send.click()
    await expect(page).toHaveURL(/\/newsletter\/subscribed\?reference=NL-/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(thanks)
    await expect(page.getByRole('main')).toContainText(/confirm/i)
    await page.reload()
    await expect.poll(() => mailedLinks(site.dataDir, address)).toHaveLength(1)
    const [link = ''] = await mailedLinks(site.dataDir, address)
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm the subscription' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You are on the list')
    await page.goto(linksOf(site.dataDir, address).unsubscribe)
    await page.getByRole('button', { name: 'Unsubscribe' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('You have left the list')
  })

  test('a bad address comes back in the form with what is wrong beside it', async ({ page, complaints }) => {
    await page.goto('/')
    const { email, send } = footerOf(page)
    await email.fill('zoe@nowhere')
    await send.click()
    const field = page.getByRole('main').getByLabel('Your e-mail')
    await expect(field).toHaveValue('zoe@nowhere')
    await expect(field).toHaveAccessibleDescription(/name@example\.com/)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await elementsPastTheEdge(page)).toEqual([])
    complaints.length = 0
  })
})

test("axe finds nothing on the newsletter's pages, nor on its errors", async ({ page, site, request }) => {
  const address = 'axe@reader.example'
  await request.post('/api/newsletter', { data: { email: address } })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { confirm, unsubscribe } = linksOf(site.dataDir, address)
  for (const path of [confirm, unsubscribe]) {
    await page.goto(path)
    await expectNothingFound(page)
  }
  await page.clock.install()
  const { form, send } = footerOf(page)
  await form.hover()
  await expect(form).toHaveJSProperty('noValidate', true)
  await send.click()
  await expect(form.locator('.field-error')).toBeVisible()
  await expectNothingFound(page, 'footer')
})

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
