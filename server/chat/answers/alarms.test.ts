import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { siteContent } from '../../../platform/content/site-content.ts'
import type { ChatMessage } from '../../leads/chat-message.ts'
import { extractDetails } from '../details/extract-details.ts'
import { createAnswerer } from './answerer.ts'
import { trainedAnswers } from './trained-answers.ts'

const { answers, phrases } = siteContent().chat
const answerer = createAnswerer(trainedAnswers(answers), phrases, 'en-US')
const alarms = answers.filter(({ as }) => as === 'emergency')
const saysOf = (...ids: string[]) => alarms.flatMap(({ id, says }) => (ids.includes(id) ? says.slice(0, 1) : []))
const linesOf = (file: string) => readFileSync(`tests/alarms/${file}.txt`, 'utf8').trim().split('\n')

/** Opens the book at the last of the messages, after the replies to those before. */
function openAt(...messages: string[]) {
  const turns: ChatMessage[] = []
  const pages = messages.map((content, i) => {
    turns.push({ role: 'user', content })
    const [all, newest] = [messages.slice(0, i + 1), [content]].map((said) => extractDetails(said))
    if (all === undefined || newest === undefined) throw new Error('nothing was read')
    const page = answerer.open(turns, { all, newest }, Date.UTC(2026, 10, 23))
    turns.push({ role: 'assistant', content: [...page.reply.says, page.reply.next].join(' ') })
    return page
  })
  const page = pages.at(-1)
  if (page === undefined) throw new Error('no message')
  return page
}

test('no harmless message gets an emergency answer, and no model gets one to choose', () => {
  const sentences = new Set(alarms.flatMap(({ says, next }) => [...says, next]))
  const harmless = linesOf('harmless')
  expect(harmless.length).toBeGreaterThan(300)
  const wrong = harmless.filter((message) => {
    const page = openAt(message)
    return page.isUrgent || page.sentences.some((sentence) => sentences.has(sentence))
  })
  expect(wrong).toEqual([])
})

test.each([
  ['danger', saysOf('danger', 'despair')],
  ['outages', saysOf('client-emergency', 'security-incident')],
])('every message of %s gets its answer, and no model is asked', (file, firsts) => {
  const missed = linesOf(file).filter((message) => {
    const { isUrgent, reply } = openAt(message)
    return !isUrgent || !firsts.includes(reply.says[0] ?? '')
  })
  expect(missed).toEqual([])
})

test.each(['no', 'I am alone', 'yes, my mum', 'nobody'])('stays with someone in danger who answers “%s”', (message) => {
  const { isUrgent, reply } = openAt('I want to kill myself', message)
  expect(isUrgent).toBe(true)
  expect(saysOf('danger', 'despair')).toContain(reply.says[0])
})

test('hears a cry for help in the middle of a long message about a project', () => {
  const project = 'We sell candles and would like a shop with about 300 products, photos and a newsletter'
  const long = `${project}. ${project}, it should work on phones and honestly I don't want to live anymore but ${project}`
  expect(openAt(long).isUrgent).toBe(true)
  expect(openAt(long.replaceAll(/[.,']/g, '')).isUrgent).toBe(true)
  expect(openAt(`${project}. ${project}.`).isUrgent).toBe(false)
})

test('goes on with business after an emergency as soon as something is asked', () => {
  expect(openAt('my site is down', 'What does an MVP cost?').isUrgent).toBe(false)
})
