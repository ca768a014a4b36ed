import type { Locator, Page } from '@playwright/test'
import { buttonIn, isAlive, panelIn } from '../support/chat-site.ts'
import { expect, footerOf, test } from '../support/site.ts'

/** Scrolls until an element stands this far below the window's top. */
async function bringTo(element: Locator, y: number) {
  await element.evaluate((found, top) => scrollBy(0, found.getBoundingClientRect().top - top), y)
}

/** Whether nothing lies on an element, nor cuts it, at its corners. */
async function expectClear(element: Locator) {
  await expect
    .poll(() =>
      element.evaluate((found) => {
        const { left, top, right, bottom } = found.getBoundingClientRect()
        const corners = [left + 3, right - 3].flatMap((x) => [top + 3, bottom - 3].map((y) => [x, y] as const))
        return corners.every(([x, y]) => found.contains(document.elementFromPoint(x, y)))
      }),
    )
    .toBe(true)
}

const sendIn = (page: Page) => page.getByRole('button', { name: 'Send Message' })

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  for (const y of [120, 300, 600]) {
    test(`pressed at ${y} px of ${width} × ${height}, Send brings its red box, then its thanks, clear of the bar`, async ({
      page,
    }) => {
      const main = page.locator('main')
      await page.setViewportSize({ width, height })
      await page.goto('/')
      await bringTo(sendIn(page), y)
      await sendIn(page).click()
      await expectClear(main.getByRole('alert'))
      await expect(page.locator('input[name=name]')).toBeFocused()
      await page.locator('input[name=name]').fill('Seen Person')
      await main.locator('input[name=email]').fill('seen@client.example')
      await main.locator('textarea').fill(`A shop at ${y} of ${width}`)
      await bringTo(sendIn(page), y)
      await sendIn(page).click()
      await expectClear(main.getByRole('status'))
    })

    test(`pressed at ${y} px of ${width} × ${height}, Subscribe brings what it has to say into view`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height })
      await page.goto('/blog')
      const form = page.locator('main form.newsletter')
      const send = form.getByRole('button', { name: 'Subscribe' })
      await bringTo(send, y)
      await send.click()
      await expectClear(form.locator('.field-error'))
      await expect(form.getByLabel('Your e-mail')).toBeFocused()
      await form.getByLabel('Your e-mail').fill(`seen-${y}-${width}@reader.example`)
      await bringTo(send, y)
      await send.click()
      await expectClear(form.getByRole('alert'))
    })
  }
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })

  test('the plain pages say what is wrong where it is seen at once', async ({ request, page, complaints }) => {
    for (const path of ['/api/contact', '/api/newsletter', '/api/booking']) {
      const answer = await request.post(path, { form: { email: 'zoe@nowhere' } })
      await page.route('**/answer', async (route) =>
        route.fulfill({ body: await answer.body(), contentType: 'text/html' }),
      )
      await page.goto('/answer')
      await expect(page.locator('main [role=alert], main .field-error').first()).toBeInViewport({ ratio: 1 })
      await page.unroute('**/answer')
    }
    complaints.length = 0
  })
})

test('after the thanks the focus is at the form, but stays where somebody has gone on', async ({ page }) => {
  for (const goesOn of [false, true]) {
    await page.clock.install()
    await page.goto('/')
    await page.locator('input[name=name]').fill('Focused Person')
    await page.locator('main input[name=email]').fill('focused@client.example')
    await page.locator('main textarea').fill(`A shop ${goesOn}`)
    await sendIn(page).click()
    await expect(page.locator('main').getByRole('status')).toBeFocused()
    if (goesOn) await footerOf(page).email.focus()
    await expect(async () => {
      await page.clock.runFor(5100)
      await expect(sendIn(page)).toBeVisible({ timeout: 500 })
    }).toPass()
    const place = page.locator(':focus')
    if (goesOn) await expect(footerOf(page).email).toBeFocused()
    else await expect(place.getByRole('button', { name: 'Send Message' })).toBeVisible()
  }
})

test('the focus is seen on Subscribe', async ({ page }) => {
  await page.goto('/newsletter')
  const button = page.getByRole('main').getByRole('button', { name: 'Subscribe' })
  await page.getByRole('main').getByLabel('Your e-mail').focus()
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await expect(button).toHaveCSS('outline-style', 'solid')
})

test.describe('with a finger', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    contextOptions: { reducedMotion: 'no-preference' },
  })

  /** A tap that takes its time, as fingers do. */
  async function tapFor(page: Page, element: Locator, heldMs: number) {
    const box = await element.boundingBox()
    if (!box) throw new Error('there is nothing to tap on')
    const devtools = await page.context().newCDPSession(page)
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }]
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
    await page.waitForTimeout(heldMs)
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    await devtools.detach()
  }

  /** Frames enough for whatever follows the focus. */
  const settled = (page: Page) =>
    page.evaluate(async () => {
      for (let frames = 0; frames < 4; frames += 1) await new Promise(requestAnimationFrame)
    })

  test('a tap opens the chat as a whole sheet, however long it is held, and after the page was touched', async ({
    page,
  }) => {
    for (const heldMs of [60, 150, 250]) {
      await page.goto('/')
      for (const time of ['first', 'second']) {
        await tapFor(page, buttonIn(page), heldMs)
        await expect(panelIn(page)).toBeVisible()
        await isAlive(page)
        await settled(page)
        expect((await panelIn(page).boundingBox())?.height, `${time}, held for ${heldMs} ms`).toBe(844)
        await tapFor(page, panelIn(page).getByRole('button', { name: 'Close' }), heldMs)
        await expect(panelIn(page)).toHaveCount(0)
        await page.touchscreen.tap(100, 400)
      }
    }
  })

  test('the banner pauses at a tap and goes on at the next', async ({ page }) => {
    await page.goto('/')
    const state = () =>
      page
        .locator('.banner-message')
        .first()
        .evaluate((message) => getComputedStyle(message).animationPlayState)
    await expect.poll(state).toBe('running')
    await page.locator('.banner-pause').tap()
    await expect.poll(state).toBe('paused')
    await page.locator('.banner-pause').tap()
    await expect.poll(state).toBe('running')
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 320, height: 700 } })

  test('where nothing is to move, the banner’s words stand there whole', async ({ page }) => {
    await page.goto('/')
    await expect(page.locator('.banner-badge').first()).toBeInViewport({ ratio: 1 })
    const strip = page.locator('.banner-strip')
    expect(await strip.evaluate((found) => found.scrollWidth <= found.clientWidth)).toBe(true)
  })

  test('the menu’s button becomes a cross, and the menu goes when the focus goes on', async ({ page }) => {
    await page.goto('/terms')
    const menu = page.locator('#menu')
    const drawn = () => page.locator('.bar-toggle path:visible').getAttribute('d')
    const closed = await drawn()
    await page.locator('.bar-toggle').click()
    await expect(menu).toBeVisible()
    expect(await drawn()).not.toBe(closed)
    const links = await menu.getByRole('link').count()
    for (let i = 0; i < links; i += 1) {
      await page.keyboard.press('Tab')
      await expect(menu).toBeVisible()
    }
    await page.keyboard.press('Tab')
    await expect(menu).toBeHidden()
    await expect(page.locator('main :focus')).toHaveCount(1)
    expect(await drawn()).toBe(closed)
  })
})
