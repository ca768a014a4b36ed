import type { Page } from '@playwright/test'
import { type ChatStub, startChatStub } from './chat-stub.ts'
import { test as base, expect } from './site.ts'

/** A site whose chat answers as the test says, and the home page's panel on it. */
export const test = base.extend<{ stub: ChatStub }>({
  stub: async ({ site }, use) => {
    const stub = await startChatStub(site.url)
    await use(stub)
    stub.stop()
  },
  baseURL: async ({ stub }, use) => use(stub.url),
})

export const panelIn = (page: Page) => page.getByRole('region', { name: 'Kitewright Agent' })
export const buttonIn = (page: Page) => page.locator('a.agent')
export const fieldIn = (page: Page) => page.getByRole('textbox', { name: 'Your message' })
export const logIn = (page: Page) => page.getByRole('log')

/** Opens the home page and its panel, and waits until the code behind it is there. */
export async function openPanel(page: Page): Promise<void> {
  await page.goto('/')
  await buttonIn(page).click()
  await expect(fieldIn(page)).toBeVisible()
  await isAlive(page)
}

/** React marks the elements that it has taken over. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('.chat-input textarea') ?? {}).some((key) => key.startsWith('__react')),
  )
}

export async function ask(page: Page, text: string): Promise<void> {
  await fieldIn(page).fill(text)
  await fieldIn(page).press('Enter')
}

export { expect }
