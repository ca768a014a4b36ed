import type { Page } from '@playwright/test'
import { fieldIn, openPanel } from '../support/chat-site.ts'
import { leadsOf } from '../support/owner.ts'
import { expect, test } from '../support/site.ts'

const consent = 'If I leave without sending this, it may be sent as it stands, with our talk, and I may be written to.'

async function say(page: Page, text: string) {
  await fieldIn(page).fill(text)
  await fieldIn(page).press('Enter')
  await expect(fieldIn(page)).toBeEnabled()
}

function leadsTo(dataDir: string, email: string) {
  return leadsOf(dataDir).filter((lead) => lead.email === email)
}

test('what is sent outlives its page, unless it is more than a browser lets outlive one', async ({
  page,
  complaints,
}) => {
  await page.addInitScript(() => {
    const send = fetch
    window.fetch = (address, options) => {
      if (address === '/api/booking') sessionStorage.setItem('outlives', String(options?.keepalive))
      return send(address, options)
    }
  })
  await openPanel(page)
  await say(page, 'I am Ada, outlives@booking.example')
  await page.getByText('Your consultation request').click()
  await page.getByLabel('Requirements').fill('प'.repeat(25_000))
  const send = page.getByRole('button', { name: 'Send it now' })
  const outlives = () => page.evaluate(() => sessionStorage.getItem('outlives'))
  await send.click()
  await expect.poll(outlives).toBe('false')
  await expect(page.getByLabel('Requirements')).toBeFocused()
  await page.getByLabel('Requirements').fill('A kite')
  await send.click()
  await expect.poll(outlives).toBe('true')
  complaints.length = 0
})

test('what is far too long does not keep a visitor who leaves from being known', async ({ page, site }) => {
  const email = 'long@booking.example'
  await openPanel(page)
  await say(page, `I am Ada, ${email}`)
  await page.getByRole('checkbox', { name: consent }).check()
  await page.getByText('Your consultation request').click()
  await page.getByLabel('Requirements').fill('प'.repeat(100_000))
  await fieldIn(page).fill('य'.repeat(100_000))
  await page.goto('/blog')
  await expect.poll(() => leadsTo(site.dataDir, email)).toMatchObject([{ name: 'Ada', sent: false }])
})

test('what was lost on its way when the page was left goes again the next time', async ({ page, site, complaints }) => {
  const email = 'tunnel@booking.example'
  await openPanel(page)
  await say(page, `I am Ada, ${email}`)
  await page.getByRole('checkbox', { name: consent }).check()
  const setHidden = (isHidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, isHidden)
  await page.context().setOffline(true)
  await setHidden(true)
  await page.context().setOffline(false)
  await setHidden(false)
  await setHidden(true)
  await expect.poll(() => leadsTo(site.dataDir, email)).toHaveLength(1)
  complaints.length = 0
})

test('starting over takes back what was left on the server', async ({ page, site }) => {
  const email = 'over@booking.example'
  await openPanel(page)
  await say(page, `I am Ada, ${email}`)
  await page.getByRole('checkbox', { name: consent }).check()
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  await expect.poll(() => leadsTo(site.dataDir, email)).toHaveLength(1)
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect.poll(() => leadsTo(site.dataDir, email)).toHaveLength(0)
})
