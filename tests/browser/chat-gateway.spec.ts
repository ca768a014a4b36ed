import { ask, expect, logIn, openPanel, panelIn } from '../support/chat-site.ts'
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
import { test } from '../support/site.ts'
import { startSite } from '../support/start-site.ts'

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
  await expect(panelIn(page).getByRole('button', { name: 'Leave it as a request' })).toBeVisible()
  await page.close()
  await site.stop()
})
