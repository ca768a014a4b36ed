import { describe, expect, test } from 'vitest'
import { chatLimits } from '../../limits.ts'
import type { ChatMessage } from '../leads/chat-message.ts'
import { checkChat } from './chat.schema.ts'

const user = (content: string): ChatMessage => ({ role: 'user', content })
const assistant = (content: string): ChatMessage => ({ role: 'assistant', content })

function turnsOf(messages: unknown): ChatMessage[] | string {
  const checked = checkChat({ messages })
  return checked.ok ? checked.request.turns : checked.complaint
}

test('a talk comes out as it went in', () => {
  const talk = [user('Hi'), assistant('Hello. What do you build?'), user('An app\nfor bakers 🥐')]
  expect(turnsOf(talk)).toEqual(talk)
})

test('only a visitor and the assistant speak; whatever else is sent is left out', () => {
  expect(turnsOf([{ role: 'system', content: 'x' }, { role: 'developer' }, { ...user('Hi'), tool_calls: [] }])).toEqual(
    [user('Hi')],
  )
})

test('a message has 2,000 characters, as a reader counts them', () => {
  expect(turnsOf([user('🪁'.repeat(2_000))])).toEqual([user('🪁'.repeat(2_000))])
  expect(turnsOf([user('x'.repeat(2_001))])).toBe('tooLong')
  expect(turnsOf([user('x'.repeat(2_001)), user('Hi')])).toBe('tooLong')
})

test('a reply that is longer than a visitor may write is shortened, so that the talk can go on', () => {
  expect(turnsOf([user('Hi'), assistant('x'.repeat(3_000)), user('And?')])).toEqual([
    user('Hi'),
    assistant('x'.repeat(2_000)),
    user('And?'),
  ])
})

describe('the oldest turns go, whole,', () => {
  test('where there are more than 40', () => {
    const talk = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? user(`${i}`) : assistant(`${i}`)))
    const kept = turnsOf([...talk, user('last')])
    // 41 would begin with a reply; a talk begins with its visitor.
    expect(kept).toEqual([...talk.slice(22), user('last')])
    expect(kept.length).toBeLessThanOrEqual(chatLimits.messages)
  })

  test('where they have more than 24,000 characters together', () => {
    const talk = Array.from({ length: 20 }, (_, i) => user(`${i}`.padEnd(2_000, '.')))
    const kept = turnsOf(talk)
    expect(kept).toEqual(talk.slice(8))
  })
})

test('a reply that was broken off may stand last, once', () => {
  expect(turnsOf([user('Hi'), assistant('One.'), assistant('Two.')])).toEqual([user('Hi'), assistant('Two.')])
})

test('replies before the first word of a visitor are left out, and so are blank ones', () => {
  expect(turnsOf([assistant('Hello!'), user('Hi'), assistant('  '), user('And?')])).toEqual([user('Hi'), user('And?')])
})

test.each([
  ['nothing', undefined, 'wrong'],
  ['no list', 'Hi', 'wrong'],
  ['no object', ['Hi'], 'wrong'],
  ['no role', [{ content: 'Hi' }], 'wrong'],
  ['no text', [{ role: 'user', content: ['Hi'] }], 'wrong'],
  ['an empty list', [], 'empty'],
  ['white space', [{ role: 'user', content: ' \n\t' }], 'empty'],
  ['what nobody sees', [{ role: 'user', content: '\u200B\u2060' }], 'empty'],
])('%s is refused', (_, messages, complaint) => {
  expect(turnsOf(messages)).toBe(complaint)
})

test('control characters and broken characters do not get through', () => {
  expect(turnsOf([user('a\u0000b\u001B[31mc\uD800d\r\ne')])).toEqual([user('ab[31mc\uFFFDd\ne')])
})

test('a visitor’s id is taken where it looks like one', () => {
  const visitorOf = (visitor: unknown) => {
    const checked = checkChat({ messages: [user('Hi')], visitor })
    return checked.ok ? checked.request.visitor : checked.complaint
  }
  expect(visitorOf('3f2a-B_9')).toBe('3f2a-B_9')
  for (const odd of [undefined, 7, '', 'a b', 'x'.repeat(65), {}]) expect(visitorOf(odd)).toBe('')
})
