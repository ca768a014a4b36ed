import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '../support/on-desk.ts'
import { elementsPastTheEdge, expect, expectNothingFound } from '../support/site.ts'

test('what the agent could not answer is taught to an answer, and taken back', async ({
  page,
  enter,
  request,
  folder,
}) => {
  const strange = 'Can my parrot juggle teapots?'
  const transcript = [
    { role: 'user', content: 'What does an MVP cost?' },
    { role: 'assistant', content: 'It costs $2,999.' },
    { role: 'user', content: strange },
  ]
  const data = { name: 'Ada', email: 'ada@example.com', requirements: 'A shop', transcript, elapsedMs: 30_000 }
  expect((await request.post('/api/booking', { data })).status()).toBe(200)
  const read = () => readFileSync(join(folder, 'content/agent/examples/refusals.yaml'), 'utf8')
  const before = read()

  await enter()
  await page.keyboard.press('9')
  await expect(page.locator('.row')).toHaveCount(1)
  await page.keyboard.press('j')
  const question = page.getByRole('article')
  await expect(question).toContainText('It costs $2,999.')
  await expect(question.getByRole('button', { name: /^Teach it to / })).toHaveCount(5)
  await expectNothingFound(page)
  expect(await elementsPastTheEdge(page)).toEqual([])
  await question.getByLabel('The words to teach').fill('do parrots juggle')
  await question.getByLabel('Another answer').fill('unknown')
  await question.getByRole('button', { name: 'Teach it to this one' }).click()

  await expect(page.getByRole('status')).toContainText(
    '“do parrots juggle” is written to unknown, in agent/examples/refusals.yaml.',
  )
  await expect(page.getByText('The answers were changed since the site was built.')).toBeVisible()
  await expect(page.locator('.row')).toHaveCount(0)
  expect(read()).toContain('\n  do parrots juggle\n')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.locator('.row')).toHaveCount(1)
  expect(read()).toBe(before)
})
