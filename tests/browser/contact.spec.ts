import { leadsOf } from '../support/owner.ts'
import { expect, test } from '../support/site.ts'

test('the contact page unfolds optional fields to show an error, and its email link drafts what was typed', async ({
  page,
  site,
}) => {
  const [name, email] = ['Optional Person', 'optional@client.example']
  const main = page.getByRole('main')
  const budget = main.getByLabel('Budget')
  const draft = async () => {
    const href = await main.getByRole('link', { name: 'hello@kitewright.example' }).getAttribute('href')
    return new URL(href ?? '').searchParams.get('body')?.split('\r\n')
  }
  await page.goto('/contact')
  await main.locator('form.form').hover()
  await expect(main.locator('form.form')).not.toHaveAttribute('data-island')
  await expect(budget).toBeHidden()
  await main.getByLabel('Name').fill(name)
  await main.getByLabel('Email').fill(email)
  await main.getByRole('textbox', { name: 'Message' }).fill('A kite')
  await main.getByText('Company, budget, timeline').click()
  await budget.fill('5'.repeat(201))
  await main.getByText('Company, budget, timeline').click()
  await main.getByRole('button', { name: 'Send Message' }).click()
  await expect(budget).toBeFocused()
  await expect(budget).toHaveAccessibleDescription('That’s 201 characters. The limit is 200.')
  await budget.fill('5000 USD')
  expect(await draft()).toEqual([
    ...[`Name: ${name}`, `Email: ${email}`, 'Company: Not provided', 'Budget: 5000 USD'],
    ...['Timeline: Not specified', 'Requirements: A kite'],
  ])
  await main.getByRole('button', { name: 'Send Message' }).click()
  await expect(main.getByRole('status')).toBeFocused()
  expect(leadsOf(site.dataDir).filter((lead) => lead.name === name)).toMatchObject([
    { kind: 'contact', project: 'A kite', budget: '5000 USD' },
  ])
})
