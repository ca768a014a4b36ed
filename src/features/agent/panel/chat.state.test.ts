import { expect, test } from 'vitest'
import { type ChatAction, type ChatState, emptyChat, nextChatState, revealNext } from './chat.state.ts'

const at = 1_760_000_000_000
const known = {}

function after(...events: ChatAction[]): ChatState {
  return events.reduce(nextChatState, emptyChat)
}

const asked: ChatAction[] = [{ type: 'sent', text: 'What does an MVP cost?', at }]
const answered: ChatAction[] = [
  ...asked,
  { type: 'text', text: 'From $2,999. ', at },
  { type: 'text', text: 'What is it for?', at },
  { type: 'done', isApology: false },
  { type: 'shown', upTo: 28 },
  { type: 'closed' },
]

test('a message is pending until words come, streams, and is over once all of it was seen', () => {
  expect(after(...asked)).toMatchObject({ phase: 'pending', messages: [{ role: 'user' }] })
  const coming = after(...asked, { type: 'text', text: 'From $2,999. ', at })
  expect(coming).toMatchObject({ phase: 'streaming', shown: 0 })
  const whole = after(...asked, { type: 'text', text: 'Yes.', at }, { type: 'done', isApology: false })
  expect(whole.phase).toBe('streaming')
  expect(nextChatState(whole, { type: 'shown', upTo: 4 }).phase).toBe('idle')
  expect(after(...answered)).toMatchObject({ phase: 'idle', ending: undefined })
  expect(after(...answered).messages.at(-1)).toEqual({ role: 'assistant', content: 'From $2,999. What is it for?', at })
})

test('blank messages, and messages while a reply is pending, change nothing', () => {
  for (const text of ['', ' \n\t', '\u200b']) expect(after({ type: 'sent', text, at })).toBe(emptyChat)
  const pending = after(...asked)
  expect(nextChatState(pending, { type: 'sent', text: 'And?', at })).toBe(pending)
})

test('a stopped reply keeps what came, all of it in sight, and what still comes is dropped', () => {
  const stopped = after(...asked, { type: 'text', text: 'From $2,999. ', at }, { type: 'stopped' })
  expect(stopped).toMatchObject({ phase: 'idle', ending: 'stopped' })
  expect(stopped.messages.at(-1)?.content).toBe('From $2,999. ')
  expect(nextChatState(stopped, { type: 'text', text: 'More.', at })).toBe(stopped)
  expect(nextChatState(stopped, { type: 'closed' })).toBe(stopped)
})

test('a connection that ends before the reply is whole has broken, and going on continues the same message', () => {
  const broken = after(...asked, { type: 'text', text: 'From $2,999.', at }, { type: 'closed' })
  expect(broken).toMatchObject({ phase: 'idle', ending: 'broken' })
  const goingOn = nextChatState(broken, { type: 'wentOn' })
  expect(goingOn).toMatchObject({ phase: 'pending', ending: undefined, shown: 13 })
  const more = nextChatState(goingOn, { type: 'text', text: 'What is it for?', at })
  expect(more.messages).toHaveLength(2)
  expect(more.messages.at(-1)?.content).toBe('From $2,999. What is it for?')
  expect(more.shown).toBe(13)
})

test('where nothing came, going on asks the same again', () => {
  const again = after(...asked, { type: 'closed' }, { type: 'wentOn' })
  expect(again.messages).toHaveLength(1)
  expect(again.phase).toBe('pending')
  expect(after({ type: 'wentOn' })).toBe(emptyChat)
})

test('a refusal keeps the message and says why; an apology is told apart from an answer', () => {
  expect(after(...asked, { type: 'refused', message: 'Too many.' })).toMatchObject({
    phase: 'idle',
    ending: 'refused',
    problem: 'Too many.',
  })
  const apology = after(...asked, { type: 'text', text: 'Sorry', at }, { type: 'done', isApology: true })
  expect(nextChatState(apology, { type: 'shown', upTo: 5 })).toMatchObject({ phase: 'idle', ending: 'apology' })
})

test('a reply without a word ends with its end', () => {
  expect(after(...asked, { type: 'done', isApology: false })).toMatchObject({ phase: 'idle' })
})

test('what was known of the visitor stays where a later reading finds nothing', () => {
  const first: ChatAction = { type: 'booking', booking: { ...known, name: 'Ada', budget: '5000 USD' } }
  const second: ChatAction = { type: 'booking', booking: { ...known, name: 'Ada Lovelace', email: 7 } }
  expect(after(...asked, first, second).info).toEqual({ ...known, name: 'Ada Lovelace', budget: '5000 USD' })
})

test("'Start over' empties the conversation, ends the reply under way, and can be undone until the next message", () => {
  const empty = after(...asked, { type: 'text', text: 'From', at }, { type: 'startedOver' })
  expect(empty).toMatchObject({ messages: [], phase: 'idle', info: known })
  expect(empty.removed).toMatchObject({ messages: [{ role: 'user' }, { content: 'From' }], ending: 'stopped' })
  if (empty.removed === undefined) throw new Error('nothing can be brought back')
  const back = nextChatState(empty, { type: 'restored', conversation: empty.removed })
  expect(back.messages).toHaveLength(2)
  expect(back.removed).toBeUndefined()
  expect(nextChatState(empty, { type: 'sent', text: 'Hello', at }).removed).toBeUndefined()
})

test('a few words come one by one, with the space after each', () => {
  const text = 'From $2,999. \n\nWhat for?'
  const seen: string[] = []
  for (let shown = 0; shown < text.length; ) {
    shown = revealNext(text, shown)
    seen.push(text.slice(0, shown))
  }
  expect(seen).toEqual(['From ', 'From $2,999. \n\n', 'From $2,999. \n\nWhat ', text])
})

test('many words are shown in about the time of a few, and white space alone ends at once', () => {
  const text = 'word '.repeat(1000)
  let frames = 0
  for (let shown = 0; shown < text.length; frames += 1) shown = revealNext(text, shown)
  expect(frames).toBeLessThan(150)
  expect(revealNext('Yes. \n ', 5)).toBe(7)
})
