import { createServer, type ServerResponse } from 'node:http'
import { json } from 'node:stream/consumers'
import type { Page } from '@playwright/test'
import { listen } from './listen.ts'
import { test as base, expect } from './site.ts'

/** A site whose chat gives scripted replies; everything else is real. */
export const test = base.extend<{ stub: Awaited<ReturnType<typeof startChatStub>> }>({
  stub: [
    async ({ page }, use) => {
      const stub = await startChatStub()
      // Not fulfilled by Playwright, which can't stream.
      await page.route('**/api/chat', (route) => route.continue({ url: stub.url }))
      await use(stub)
      stub.stop()
    },
    { auto: true },
  ],
})

export const panelIn = (page: Page) => page.getByRole('region', { name: 'Kitewright Agent' })
export const buttonIn = (page: Page) => page.locator('a.agent')
export const fieldIn = (page: Page) => page.getByRole('textbox', { name: 'Your message' })
export const logIn = (page: Page) => page.getByRole('log')

/** Opens the home page and its chat panel, and waits until it's hydrated. */
export async function openPanel(page: Page): Promise<void> {
  await page.goto('/')
  await buttonIn(page).click()
  await expect(fieldIn(page)).toBeVisible()
  await isAlive(page)
}

/** Waits until React has hydrated the panel. React marks the elements. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('.chat-input textarea') ?? {}).some((key) => key.startsWith('__react')),
  )
}

export async function ask(page: Page, text: string): Promise<void> {
  await fieldIn(page).fill(text)
  await fieldIn(page).press('Enter')
}

/** The response to a post to /api/chat. */
type Asked = { answer: ServerResponse; says: (event: object) => void }
type Reply = (asked: Asked) => unknown

async function startChatStub() {
  /** The posted bodies, in order. */
  const asked: unknown[] = []
  let replies: Reply[] = []
  const server = createServer(async (incoming, answer) => {
    asked.push(await json(incoming))
    const says = (event: object) => {
      if (!answer.headersSent) answer.setHeader('content-type', 'text/event-stream')
      answer.write(`data: ${JSON.stringify(event)}\n\n`)
    }
    const next = replies.length > 1 ? replies.shift() : replies[0]
    await next?.({ answer, says })
  })
  return {
    url: `http://127.0.0.1:${await listen(server)}/`,
    asked,
    /** One reply for each of the next posts; the last one also answers all later posts. */
    script(...all: Reply[]) {
      replies = all
    },
    stop: () => server.close().closeAllConnections(),
  }
}

/** A complete reply, sentence by sentence. */
export function replyOf(...sentences: string[]): Reply {
  return ({ says, answer }) => {
    for (const text of sentences) says({ type: 'text', text })
    says({ type: 'done', outcome: 'answered' })
    answer.end()
  }
}

export { expect }
