import { ask, buttonIn, fieldIn, logIn, openPanel, panelIn } from '../support/chat-site.ts'
import {
  answersStatus,
  cutsAfter,
  endsAfter,
  errsAfter,
  inTurn,
  mvpReply,
  replies,
  saysNothing,
  sendsBrokenLineAfter,
  startMockGateway,
} from '../support/mock-gateway.ts'
import { leadsOf, mailsIn } from '../support/owner.ts'
import { expect, test } from '../support/site.ts'
import { startSite } from '../support/start-site.ts'

/** Without a key the site's own chat is answered by the built-in agent. */
const leadFrom = (dataDir: string, email: string) => leadsOf(dataDir).filter((lead) => lead.email === email)

test('from a question to the owner’s mail: nothing is typed twice', async ({ page, site }) => {
  await openPanel(page)
  await ask(page, 'What does an MVP cost?')
  await expect(logIn(page)).toContainText('$2,999')
  await expect(page.getByRole('link', { name: 'Book Consultation Now' })).toHaveCount(0)
  await ask(page, "I'm Ada Lovelace, ada@talk.example, and need a booking system for three clinics for around $5000")
  const draft = page.getByRole('link', { name: 'Book Consultation Now' })
  await expect(draft).toBeVisible()
  const href = decodeURIComponent((await draft.getAttribute('href')) ?? '')
  expect(href).toContain('mailto:hello@kitewright.example?subject=Consultation Request - Kitewright')
  for (const text of ['Ada Lovelace', 'ada@talk.example', '5000 USD', 'Not provided', 'Not specified'])
    expect(href).toContain(text)
  await panelIn(page).getByText('Your consultation request').click()
  await page.getByLabel('Company').fill('Engines Ltd')
  await page.getByRole('button', { name: 'Send it now' }).click()
  await expect(panelIn(page).getByText(/Your reference/)).toBeVisible()

  const [lead, ...others] = leadFrom(site.dataDir, 'ada@talk.example')
  expect(others).toEqual([])
  expect(lead).toMatchObject({ kind: 'consultation', name: 'Ada Lovelace', company: 'Engines Ltd', budget: '5000 USD' })
  const owners = async () =>
    (await mailsIn(site.dataDir)).filter(({ text }) => text?.includes('What does an MVP cost?')).length
  await expect.poll(owners).toBe(1)
})

test('who agreed to be written to and leaves is known to the owner, once, and the talk goes on where it was', async ({
  page,
  site,
}) => {
  const email = 'grace@leaves.example'
  await openPanel(page)
  await ask(page, `My name is Grace Hopper and my address is ${email}`)
  await panelIn(page).getByRole('checkbox').check()
  await page.goto('/privacy')
  await expect.poll(() => leadFrom(site.dataDir, email).length).toBe(1)
  await page.goBack()
  await buttonIn(page).click()
  await expect(logIn(page)).toContainText('Grace Hopper')
  await expect(panelIn(page).getByRole('checkbox')).toBeChecked()
  await page.getByRole('button', { name: 'Send it now' }).click()
  await expect(panelIn(page).getByText(/Your reference/)).toBeVisible()
  expect(leadFrom(site.dataDir, email)).toHaveLength(1)
})

test('who did not agree leaves nothing behind', async ({ page, site }) => {
  const email = 'nobody@leaves.example'
  await openPanel(page)
  await ask(page, `My address is ${email}`)
  await expect(panelIn(page).getByRole('checkbox')).not.toBeChecked()
  await fieldIn(page).fill('and more')
  await page.goto('/privacy')
  await page.waitForLoadState('networkidle')
  expect(leadFrom(site.dataDir, email)).toEqual([])
})

const whole = mvpReply
const half = whole.slice(0, whole.indexOf('smallest'))
/** How the first model fails, a message each. */
const failures = [
  answersStatus(500),
  errsAfter(''),
  errsAfter(half),
  cutsAfter(half),
  endsAfter(half),
  sendsBrokenLineAfter(half),
  saysNothing(),
]

test('however the first model fails, the visitor reads one whole reply; when all are gone, a way to leave the message', async ({
  browser,
}) => {
  const gateway = await startMockGateway({ one: inTurn(...failures), two: replies(whole) })
  const site = await startSite({ CHAT_BASE_URL: gateway.url, CHAT_API_KEY: 'sk-secret', CHAT_MODELS: 'one,two' })
  const page = await browser.newPage({ baseURL: site.url })
  await openPanel(page)
  for (const [index] of failures.entries()) {
    await ask(page, `What does an MVP cost? (${index + 1})`)
    await expect(logIn(page).getByText(whole)).toHaveCount(index + 1)
  }
  await gateway.stop()
  await ask(page, 'Ada here, ada@client.example. Are you there?')
  await expect(logIn(page).getByText(/^I apologize, but I'm having trouble connecting right now/)).toBeVisible()
  await expect(panelIn(page).getByRole('button', { name: 'Send it as a request' })).toBeVisible()
  await page.close()
  await site.stop()
})
