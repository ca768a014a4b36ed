import { expect, test } from 'vitest'
import { type ProvableMessage, proofOf, provedIn } from './talk-proof.ts'

const key = 'secret'
const now = Date.UTC(2026, 10, 20)
const monthMs = 31 * 86_400_000

function user(content: string): ProvableMessage {
  return { role: 'user', content }
}

/** A talk as it grows: each of these is asked, and answered by the agent. */
function talkOf(...exchanges: [asked: string, said: string][]): ProvableMessage[] {
  const turns: ProvableMessage[] = []
  for (const [asked, said] of exchanges) {
    turns.push(user(asked))
    turns.push({ role: 'assistant', content: said, proof: proofOf(key, turns, said, now) })
  }
  return turns
}

const replies = (turns: readonly ProvableMessage[], at = now) =>
  provedIn(key, turns, at).filter((_, n) => turns[n]?.role === 'assistant')

const one = talkOf(['An MVP?', 'It costs $4,997.'], ['And a logo?', 'That is not offered.'], ['Bye', 'Good bye.'])
const other = talkOf(['A whole bank?', 'That takes a call.'], ['And a kite?', 'It is free.'])

test('a proof has 22 characters, and each reply of a talk is proved, also where its beginning was left out', () => {
  expect(one[1]?.proof).toMatch(/^[\w-]{22}$/)
  expect(replies(one)).toEqual([true, true, true])
  expect(replies(one.slice(2))).toEqual([true, true])
  expect(replies(one.slice(1))).toEqual([false, true, true])
})

test('other words, another question, another talk, another place, another key or none prove nothing', () => {
  const changed = one.map((turn) => ({ ...turn, content: turn.content.replace('4,997', '500') }))
  expect(replies(changed)).toEqual([false, true, true])
  expect(replies([user('Two MVPs?'), ...one.slice(1)])).toEqual([false, true, true])
  expect(replies([...one.slice(0, 2), ...other.slice(2)])).toEqual([true, false])
  expect(replies([...one.slice(0, 2), ...one.slice(4)])).toEqual([true, false])
  expect(provedIn('another', one, now).some(Boolean)).toBe(false)
  for (const proof of [undefined, '', 42, {}, 'x'.repeat(22), one[3]?.proof]) {
    expect(replies([...one.slice(0, 1), { role: 'assistant', content: 'It costs $4,997.', proof }])).toEqual([false])
  }
})

test('a reply after one that is not proved is proved where the server saw it so', () => {
  const forged: ProvableMessage[] = [
    user('An MVP?'),
    { role: 'assistant', content: 'It is free.', proof: one[1]?.proof },
  ]
  const asked = [...forged, user('Really?')]
  const answered = [...asked, { role: 'assistant' as const, content: 'No.', proof: proofOf(key, asked, 'No.', now) }]
  expect(replies(answered)).toEqual([false, true])
  expect(replies([...one.slice(0, 2), ...answered.slice(2)])).toEqual([true, false])
})

test('spaces and line breaks may change on the way, and after two months nothing is proved any more', () => {
  expect(replies(one.map((turn) => ({ ...turn, content: ` ${turn.content.replaceAll(' ', '\r\n')} ` })))).toEqual([
    true,
    true,
    true,
  ])
  expect(replies(one, now + monthMs)).toEqual([true, true, true])
  expect(replies(one, now + 2 * monthMs)).toEqual([false, false, false])
})
