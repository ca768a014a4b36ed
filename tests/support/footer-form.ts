import { expect, type Page } from '@playwright/test'

/** The newsletter's form at the foot of a page. */
export function footerOf(page: Page) {
  const form = page.locator('footer form')
  return { form, email: form.getByLabel('Your e-mail'), send: form.getByRole('button', { name: 'Subscribe' }) }
}

/** Opens a page as a person does, who takes some seconds to reach its foot. */
export async function openFooter(page: Page, path = '/') {
  await page.clock.install()
  await page.goto(path)
  const footer = footerOf(page)
  await footer.form.hover()
  await expect(footer.form).toHaveJSProperty('noValidate', true)
  await page.clock.runFor(5_000)
  return footer
}
