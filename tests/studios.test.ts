import { expect, test } from 'vitest'
import { scoreQuestions } from '../bench/agent/score.ts'
import { answersOn } from '../platform/content/chat/answers.ts'
import { typedByHand } from '../platform/content/facts/typed-facts.ts'
import { createAnswerer } from '../server/chat/answers.ts'
import { extractDetails } from '../server/chat/details/extract.ts'
import { visitorTexts } from '../server/chat/messages.ts'
import { trainAnswers } from '../server/chat/train.ts'
import { readContentIn } from './support/content.ts'
import { temporaryFolder } from './support/databases.ts'
import { putStudio, studios } from './support/studios.ts'

const at = Date.UTC(2026, 10, 24)

test.each(studios)('the studio %s is valid, and its chat uses only its own sentences and numbers', async (name) => {
  const { chat, answers, facts, studio } = readContentIn(putStudio(name, temporaryFolder()))
  const answerer = createAnswerer(trainAnswers(answers), chat.phrases, chat.lang)
  const known = new Map(answersOn(answers, '2026-11-24').map((answer) => [answer.id, answer]))
  const said: string[] = []
  // Two examples of each answer.
  const questions = answers.flatMap(({ id, examples: [first = '', second = ''] }) =>
    [first, second].map((ask, i) => ({ id: `${id}-${i}`, kind: '', messages: [ask], answers: [[id]], facts: [] })),
  )
  const score = await scoreQuestions(
    questions,
    async (turns) => {
      const details = extractDetails(visitorTexts(turns), { studioAddress: studio.email })
      const { says, next } = answerer.prepare(turns, details, at).reply
      said.push(...says, next)
      return [...says, next].join(' ')
    },
    { answers: known, offerQuestion: chat.phrases.near },
  )
  expect(score.failures.filter(({ reason }) => reason === 'form')).toEqual([])
  expect(score.outcomes.right / questions.length).toBeGreaterThanOrEqual(0.9)
  const unknown = said.flatMap((sentence) => typedByHand(sentence, facts, facts.lang, 'words'))
  expect(unknown.filter((problem) => problem.endsWith('in braces'))).toEqual([])
})
