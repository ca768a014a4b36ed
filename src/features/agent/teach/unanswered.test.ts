import { expect, test } from 'vitest'
import { siteContent } from '../../../content/site-content.ts'
import type { ChatMessage } from '../../leads/chat-message.ts'
import { trainedAnswers } from '../book/trained-answers.ts'
import { examplesIn, unansweredIn } from './unanswered.ts'

const { answers } = siteContent().agent
const { model } = trainedAnswers(answers)
const strange = 'Can my parrot juggle teapots?'

function talk(...said: string[]): ChatMessage[] {
  return said.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content }))
}

function found(turns: ChatMessage[], examples = examplesIn(answers)) {
  return unansweredIn([{ reference: 'KW-1', turns }], model, examples)
}

test('what was not surely understood is told with what the agent had said, and the nearest answers', () => {
  const [one, ...others] = found(talk('What does an MVP cost?', 'It costs $2,999.', strange))
  expect(others).toEqual([])
  expect(one).toMatchObject({ message: strange, reference: 'KW-1', turn: 2, reply: 'It costs $2,999.' })
  expect(one?.nearest).toHaveLength(5)
})

test('each wording is told once, and what holds an address or is long is not told', () => {
  const long = 'teapots '.repeat(40)
  const all = found(talk(strange, 'Well.', strange.toUpperCase(), 'Well.', `${strange} ada@example.com`, 'Well.', long))
  expect(all.map(({ message }) => message)).toEqual([strange])
})

test('what is an example of an answer already is not unanswered, however it is written', () => {
  const examples = examplesIn([{ examples: ['can MY parrot juggle teapots'] }])
  expect(found(talk(strange), examples)).toEqual([])
  const afterAnother = examplesIn([{ examples: [`What does an MVP cost > ${strange}`] }])
  expect(found(talk('what does an MVP cost?', 'It costs $2,999.', strange), afterAnother)).toEqual([])
  expect(found(talk(strange), afterAnother)).toHaveLength(1)
})
