import { expect, test as onSite } from './site.ts'
import { type RunningDesk, startDesk } from './start-desk.ts'

/** A desk beside the site, for each worker. */
export const test = onSite.extend<
  { enter: () => Promise<void>; send: (name: string) => Promise<string> },
  { desk: RunningDesk }
>({
  desk: [
    async ({ site }, use) => {
      const desk = await startDesk(site.dataDir)
      await use(desk)
      expect(await desk.stop()).toBe(0)
    },
    { scope: 'worker' },
  ],
  /** Sends a request as a visitor does. @returns its reference */
  send: async ({ request }, use) => {
    await use(async (name) => {
      const data = {
        name,
        email: `${crypto.randomUUID()}@example.com`,
        project: `${name} wants a shop.`,
        elapsedMs: 30_000,
      }
      const answer = await request.post('/api/contact', { data })
      return (await answer.json()).reference
    })
  },
  enter: async ({ page, desk }, use) => {
    await use(async () => {
      await page.goto(await desk.nextAddress())
      await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
    })
  },
})
