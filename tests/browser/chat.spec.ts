import type { Locator } from '@playwright/test'
import {
  ask,
  buttonIn,
  expect,
  fieldIn,
  isAlive,
  logIn,
  openPanel,
  panelIn,
  replyOf,
  test,
} from '../support/chat-site.ts'

// As most visitors have it.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const question = 'What does an MVP cost?'
const reply = replyOf('An MVP starts from $2,999. ', 'What is it for?')
const whole = 'An MVP starts from $2,999. What is it for?'

test('works with the keyboard alone', async ({ page, stub }) => {
  stub.script(replyOf('## Prices\n', '**From** $2,999, see /blog/saas-mvp-cost-guide or <b>https://evil.example</b>. '))
  await page.goto('/')
  await buttonIn(page).focus()
  await page.keyboard.press('Enter')
  await expect(fieldIn(page)).toBeFocused()
  await expect(page).toHaveURL(/\/$/)
  await expect(buttonIn(page)).toBeHidden()
  await isAlive(page)
  // Enter and Escape that choose a word of an input method.
  await fieldIn(page).fill('にほん')
  await fieldIn(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await fieldIn(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  await fieldIn(page).dispatchEvent('keydown', { key: 'Escape', isComposing: true })
  await expect(fieldIn(page)).toHaveValue('にほん')
  await ask(page, ' \n ')
  await ask(page, 'x'.repeat(2001))
  await expect(panelIn(page).getByRole('alert')).toContainText('2001 / 2000')
  await expect(fieldIn(page)).toHaveValue('x'.repeat(2001))
  expect(stub.asked).toEqual([])
  await fieldIn(page).fill('')
  await page.keyboard.type('What does')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('an **MVP** cost?')
  await page.keyboard.press('Enter')
  await expect(logIn(page).locator('p')).toHaveText([
    'What does\nan **MVP** cost?',
    'Prices\nFrom $2,999, see /blog/saas-mvp-cost-guide or <b>https://evil.example</b>.',
  ])
  await expect(logIn(page).getByRole('link')).toHaveText(['/blog/saas-mvp-cost-guide'])
  await expect(logIn(page).locator('time')).toHaveText(/^today, \d+:\d\d\s[AP]M$/)
  await expect(fieldIn(page)).toBeFocused()
  await expect(fieldIn(page)).toHaveValue('')
  expect(stub.asked).toMatchObject([{ messages: [{ role: 'user', content: 'What does\nan **MVP** cost?' }] }])

  await page.keyboard.press('Escape')
  await expect(panelIn(page)).toHaveCount(0)
  await expect(buttonIn(page)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(fieldIn(page)).toBeFocused()
  await page.getByRole('button', { name: 'Minimize' }).press('Enter')
  await expect(fieldIn(page)).toBeHidden()
  await page.getByRole('button', { name: 'Expand' }).press('Enter')
  await expect(logIn(page)).toContainText('$2,999')
  await page.getByRole('button', { name: 'Close' }).press('Enter')
  await expect(buttonIn(page)).toBeFocused()
})

test('shows words as they arrive, and announces complete replies to screen readers', async ({ page, stub }) => {
  let finish = () => {}
  stub.script((asked) => {
    asked.says({ type: 'text', text: 'An MVP starts from $2,999, see /blog/saas-mvp-cost-guide. ' })
    finish = () => replyOf('What is it for?')(asked)
  }, reply)
  await openPanel(page)
  await page.getByRole('button', { name: question }).click()
  await expect(fieldIn(page)).toBeDisabled()
  await expect(panelIn(page).getByText('An MVP starts from $2,999')).toBeVisible()
  await expect(logIn(page)).not.toContainText('2,999')
  await expect(panelIn(page).getByText('The agent is typing')).toHaveCount(1)
  await expect(panelIn(page)).toBeFocused()
  // A link that is still coming would lose the focus again.
  const link = panelIn(page).locator('.chat-log').getByText('/blog/saas-mvp-cost-guide')
  await link.evaluate((element) => element.focus())
  await expect(link).not.toBeFocused()
  finish()
  await expect(logIn(page)).toContainText('What is it for?')
  await expect(panelIn(page).getByText('The agent is typing')).toHaveCount(0)
  await expect(fieldIn(page)).toBeFocused()
  await ask(page, 'A shop.')
  await expect.poll(() => stub.asked.length).toBe(2)
  expect(stub.asked[1]).toMatchObject({
    messages: [{ content: question }, { role: 'assistant' }, { content: 'A shop.' }],
  })
})

test('keeps a reply that was stopped, interrupted or reloaded, and continues it', async ({
  page,
  stub,
  complaints,
}) => {
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  let breakOff = () => {}
  stub.script(
    (asked) => {
      asked.answer.on('close', resolve)
      asked.says({ type: 'text', text: 'An MVP starts from $2,999. ' })
    },
    (asked) => {
      asked.says({ type: 'text', text: 'What is ' })
      breakOff = () => asked.answer.destroy()
    },
    ({ says }) => says({ type: 'text', text: 'it ' }),
    replyOf('for?'),
  )
  const panel = panelIn(page)
  await openPanel(page)
  await ask(page, question)
  await expect(panel.getByText('An MVP starts from $2,999.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await gone
  await expect(logIn(page)).toContainText('An MVP starts from $2,999.')
  await expect(panel.getByText('Stopped.')).toBeVisible()
  await expect(fieldIn(page)).toBeFocused()

  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(panel.getByText('What is')).toBeVisible()
  breakOff()
  await expect(panel.getByText('The connection was lost.')).toBeVisible()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(panel.getByText('What is it')).toBeVisible()
  await page.reload()
  await buttonIn(page).click()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(logIn(page).locator('p')).toHaveText([question, whole])
  expect(stub.asked[3]).toMatchObject({ messages: [{ role: 'user' }, { role: 'assistant' }] })
  complaints.length = 0
})

test('shows the server’s reason, and offers to leave an unanswered message for the studio', async ({
  page,
  stub,
  complaints,
}) => {
  stub.script(
    ({ answer }) => answer.writeHead(429).end('{"ok":false,"message":"Please wait a minute."}'),
    reply,
    ({ says, answer }) => {
      says({ type: 'text', text: 'I apologize. Write to hello@kitewright.example 🤖' })
      says({ type: 'done', outcome: 'apology' })
      answer.end()
    },
    () => undefined,
  )
  await page.clock.install()
  await openPanel(page)
  await ask(page, question)
  await expect(panelIn(page).getByText('Please wait a minute.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(logIn(page).locator('p')).toHaveText([question, whole])
  await ask(page, 'I need a booking system')
  await expect(panelIn(page).getByRole('link', { name: 'hello@kitewright.example' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send it as a request' })).toBeVisible()
  await ask(page, 'for three clinics')
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await page.clock.fastForward(41_000)
  await expect(panelIn(page).getByText('The connection was lost.')).toBeVisible()
  await page.getByRole('button', { name: 'Send it as a request' }).click()
  const need = page.getByRole('dialog').getByLabel('What do you need?')
  await expect(need).toHaveValue(`${question}\nI need a booking system\nfor three clinics`)
  complaints.length = 0
})

test('keeps the conversation through a reload until “Start over”, which can be undone', async ({ page, stub }) => {
  stub.script(reply)
  await openPanel(page)
  await ask(page, question)
  await expect(logIn(page)).toContainText(whole)
  await fieldIn(page).fill('And how')
  const scripts: string[] = []
  page.on('request', (request) => request.url().endsWith('.js') && scripts.push(request.url()))
  await page.reload({ waitUntil: 'networkidle' })
  await expect(panelIn(page)).toHaveCount(0)
  expect(scripts).toEqual([])
  await buttonIn(page).click()
  await expect(logIn(page).locator('p')).toHaveText([question, whole])
  await expect(logIn(page)).toHaveAttribute('aria-live', 'off')
  await expect(fieldIn(page)).toHaveValue('And how')

  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(logIn(page)).toBeEmpty()
  await expect(fieldIn(page)).toBeFocused()
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('chat'))).not.toContain('MVP')
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(logIn(page)).toContainText(whole)
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.reload()
  await buttonIn(page).click()
  await expect(page.getByRole('heading', { name: 'Ready to Build Your SaaS?' })).toBeVisible()
})

const buttons = [
  { id: 'prices', title: 'Prices' },
  { id: 'times', title: 'How long it takes' },
]
const turn = { facts: [], moves: ['unsure'], asked: '', buttons }

test('offers topics as buttons, and sends back what each reply said, also after a reload', async ({ page, stub }) => {
  stub.script(({ says, answer }) => {
    says({ type: 'text', text: 'Is it about one of these?', proof: 'early' })
    says({ type: 'turn', turn, proof: 'late' })
    says({ type: 'done', outcome: 'answered' })
    answer.end()
  }, reply)
  await openPanel(page)
  await ask(page, 'Is it wheelchair accessible?')
  const topics = panelIn(page).getByRole('list', { name: 'Topics' }).getByRole('button')
  await expect(topics).toHaveText(['Prices', 'How long it takes'])
  await expect(panelIn(page).getByText('Or ask the founder: hello@kitewright.example')).toBeVisible()
  for (const topic of await topics.all()) expect((await topic.boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.reload()
  await buttonIn(page).click()
  await topics.first().click()
  await expect(logIn(page).locator('p')).toHaveText([/accessible/, 'Is it about one of these?', 'Prices', whole])
  await expect(topics).toHaveCount(0)
  await expect(fieldIn(page)).toBeFocused()
  expect(stub.asked[1]).toMatchObject({
    filled: [],
    messages: [{ role: 'user' }, { role: 'assistant', turn, proof: 'late' }, { content: 'Prices', picked: 'prices' }],
  })
})

test('keeps a message that was written offline, and sends it when asked to', async ({ page, stub, complaints }) => {
  stub.script(reply)
  await openPanel(page)
  await page.context().setOffline(true)
  // Intercepted requests would get through.
  await page.unroute('**/api/chat')
  await ask(page, question)
  const panel = panelIn(page)
  await expect(panel.getByText('You’re offline. Your message is saved and hasn’t been sent.')).toBeVisible()
  await expect(panel.getByText('Offline', { exact: true })).toBeVisible()
  await expect(panel.getByText('On Duty')).toBeHidden()
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await expect(send).toBeDisabled()
  await ask(page, 'Anybody there?')
  await expect(fieldIn(page)).toHaveValue('Anybody there?')
  await page.context().setOffline(false)
  await page.route('**/api/chat', (route) => route.continue({ url: stub.url }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(logIn(page).locator('p')).toHaveText([question, whole])
  await expect(panel.getByText('On Duty')).toBeVisible()
  await expect(send).toBeEnabled()
  complaints.length = 0
})

test('has one size from opening on, and nothing covers the conversation unasked', async ({ page, stub }) => {
  stub.script((asked) => {
    asked.says({
      type: 'details',
      details: { name: 'Ada', email: 'ada@client.example', requirements: 'A kite. '.repeat(30) },
    })
    replyOf('Thank you. '.repeat(20))(asked)
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await openPanel(page)
  const size = { x: 1020, y: 160, width: 400, height: 720 }
  expect(await panelIn(page).boundingBox()).toEqual(size)
  for (const text of ["I'm Ada, ada@client.example", 'And now?']) await ask(page, text)
  await expect(logIn(page).locator('p')).toHaveCount(4)
  const card = panelIn(page).getByRole('region', { name: 'Your request' })
  await expect(card).toBeVisible()
  expect(await panelIn(page).boundingBox()).toEqual(size)
  // The reply's beginning stays in sight above the card.
  await expect(logIn(page).locator('p').last()).toBeInViewport()
  await page.locator('.chat-log').hover()
  await page.mouse.wheel(0, -5_000)
  const bar = panelIn(page).getByRole('button', { name: 'Your request is ready Review' })
  await expect(bar).toBeVisible()
  const edges = (part: Locator) =>
    part.evaluate((each) => [each.getBoundingClientRect().top, each.getBoundingClientRect().bottom])
  const [log, review, input] = [
    await edges(page.locator('.chat-log')),
    await edges(bar),
    await edges(page.locator('.chat-input')),
  ]
  expect([log[1], review[1]]).toEqual([review[0], input[0]])
  await bar.click()
  await expect(card).toBeFocused()
  await expect(card.getByRole('button', { name: 'Send request' })).toBeInViewport()
  await expect(bar).toHaveCount(0)
})
