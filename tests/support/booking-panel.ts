import { expect, type Page } from '@playwright/test'
import { fieldIn } from './chat-site.ts'

export const success = "Thank you! We've received your request and will contact you within 24 hours."

export async function say(page: Page, text: string) {
  await fieldIn(page).fill(text)
  await fieldIn(page).press('Enter')
  await expect(fieldIn(page)).toBeEnabled()
}

export function field(page: Page, name: string) {
  return page.locator('.booking').getByLabel(name, { exact: true })
}

export function sendNow(page: Page) {
  return page.getByRole('button', { name: 'Send it now' })
}
