import { afterEach, expect, test, vi } from 'vitest'
import { sqlite } from '../../tests/support/databases.ts'
import { openTestApp } from '../../tests/support/desk.ts'
import { postChat, readReply } from '../../tests/support/mock-gateway.ts'
import type { ChatMessage } from './messages.ts'

afterEach(() => vi.restoreAllMocks())

const detailsProgram = new URL('./details/details.worker.ts', import.meta.url)
const user = (content: string): ChatMessage => ({ role: 'user', content })
const fill = (piece: string) => [...piece.repeat(2_000)].slice(0, 2_000).join('')
const pieces = [
  '2-"; ; $1 ',
  'a website, and a shop, or ',
  'ﷺ, ',
  '😀\u0301',
  'I need an app for $5k in 3 weeks. ',
  'Why? ',
]

test('reads the longest chats without searching them, once, and their last message a few dozen times', async () => {
  const app = await openTestApp(await sqlite.createPlace(), {}, { detailsProgram })
  await postChat(app, 'Hello').then(readReply)
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const matchAll = vi.spyOn(String.prototype, 'matchAll')
  const hugeReply: ChatMessage = { role: 'assistant', content: 'a'.repeat(100_000) }
  for (const [i, piece] of pieces.entries()) {
    const message = user(fill(piece))
    const tooMany = Array(20).fill(message)
    for (const messages of [tooMany.slice(0, 12), tooMany, [message, hugeReply, message]]) {
      const response = await postChat(app, messages, { sender: `203.${i}.${messages.length}.7` })
      expect(response.status).toBe(200)
      await response.text()
      const characters = normalize.mock.contexts.map(String).reduce((sum, { length }) => sum + length, 0)
      // The server cleans up to 25 messages, as many as fit the limit if each character has two code units, and looks for
      // offers in the twelve that it keeps.
      expect(characters / fill(piece).length, piece).toBeLessThan(25 + 12 + 45)
      normalize.mockClear()
    }
  }
  expect(matchAll).not.toHaveBeenCalled()
})
