import {
  type Asked,
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

/** Says the first half, and waits. */
const half = ({ says }: Asked) => says({ type: 'text', text: 'An MVP starts from $2,999. ' })

test('nothing of the panel is loaded before somebody reaches for its button, and then 65 kB at most', async ({
  page,
}) => {
  const files: Promise<number>[] = []
  page.on('response', (response) => {
    if (/\.js$/.test(response.url())) files.push(Promise.resolve(Number(response.headers()['content-length'])))
  })
  await page.goto('/', { waitUntil: 'networkidle' })
  expect(files).toHaveLength(0)
  await buttonIn(page).hover()
  await page.waitForLoadState('networkidle')
  await buttonIn(page).click()
  await isAlive(page)
  const bytes = (await Promise.all(files)).reduce((sum, each) => sum + each, 0)
  expect(bytes).toBeGreaterThan(50_000)
  expect(bytes).toBeLessThanOrEqual(65_000)
})

test('the panel says what it is, that an AI answers, and how to reach a human', async ({ page }) => {
  await openPanel(page)
  const panel = panelIn(page)
  for (const text of ['Kitewright Agent', 'On Duty', 'Ready to Build Your SaaS?', 'Dual AI System • Available 24/7'])
    await expect(panel.getByText(text, { exact: true })).toBeVisible()
  await expect(panel.getByText(/You are talking to an AI/)).toBeVisible()
  await panel.getByRole('link', { name: 'Write to a human' }).click()
  await expect(page).toHaveURL(/#contact$/)
  await expect(page.locator('#contact h2')).toBeInViewport()
  await expect(panel.getByRole('button', { name: 'Expand' })).toBeVisible()
})

test('a question gets its answer, both with their time; Shift+Enter breaks the line', async ({ page, stub }) => {
  stub.script(reply)
  await openPanel(page)
  await expect(fieldIn(page)).toBeFocused()
  await page.keyboard.type('What does')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('an MVP cost?')
  await page.keyboard.press('Enter')
  await expect(logIn(page).locator('p')).toHaveText(['What does\nan MVP cost?', whole])
  await expect(logIn(page).locator('time')).toHaveText([/^\d\d:\d\d$/, /^\d\d:\d\d$/])
  await expect(fieldIn(page)).toHaveValue('')
  await expect(fieldIn(page)).toBeFocused()
  expect(stub.asked).toMatchObject([{ messages: [{ role: 'user', content: 'What does\nan MVP cost?' }] }])
})

test('a suggested question is asked by a click, and the whole talk goes along with the next', async ({
  page,
  stub,
}) => {
  stub.script(reply)
  await openPanel(page)
  await page.getByRole('button', { name: question }).click()
  await expect(logIn(page)).toContainText(whole)
  await ask(page, 'A shop.')
  await expect.poll(() => stub.asked.length).toBe(2)
  expect(stub.asked[1]).toMatchObject({
    messages: [
      { role: 'user', content: question },
      { role: 'assistant', content: whole },
      { role: 'user', content: 'A shop.' },
    ],
  })
})

test('while a reply is pending the input is off; words are seen as they come, and the log gets them when they are whole', async ({
  page,
  stub,
}) => {
  let finish = () => {}
  stub.script((asked) => {
    half(asked)
    finish = () => {
      asked.says({ type: 'text', text: 'What is it for?' })
      asked.says({ type: 'done', outcome: 'answered' })
      asked.answer.end()
    }
  })
  await openPanel(page)
  await ask(page, question)
  await expect(fieldIn(page)).toBeDisabled()
  await expect(panelIn(page).getByText('An MVP starts from $2,999.')).toBeVisible()
  await expect(logIn(page)).not.toContainText('2,999')
  await expect(panelIn(page).getByText('The agent is typing')).toHaveCount(1)
  await expect(panelIn(page)).toBeFocused()
  finish()
  await expect(logIn(page)).toContainText(whole)
  await expect(panelIn(page).getByText('The agent is typing')).toHaveCount(0)
  await expect(fieldIn(page)).toBeFocused()
})

test('blank messages go nowhere; what is too long is told, kept and not sent', async ({ page, stub }) => {
  stub.script(reply)
  await openPanel(page)
  await ask(page, ' \n ')
  const long = 'x'.repeat(2001)
  await ask(page, long)
  await expect(panelIn(page).getByRole('alert')).toContainText('2001 / 2000')
  await expect(fieldIn(page)).toHaveValue(long)
  expect(stub.asked).toEqual([])
  await ask(page, 'x'.repeat(2000))
  await expect.poll(() => stub.asked.length).toBe(1)
})

test('Enter that chooses a word of an input method sends nothing', async ({ page, stub }) => {
  stub.script(reply)
  await openPanel(page)
  await fieldIn(page).fill('にほん')
  await fieldIn(page).dispatchEvent('keydown', { key: 'Enter', isComposing: true })
  await fieldIn(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229 })
  await fieldIn(page).dispatchEvent('keydown', { key: 'Escape', isComposing: true })
  await expect(panelIn(page)).toBeVisible()
  await expect(fieldIn(page)).toHaveValue('にほん')
  expect(stub.asked).toEqual([])
})

test('Stop keeps what came, and the connection ends', async ({ page, stub }) => {
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  stub.script((asked) => {
    asked.answer.on('close', resolve)
    half(asked)
  })
  await openPanel(page)
  await ask(page, question)
  await expect(panelIn(page).getByText('An MVP starts from $2,999.')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  await gone
  await expect(logIn(page)).toContainText('An MVP starts from $2,999.')
  await expect(panelIn(page).getByText('Stopped.')).toBeVisible()
  await expect(fieldIn(page)).toBeFocused()
})

test('a broken connection keeps what came and offers to go on, which continues the same message', async ({
  page,
  stub,
  complaints,
}) => {
  let breakOff = () => {}
  stub.script((asked) => {
    half(asked)
    breakOff = () => asked.answer.destroy()
  }, replyOf('What is it for?'))
  await openPanel(page)
  await ask(page, question)
  await expect(panelIn(page).getByText('An MVP starts from $2,999.')).toBeVisible()
  breakOff()
  await expect(panelIn(page).getByText('The connection was lost.')).toBeVisible()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(logIn(page).locator('p')).toHaveText([question, whole])
  expect(stub.asked[1]).toMatchObject({ messages: [{ role: 'user' }, { role: 'assistant' }] })
  complaints.length = 0
})

test('a server that takes the message and says nothing is given up, and the message can be left as a request', async ({
  page,
  stub,
}) => {
  stub.script(() => undefined)
  await page.clock.install()
  await openPanel(page)
  await ask(page, question)
  await expect(page.getByRole('button', { name: 'Stop' })).toBeVisible()
  await page.clock.fastForward(41_000)
  await expect(panelIn(page).getByText('The connection was lost.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send it as a request' })).toBeVisible()
})

test('a link in a reply that is still coming takes no focus that it would lose again', async ({ page, stub }) => {
  stub.script(({ says }) => says({ type: 'text', text: 'See /blog/saas-mvp-cost-guide for more. ' }))
  await openPanel(page)
  await ask(page, question)
  const link = panelIn(page).locator('.chat-scroll').getByText('/blog/saas-mvp-cost-guide')
  await expect(link).toBeVisible()
  await link.evaluate((element) => element.focus())
  await expect(link).not.toBeFocused()
})

test('the server’s own reason is shown, and trying again asks the same', async ({ page, stub, complaints }) => {
  stub.script(({ answer }) => {
    answer.writeHead(429, { 'content-type': 'application/json' })
    answer.end(JSON.stringify({ ok: false, message: 'Please wait a minute.' }))
  }, reply)
  await openPanel(page)
  await ask(page, question)
  await expect(panelIn(page).getByText('Please wait a minute.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(logIn(page).locator('p')).toHaveText([question, whole])
  complaints.length = 0
})

test('after the apology everything typed stands in a request', async ({ page, stub }) => {
  stub.script(({ says, answer }) => {
    says({ type: 'text', text: 'I apologize. Write to hello@kitewright.example 🤖' })
    says({ type: 'done', outcome: 'apology' })
    answer.end()
  })
  await openPanel(page)
  await ask(page, 'I need a booking system')
  await expect(panelIn(page).getByRole('link', { name: 'hello@kitewright.example' })).toBeVisible()
  await ask(page, 'for three clinics')
  await expect.poll(() => stub.asked.length).toBe(2)
  await page.getByRole('button', { name: 'Send it as a request' }).click()
  await expect(page.getByLabel('Requirements')).toHaveValue('I need a booking system\nfor three clinics')
})

test('marks go, own pages become links, and nothing of HTML comes to life', async ({ page, stub }) => {
  stub.script(
    replyOf('## Prices\n', '**From** $2,999, see /blog/saas-mvp-cost-guide or <b>https://evil.example/x</b>. '),
  )
  await openPanel(page)
  await ask(page, '**bold** stays mine')
  await expect(logIn(page).locator('p')).toHaveText([
    '**bold** stays mine',
    'Prices\nFrom $2,999, see /blog/saas-mvp-cost-guide or <b>https://evil.example/x</b>.',
  ])
  await expect(logIn(page).getByRole('link')).toHaveText(['/blog/saas-mvp-cost-guide'])
  await expect(logIn(page).locator('b')).toHaveCount(0)
})

test('a reload keeps the conversation, opens nothing by itself, and loads nothing', async ({ page, stub }) => {
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
})

test('a reload in the middle of a reply keeps what came, as one that broke', async ({ page, stub }) => {
  stub.script(half, replyOf('What is it for?'))
  await openPanel(page)
  await ask(page, question)
  await expect(panelIn(page).getByText('An MVP starts from $2,999.')).toBeVisible()
  await page.reload()
  await buttonIn(page).click()
  await page.getByRole('button', { name: 'Go on' }).click()
  await expect(logIn(page).locator('p')).toHaveText([question, whole])
})

test("'Start over' empties the talk and the tab's memory, and can be undone", async ({ page, stub }) => {
  stub.script(reply)
  await openPanel(page)
  await ask(page, question)
  await expect(logIn(page)).toContainText(whole)
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect(logIn(page)).toBeEmpty()
  await expect(fieldIn(page)).toBeFocused()
  const kept = () => page.evaluate(() => sessionStorage.getItem('chat') ?? '')
  await expect.poll(kept).not.toContain('MVP')
  await page.getByRole('button', { name: 'Bring it back' }).click()
  await expect(logIn(page)).toContainText(whole)
  await page.getByRole('button', { name: 'Start over' }).click()
  await page.reload()
  await buttonIn(page).click()
  await expect(page.getByRole('heading', { name: 'Ready to Build Your SaaS?' })).toBeVisible()
})

test('rubbish in the storage, and a browser that keeps none, are borne', async ({ page, stub }) => {
  stub.script(reply)
  await page.addInitScript(() => sessionStorage.setItem('chat', '{"messages":[7,{"role":"x"}],"info":3,"draft":{}}'))
  await openPanel(page)
  await ask(page, question)
  await expect(logIn(page)).toContainText(whole)
})
