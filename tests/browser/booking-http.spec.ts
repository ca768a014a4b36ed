import { leadsOf, mailsIn } from '../support/owner.ts'
import { alertOn, elementsPastTheEdge, expect, test } from '../support/site.ts'

const booking = {
  name: 'Ada Lovelace',
  email: 'ada@booking.example',
  company: 'Analytical Engines Ltd',
  budget: '5000-9000 USD',
  timeline: 'by end of March',
  requirements: 'An engine that computes.',
}
const transcript = [
  { role: 'user', content: 'Hello, I am Ada.' },
  { role: 'assistant', content: 'What shall I build?' },
]
const agreed =
  'If I leave without sending, keep this form, our conversation and what I have begun to type, and e-mail me about it.'

function leadOf(dataDir: string, email: string) {
  const found = leadsOf(dataDir).filter((lead) => lead.email === email)
  expect(found).toHaveLength(1)
  return found[0]
}

test('JSON in gets JSON out, the same key the same reference, and the owner gets the talk', async ({
  request,
  site,
}) => {
  const data = { ...booking, transcript, requestId: 'key-1' }
  const first = await (await request.post('/api/booking', { data })).json()
  expect(first).toEqual({ ok: true, reference: expect.stringMatching(/^KW-[0-9A-Z]{8}$/) })
  expect(await (await request.post('/api/booking', { data })).json()).toEqual(first)
  expect(leadOf(site.dataDir, booking.email)).toMatchObject({
    ...booking,
    kind: 'consultation',
    transcript,
    sent: true,
  })
  const owners = async () =>
    (await mailsIn(site.dataDir)).filter(({ subject }) => subject?.includes(`Ada Lovelace (${first.reference})`))
  await expect
    .poll(async () =>
      (await owners()).map(({ text }) =>
        text?.includes('Agent (as the visitor’s browser says):\n\n> What shall I build?'),
      ),
    )
    .toEqual([true])
})

test('an empty consultation is answered as the contract says', async ({ request }) => {
  const response = await request.post('/api/booking', { data: { company: 'x'.repeat(201) } })
  expect(response.status()).toBe(422)
  const missing = 'Please fill in this field'
  expect(await response.json()).toEqual({
    ok: false,
    message: 'Please fill in all fields',
    fields: { name: missing, email: missing, company: expect.stringContaining('200') },
  })
})

test('what can’t be taken is refused with its own status', async ({ request }) => {
  const json = { 'content-type': 'application/json' }
  const status = async (options: Parameters<typeof request.post>[1]) =>
    (await request.post('/api/booking', options)).status()
  expect(await status({ headers: { 'content-type': 'text/plain' }, data: 'hello' })).toBe(415)
  expect(await status({ headers: json, data: '{"name":' })).toBe(400)
  expect(await status({ headers: json, data: JSON.stringify({ ...booking, transcript: 'x'.repeat(270_000) }) })).toBe(
    413,
  )
  expect(await status({ headers: { ...json, origin: 'https://evil.example' }, data: booking })).toBe(403)
  expect(await status({ data: { ...booking, name: 'A\r\nBcc: b@c.example' } })).toBe(422)
  const get = await request.get('/api/booking')
  expect([get.status(), get.headers()['allow']]).toEqual([405, 'POST'])
})

test('a visitor who leaves is one lead, which what is sent completes; without a yes there is none', async ({
  request,
  site,
}) => {
  const email = 'left@booking.example'
  const left = { abandoned: true, email, transcript, requestId: 'talk-1' }
  const refused = await request.post('/api/booking', { data: left })
  expect([refused.status(), await refused.text()]).toEqual([204, ''])
  const known = await (await request.post('/api/booking', { data: { ...left, consent: 'yes' } })).json()
  // Her name is in the talk.
  expect(leadOf(site.dataDir, email)).toMatchObject({
    reference: known.reference,
    name: 'Ada',
    sent: false,
    consent: agreed,
  })
  const sent = await request.post('/api/booking', { data: { ...booking, email, requestId: 'talk-1' } })
  expect(await sent.json()).toEqual(known)
  expect(leadOf(site.dataDir, email)).toMatchObject({ name: booking.name, sent: true, transcript, consent: agreed })
})

test('the page without a chat says what a stored request’s page says, and only then', async ({ request }) => {
  const html = await (await request.get('/contact/consultation?reference=nonsense')).text()
  expect(html).toContain('name="requirements"')
  expect(html).toContain('name="robots" content="noindex"')
  const stored = await (await request.get('/contact/consultation?reference=KW-TESTTEST')).text()
  expect(stored).toContain('KW-TESTTEST')
  expect(stored).not.toContain('name="requirements"')
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the page posts by itself, keeps what was typed, and ends at a page that a reload does not send again', async ({
    page,
    site,
    complaints,
  }) => {
    const email = 'plain@booking.example'
    await page.goto('/contact/consultation')
    await page.getByLabel('Name', { exact: true }).fill(booking.name)
    await page.getByLabel('Email', { exact: true }).fill('plain@nowhere')
    await page.getByLabel('Requirements').fill(booking.requirements)
    await page.getByRole('button', { name: 'Send it now' }).click()
    await expect(alertOn(page)).toContainText('name@example.com')
    await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(/name@example\.com/)
    await expect(page.getByLabel('Requirements')).toHaveValue(booking.requirements)
    await page.setViewportSize({ width: 320, height: 700 })
    expect(await elementsPastTheEdge(page)).toEqual([])
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('button', { name: 'Send it now' }).click()
    await expect(page).toHaveURL(/\/contact\/consultation\?reference=KW-/)
    await expect(page.getByRole('status')).toContainText("Thank you! We've received your request")
    await page.reload()
    expect(leadOf(site.dataDir, email)).toMatchObject({ name: booking.name, kind: 'consultation', company: null })
    complaints.length = 0
  })
})
