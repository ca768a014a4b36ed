import { expect, test } from 'vitest'
import { siteContent } from '../../../content/site-content.ts'
import type { ChatMessage } from '../../leads/chat-message.ts'
import { nothingKnown } from '../../leads/lead.fields.ts'
import { openBook } from './book.ts'
import { trainedAnswers } from './trained-answers.ts'

const { answers, talk } = siteContent().agent
const book = openBook(trainedAnswers(answers), talk, 'en-US')
const at = Date.UTC(2026, 10, 23)

/** Says one message after the other. @returns the last reply */
function replyTo(messages: string[], { all = {}, newest = {} } = {}) {
  const turns: ChatMessage[] = []
  for (const [i, content] of messages.entries()) {
    turns.push({ role: 'user', content })
    const isLast = i === messages.length - 1
    const notes = { all: { ...nothingKnown, ...all }, newest: { ...nothingKnown, ...(isLast ? newest : {}) } }
    const { reply } = book.open(turns, notes, at)
    if (isLast) return { ...reply, text: [...reply.says, reply.next].join(' ') }
    turns.push({ role: 'assistant', content: [...reply.says, reply.next].join(' ') })
  }
  throw new Error('nobody said anything')
}

test('whoever asks when they can talk hears the next three free times, and of none where there is none', () => {
  const notes = { all: nothingKnown, newest: nothingKnown }
  const hours = [9, 10, 11, 12].map((hour) => Date.UTC(2026, 10, 26, hour))
  for (const content of ['When can we talk?', 'I would like to book a call']) {
    const saysOf = (times: number[]) => book.open([{ role: 'user', content }], notes, at, times).reply.says.join(' ')
    const links = (says: string) => says.match(/\/call\?start=\S+/g) ?? []
    expect(links(saysOf(hours))).toEqual([
      '/call?start=2026-11-26T09:00Z,',
      '/call?start=2026-11-26T10:00Z,',
      '/call?start=2026-11-26T11:00Z.',
    ])
    expect(saysOf([])).toContain('/call')
    expect(links(saysOf([]))).toEqual([])
  }
})

test('two questions in one are answered together', () => {
  const { text } = replyTo(['Do you sign an NDA? And who owns the code?'])
  expect(text).toMatch(/confidential is used for the project alone/)
  expect(text).toMatch(/becomes yours when the milestone/)
})

test('a follow-up is read with what was said', () => {
  expect(replyTo(['What does an MVP cost?', 'and how long does that take?']).text).toContain('2-4 weeks')
  expect(replyTo(['What does a full SaaS build cost?', 'how long does that take']).text).toContain('6-8 weeks')
})

test('a question in Hinglish is answered in English, with the facts', () => {
  expect(replyTo(['bhai MVP banwane ka kitna kharcha aayega']).text).toContain('$2,999')
})

test.each([
  'our site is down since an hour, please help',
  'I have chest pain and cannot breathe',
  'we got hacked, they are in our admin',
])('an emergency gets the right sentence first: %s', (message) => {
  expect(replyTo([message]).says[0]).toMatch(
    /^If (?:something that the studio runs for you is down|you or someone near you|you have been hacked)/,
  )
})

test('a sum that the visitor would pay is compared, never agreed to', () => {
  const message = 'Can you do an MVP for 900 dollars?'
  const { says } = replyTo([message], { newest: { budget: '900 USD' } })
  expect(says[0]).toBe('An MVP starts from $2,999, and the sum you name is below that.')
})

test('what the visitor wants to have built is not asked for again', () => {
  const said = 'I want a booking app for yoga studios, what does that cost?'
  const all = { requirements: 'a booking app for yoga studios' }
  const asked = talk.questions.project
  expect(asked).toContain(replyTo(['price?']).next)
  expect(asked).not.toContain(replyTo([said], { all }).next)
  expect(replyTo(['hello', said, 'price?'], { all }).next).toContain('“a booking app for yoga studios”')
})

test('who tells what is to be built has it said back', () => {
  const requirements = 'a booking app for yoga studios'
  const { says } = replyTo(['ok. i want a booking app for yoga studios'], {
    all: { requirements },
    newest: { requirements },
  })
  expect(says[0]).toBe('So it is about “a booking app for yoga studios”.')
})

test('who tells what is to be built and asks at once has both', () => {
  const known = { requirements: 'an app for dog walkers' }
  const { says } = replyTo(['I need an app for dog walkers. What would that cost?'], { all: known, newest: known })
  expect(says[0]).toBe('So it is about “an app for dog walkers”.')
  expect(says.join(' ')).toContain('$2,999')
})

test('who asks for more gets what was not said yet', () => {
  const first = replyTo(['Do you offer support after launch?'])
  const more = replyTo(['Do you offer support after launch?', 'tell me more'])
  expect(more.says.filter((sentence) => first.says.includes(sentence))).toEqual([])
})

test('who asks the same again gets the same answer again, and another question', () => {
  const [first, second] = [replyTo(['What is an MVP?']), replyTo(['What is an MVP?', 'What is an MVP?'])]
  expect(second.says).toContain(first.says[0])
  expect(second.next).not.toBe(first.next)
})

test('a discount that has ended is said to have ended', () => {
  expect(replyTo(['is the discount in the banner still on?']).text).toContain('so it is over')
})

test('what nobody has written down is not guessed', () => {
  expect(replyTo(['which editor do you write your code in?']).says[0]).toBe(
    'I don’t know that, and I would rather not guess.',
  )
  expect(replyTo(['asdf']).says[0]).toBe('I am not sure what you mean by that.')
})
