import { expect, test } from 'vitest'
import { scoreQuestions } from '../bench/agent/score.ts'
import { readQuestions } from '../bench/sets.ts'
import { answersOn } from '../src/content/agent/answers.ts'
import { siteContent } from '../src/content/site-content.ts'
import { openBook } from '../src/features/agent/book/book.ts'
import { trainedAnswers } from '../src/features/agent/book/trained-answers.ts'
import { extractBooking } from '../src/features/agent/notes/extract-booking.ts'
import { visitorMessages } from '../src/features/leads/chat-message.ts'

const { agent, studio } = siteContent()
const at = Date.UTC(2026, 10, 23)
const book = openBook(trainedAnswers(agent.answers), agent.talk, agent.lang)
const answers = new Map(answersOn(agent.answers, '2026-11-23').map((answer) => [answer.id, answer]))

test('of questions that the book was not mended by, most are answered right, and few by a wrong neighbour', async () => {
  const ask = async (turns: Parameters<typeof book.open>[0]) => {
    const messages = visitorMessages(turns)
    const notes = {
      all: extractBooking(messages, studio.email),
      newest: extractBooking(messages.slice(-1), studio.email),
    }
    const { says, next } = book.open(turns, notes, at).reply
    return [...says, next].join(' ')
  }
  const { outcomes, formed, replies } = await scoreQuestions(readQuestions('sealed'), ask, {
    answers,
    near: agent.talk.near,
  })
  expect(outcomes.right).toBeGreaterThanOrEqual(134)
  expect(outcomes.wrong).toBeLessThanOrEqual(14)
  expect(formed).toBe(replies)
})
