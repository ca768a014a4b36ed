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
import { elementsPastTheEdge, expectNothingFound } from '../support/site.ts'

test('by keyboard alone: Enter opens, Escape closes and gives the focus back, Space opens again', async ({ page }) => {
  await page.goto('/')
  await buttonIn(page).focus()
  await page.keyboard.press('Enter')
  await expect(fieldIn(page)).toBeFocused()
  await expect(page).toHaveURL(/\/$/)
  await expect(buttonIn(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await expect(panelIn(page)).toHaveCount(0)
  await expect(buttonIn(page)).toBeFocused()
  await page.keyboard.press('Space')
  await expect(fieldIn(page)).toBeFocused()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(buttonIn(page)).toBeFocused()
})

test('minimised, the panel is its head alone, and expands again with the talk in it', async ({ page, stub }) => {
  stub.script(replyOf('From $2,999.'))
  await openPanel(page)
  await ask(page, 'What does an MVP cost?')
  await page.getByRole('button', { name: 'Minimize' }).click()
  await expect(fieldIn(page)).toBeHidden()
  await expect(panelIn(page).getByText('Kitewright Agent', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Expand' }).click()
  await expect(logIn(page)).toContainText('From $2,999.')
})

test('a button that is pressed and opens the panel at once does not make it step aside', async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 320 })
  await openPanel(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await buttonIn(page).evaluate(async (button: HTMLElement) => {
    button.blur()
    button.focus()
    button.click()
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  })
  await expect(fieldIn(page)).toBeVisible()
})

test('what has the focus outside is never covered: the panel steps aside', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 480 })
  await openPanel(page)
  const links = page.locator('.footer a')
  for (let i = 0; i < (await links.count()); i += 1) {
    await links.nth(i).focus()
    await expect
      .poll(() =>
        links.nth(i).evaluate((link) => {
          const { x, y, width, height } = link.getBoundingClientRect()
          const top = document.elementFromPoint(x + width / 2, y + height / 2)
          return link.contains(top)
        }),
      )
      .toBe(true)
    const expand = page.getByRole('button', { name: 'Expand' })
    if (await expand.isVisible()) await expand.click()
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the button is a link to the contact form', async ({ page }) => {
    await page.goto('/')
    await buttonIn(page).click()
    await expect(page).toHaveURL(/#contact$/)
  })
})

test('where the code does not come, the button is a plain link, and the next touch tries again', async ({
  page,
  complaints,
}) => {
  await page.route('**/islands/agent*', (route) => route.abort())
  await page.goto('/')
  await buttonIn(page).click()
  await expect(page).toHaveURL(/#contact$/)
  await page.unroute('**/islands/agent*')
  await page.goto('/')
  await page.route('**/_astro/react*', (route) => route.abort())
  await buttonIn(page).click()
  await expect(page).toHaveURL(/#contact$/)
  await expect(panelIn(page)).toHaveCount(0)
  await expect(buttonIn(page)).toBeVisible()
  await page.goto('/')
  await buttonIn(page).hover()
  await page.waitForEvent('console')
  await expect(page).toHaveURL(/\/$/)
  complaints.length = 0
})

test('where the booking’s code does not come, the talk stays, a mail can be written, and the next message tries again', async ({
  page,
  stub,
  complaints,
}) => {
  stub.script(({ says, answer }) => {
    says({ type: 'booking', booking: { name: 'Ada', email: 'ada@client.example' } })
    replyOf('Thank you.')({ says, answer, body: {} })
  })
  await page.route('**/islands/agent-booking*', (route) => route.abort())
  await openPanel(page)
  await ask(page, "I'm Ada, ada@client.example")
  await expect(panelIn(page).getByRole('link', { name: 'hello@kitewright.example' })).toBeVisible()
  await expect(logIn(page)).toContainText('Thank you.')
  await page.unroute('**/islands/agent-booking*')
  await ask(page, 'A shop')
  await expect(page.getByRole('link', { name: 'Book Consultation Now' })).toBeVisible()
  await expect(panelIn(page).getByRole('link', { name: 'hello@kitewright.example' })).toHaveCount(0)
  complaints.length = 0
})

test('what was typed into a panel whose code then does not come stands in the contact form', async ({
  page,
  complaints,
}) => {
  const { promise: typed, resolve: endTyping } = Promise.withResolvers<void>()
  await page.route('**/_astro/react*', async (route) => {
    await typed
    await route.abort()
  })
  await page.goto('/')
  await buttonIn(page).click()
  await expect(fieldIn(page)).toBeFocused()
  await page.keyboard.type('Write to ada@client.example')
  endTyping()
  await expect(page).toHaveURL(/#contact$/)
  await expect(page.locator('main textarea')).toHaveValue('Write to ada@client.example')
  complaints.length = 0
})

test('what is typed and sent before React is there is not lost', async ({ page, stub }) => {
  stub.script(replyOf('From $2,999.'))
  const { promise: react, resolve: letReactIn } = Promise.withResolvers<void>()
  await page.route('**/_astro/react*', async (route) => {
    await react
    await route.continue()
  })
  await page.goto('/')
  await buttonIn(page).click()
  await expect(fieldIn(page)).toBeFocused()
  await page.keyboard.type('What does an MVP cost?')
  await page.keyboard.press('Enter')
  letReactIn()
  await expect(logIn(page).locator('p')).toHaveText(['What does an MVP cost?', 'From $2,999.'])
})

test('axe finds nothing on the open panel, nor on its offer to book and its errors', async ({ page, stub }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await openPanel(page)
  await expectNothingFound(page, '#agent')
  stub.script(({ says, answer }) => {
    says({ type: 'booking', booking: { name: 'Ada Lovelace', email: 'ada@client.example' } })
    says({ type: 'text', text: 'Thank you. See /blog/saas-mvp-cost-guide' })
    answer.end()
  })
  await ask(page, "I'm Ada Lovelace, ada@client.example")
  await expect(page.getByRole('link', { name: 'Book Consultation Now' })).toBeVisible()
  await expect(panelIn(page).getByText('The connection was lost.')).toBeVisible()
  await expectNothingFound(page, '#agent')
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 700 })
    expect(await elementsPastTheEdge(page)).toEqual([])
  }
})

