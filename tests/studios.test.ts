import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Entry } from '../platform/content/chat/answers.ts'
import { hardcodedFigures } from '../platform/content/facts/hardcoded-figures.ts'
import { filesIn } from '../platform/content/starter/starter.ts'
import { filesInWe, linesInI } from '../platform/content/starter/voice.ts'
import { createAgent } from '../server/chat/agent.ts'
import { extractDetails } from '../server/chat/details/extract.ts'
import type { ChatMessage } from '../server/chat/messages.ts'
import { renderPlan, turnOfPlan } from '../server/chat/plan/render-plan.ts'
import { exchangesOf } from '../server/chat/state.ts'
import { offerIn } from '../server/chat/understand/offers.ts'
import { trainAnswers } from '../server/chat/understand/train.ts'
import { readContentIn } from './support/content.ts'
import { temporaryFolder } from './support/databases.ts'
import { putStudio, studios } from './support/studios.ts'

const at = Date.UTC(2026, 10, 24)
const freeTimes = [1, 2, 3].map((day) => at + day * 86_400_000)

/** The others are buttons, or unclear without the messages around them. */
const maxWrongShare = 0.3

/** A visitor of a studio, who gets the built-in agent's replies. */
function chatWith(name: string) {
  const { chat, answers: written, facts, studio } = readContentIn(putStudio(name, temporaryFolder()))
  const agent = createAgent(trainAnswers(written), chat)
  const answers = agent.answersAt(at, freeTimes)
  const reply = (messages: readonly ChatMessage[]) => {
    const exchanges = exchangesOf(messages, answers)
    const details = extractDetails(exchanges, { studioAddress: studio.email, lang: chat.lang })
    const { input, plan } = agent.prepare(messages, { details }, answers)
    const { slots } = input
    return { plan, sentences: renderPlan(plan, answers, slots), turn: turnOfPlan(plan), sum: slots.budget ?? '' }
  }
  /** @returns the reply to the last of these messages */
  const say = (...texts: string[]) => {
    const messages: ChatMessage[] = []
    for (const content of texts.slice(0, -1)) {
      messages.push({ role: 'user', content })
      const { sentences, turn } = reply(messages)
      messages.push({ role: 'assistant', content: sentences.join(' '), turn })
    }
    return reply([...messages, { role: 'user', content: texts.at(-1) ?? '' }])
  }
  return { written, answers, facts, say }
}

/** People in trouble have tests of their own. */
function twoExamples({ kind, examples }: Entry): string[] {
  const own = examples.filter(({ about }) => about === null).map(({ text }) => text)
  return kind === 'trouble' ? [] : own.slice(0, 2)
}

test.each(studios)('the chat of the studio %s gives two examples of each answer that answer', (name) => {
  const { written, answers, facts, say } = chatWith(name)
  const asked = written.entries.flatMap((entry) => twoExamples(entry).map((example) => ({ id: entry.id, example })))
  const replies = asked.map(({ id, example }) => {
    const { plan, sentences, sum } = say(...example.split(' > '))
    const said = plan.facts.flatMap((fact) => answers.facts.get(fact)?.answer.id ?? [])
    // A visitor who names an offer hears its price, or what else they ask of it.
    const right = [id, ...Object.values(offerIn(example, answers)?.answers ?? {})]
    return { id, example, sentences, sum, isRight: said.some((each) => right.includes(each)) }
  })
  const wrong = replies.filter(({ isRight }) => !isRight)
  expect(wrong.length, JSON.stringify(wrong, null, 1)).toBeLessThan(maxWrongShare * replies.length)
  const illFormed = replies.filter(({ sentences }) => {
    const questions = sentences.filter((sentence) => sentence.endsWith('?'))
    return sentences.length < 2 || sentences.length > 5 || questions.length !== 1 || questions[0] !== sentences.at(-1)
  })
  expect(illFormed).toEqual([])
  // The visitor's own sum may be said back.
  const said = replies.flatMap(({ sentences, sum }) => sentences.map((text) => text.replace(sum, '')))
  const unknown = said.flatMap((sentence) => hardcodedFigures(sentence, facts, facts.lang, 'site'))
  expect(unknown.filter((problem) => problem.endsWith('in braces'))).toEqual([])
})

test.each([
  [
    'how much is a wedding day? my budget is 2,000 euros',
    /^A wedding day starts at 1\.200 €, and €2,000 covers that\./,
  ],
  ['my budget is 1000', /^A company day starts at €900, and 1,000 covers that\. .*\?$/],
  ['my budget is 100 euros', /^A portrait, at home starts at €180, so €100 is below that\./],
  ['I can spend 500 dollars', /^Prices here start at 1\.200 €, €180, and €900, and I don’t convert currencies\./],
])('the starter compares the budget in “%s” with its three offers', (message, expected) => {
  expect(chatWith('begun').say(message).sentences.join(' ')).toMatch(expected)
})

test('the starter acknowledges a project, asks on, and takes an address', () => {
  const { say } = chatWith('begun')
  const texts = ['hi, I need new pictures for my bakery', 'in May', 'ada@client.example']
  const [described, dated, left] = texts.map((_, i) => say(...texts.slice(0, i + 1)).sentences)
  expect(described).toEqual([
    'You get a written price for your job before work starts.',
    expect.stringMatching(/\.$/),
    expect.stringMatching(/\?$/),
  ])
  expect([dated?.[0], dated?.includes(described?.at(-1) ?? '')]).toEqual(['In May, got it.', false])
  expect(left?.[1]).toBe('I’ve noted your details here, so you can check them and send them.')
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
  const generic = answers.entries.filter(({ id }) => /^(?:about-the-founder|contact|human)$/.test(id))
  const about = generic.map((answer) => [answer.facts, answer.questions])
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
  const replies = answers.entries.map((answer) => [answer.title, answer.facts, answer.questions])
  const { prompt, widget, consultation, talk } = chat
  const said = stringsIn({ ...rest, prompt, widget, consultation, talk, replies })
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
