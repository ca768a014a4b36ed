import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { scoreQuestions } from '../bench/agent/score.ts'
import { answersOn } from '../platform/content/chat/answers.ts'
import { typedByHand } from '../platform/content/facts/typed-facts.ts'
import { filesIn } from '../platform/content/starter/starter.ts'
import { filesInWe, linesInI } from '../platform/content/starter/voice.ts'
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
      const details = extractDetails(
        visitorTexts(turns).map((visitor) => ({ visitor })),
        { studioAddress: studio.email },
      )
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

/** What a studio of two must not say. The chat’s own sentences, and the words a visitor agrees to, are different. */
const singular =
  /(?<![\w’.@/-])(?:I(?:’m)?|[Mm](?:e|y|ine|yself)|[Oo]ne[- ]person (?:studio|powerhouse)|works? alone)(?![\w-])/

test.each(['begun', 'sample'])('the studio %s says “we” everywhere if it wants to', (name) => {
  const folder = putStudio(name, temporaryFolder(), { voice: 'we', trade: 'a photography studio' })
  const content = join(folder, 'content')
  const files = filesIn(content)
  for (const [file, bytes] of name === 'sample' ? filesInWe(files) : []) writeFileSync(join(content, file), bytes)
  if (name === 'sample') appendFileSync(join(content, 'studio.yaml'), 'voice: we\n')
  const { chat, answers, articles, home, drawings, pages, facts, ...rest } = readContentIn(folder)
  const sections = home.sections.filter(({ kind }) => kind !== 'testimonials')
  const { consent, ...consultation } = chat.consultation
  const generic = answers.filter(({ id }) => /^(?:about-the-founder|contact|human)$/.test(id))
  const about = generic.map(({ says, next }) => [says, next])
  const read = {
    ...rest,
    consultation,
    contact: home.contact,
    sections,
    pages,
    ...(name === 'begun' && { articles, about }),
  }
  const said = stringsIn(read).filter((text) => singular.test(text))
  expect(said).toEqual([])
  expect(stringsIn(read).filter((text) => /\bwe (?:am|was)\b|\bus (?:are|will)\b/i.test(text))).toEqual([])
  expect(linesInI(filesIn(content))).toEqual([])
  expect(consent).toContain('If I leave')
})

test('the starter of a studio of one says “I”, except where “we” includes the visitor', () => {
  const { chat, answers, facts, ...rest } = readContentIn(putStudio('begun', temporaryFolder()))
  const replies = answers.map(({ says, next }) => [says, next])
  const { prompt, widget, consultation, phrases } = chat
  const said = stringsIn({ ...rest, prompt, widget, consultation, phrases, replies })
  const plural = /(?<![\w-])(?:we|us|ours?|ourselves)(?![\w-])/i
  expect(
    said.filter((text) =>
      plural.test(text.replace(/\b(?:both of us|(?:we|we’ll|our) talk|our call|did we miss each other)\b/gi, '')),
    ),
  ).toEqual([])
})

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
