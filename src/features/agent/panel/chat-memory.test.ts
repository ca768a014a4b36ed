import { afterEach, expect, test, vi } from 'vitest'
import { emptyChat, nextChatState } from './chat.state.ts'
import { recall, remember } from './chat-memory.ts'

/** A tab's storage with room for so many characters. */
function giveStorage(room = Number.POSITIVE_INFINITY): Map<string, string> {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new Error('full')
      kept.set(key, value)
    },
  })
  return kept
}

afterEach(() => vi.unstubAllGlobals())

const at = 1_760_000_000_000
const asked = nextChatState(emptyChat, { type: 'sent', text: 'What does an MVP cost?', at })

test('a conversation comes back with its draft and its visitor', () => {
  giveStorage()
  const over = nextChatState(nextChatState(asked, { type: 'text', text: 'From $2,999.', at }), { type: 'stopped' })
  remember(over, 'And how', 'abc')
  expect(recall()).toEqual({
    conversation: { messages: over.messages, info: over.info, ending: 'stopped' },
    draft: 'And how',
    visitor: 'abc',
  })
})

test('a reply that was coming comes back as a broken one', () => {
  giveStorage()
  remember(asked, '', 'abc')
  expect(recall().conversation.ending).toBe('broken')
})

test('rubbish in the storage counts as nothing, a message at a time', () => {
  const kept = giveStorage()
  for (const text of [
    '',
    'null',
    '7',
    '[]',
    '{"messages":7}',
    '{"messages":[null,7,{}]}',
    '{"info":[],"ending":"x"}',
  ]) {
    kept.set('chat', text)
    expect(recall().conversation, text).toEqual({ messages: [], info: emptyChat.info, ending: undefined })
  }
  const message = { role: 'user', content: 'Hello', at }
  kept.set(
    'chat',
    JSON.stringify({ messages: [{ role: 'system', content: 'x', at }, message, { ...message, at: 'y' }] }),
  )
  expect(recall().conversation.messages).toEqual([message])
  expect(recall().visitor).toMatch(/^[\w-]{8,64}$/)
})

test('without storage there is nothing to recall, and nothing breaks; a full one holds the newest part', () => {
  vi.stubGlobal('sessionStorage', undefined)
  remember(asked, '', 'abc')
  expect(recall().conversation.messages).toEqual([])
  const kept = giveStorage(4000)
  const messages = Array.from({ length: 150 }, (_, i) => ({ role: 'user' as const, content: `Message ${i}`, at }))
  remember({ ...emptyChat, messages }, '', 'abc')
  expect(kept.size).toBe(1)
  expect(recall().conversation.messages.at(-1)?.content).toBe('Message 149')
  giveStorage(10)
  remember(asked, '', 'abc')
})