test('at 320 px the button covers neither the end of the page nor the contact form’s own button', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto('/')
  const overlaps = async (other: import('@playwright/test').Locator) => {
    await other.scrollIntoViewIfNeeded()
    const [a, b] = [await buttonIn(page).boundingBox(), await other.boundingBox()]
    if (!a || !b) throw new Error('something is not on the page')
    return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  }
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  expect(await overlaps(page.locator('.footer-foot'))).toBe(false)
  await page.locator('main').getByRole('button', { name: 'Send Message' }).focus()
  expect(await overlaps(page.locator('main').getByRole('button', { name: 'Send Message' }))).toBe(false)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 700 }, hasTouch: true, isMobile: true })

  test('it is a sheet over the whole screen that follows the keyboard, in 16 px', async ({ page, stub }) => {
    stub.script(replyOf('From $2,999.'))
    await page.goto('/')
    await buttonIn(page).tap()
    await isAlive(page)
    expect(await panelIn(page).boundingBox()).toEqual({ x: 0, y: 0, width: 375, height: 700 })
    await expect(fieldIn(page)).toHaveCSS('font-size', '16px')
    await expect(panelIn(page)).toBeFocused()
    await page.evaluate(() => {
      // What a browser does when its keyboard comes up.
      Object.defineProperty(visualViewport, 'height', { value: 400 })
      Object.defineProperty(visualViewport, 'offsetTop', { value: 30 })
      visualViewport?.dispatchEvent(new Event('resize'))
    })
    expect(await panelIn(page).boundingBox()).toMatchObject({ y: 30, height: 400 })
    await fieldIn(page).fill('What does an MVP cost?')
    await page.getByRole('button', { name: 'Send', exact: true }).tap()
    await expect(logIn(page)).toContainText('From $2,999.')
    await expect(logIn(page).getByText('From $2,999.')).toBeInViewport()
  })
})

test.describe('on a phone that lies on its side', () => {
  test.use({ viewport: { width: 667, height: 375 }, hasTouch: true, isMobile: true })

  test('the sheet follows the keyboard as well, and the input stays above it', async ({ page }) => {
    await openPanel(page)
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, 'height', { value: 175 })
      visualViewport?.dispatchEvent(new Event('resize'))
    })
    expect(await panelIn(page).boundingBox()).toMatchObject({ x: 0, y: 0, width: 667, height: 175 })
    await fieldIn(page).focus()
    const box = await fieldIn(page).boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(175)
  })
})
