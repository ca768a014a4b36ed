import { readdirSync } from 'node:fs'
import { z } from 'zod'
import { readMoney } from '../../lib/text/money.ts'
import { longDay } from '../../lib/text/time-text.ts'
import { offersCalls } from '../calls.ts'
import type { Facts } from '../facts/facts.ts'
import { factAt, filledText } from '../facts/fill-numbers.ts'
import type { Home } from '../home/home.ts'
import { type PageFacts, pageFacts } from '../home/page-facts.ts'
import { ContentError, contentPath, readContent, readEach, readMarkdown, unlessWrong } from '../read-content.ts'
import {
  callPlaces,
  isOneSentence,
  madeFor,
  notOneQuestion,
  notOneSentence,
  places,
  placesOfEntries,
} from './made-answer.ts'

const folder = 'agent/answers'

function sentenceText(facts: object) {
  return filledText({ ...facts, ...places }).refine(isOneSentence, { error: notOneSentence })
}

function questionText(facts: object) {
  return filledText({ ...facts, ...places }).refine((text) => text.endsWith('?') && isOneSentence(text), {
    error: notOneQuestion,
  })
}

function answersSchema(facts: object) {
  const text = filledText({ ...facts, ...places, it: placesOfEntries(facts) })
  const says = z
    .array(text)
    .min(1)
    .describe('The answer, the most important first; a text of the page may be several sentences')
  const next = text.describe('The question that ends the answer')
  const wants = z
    .enum(['project', 'contact'])
    .optional()
    .describe('What `next` asks for; it is not asked of someone who has said it')
  const answer = z
    .strictObject({
      id: z.string().regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and hyphens'),
      each: z
        .string()
        .optional()
        .describe(
          'The place of a list, like page.services.items: an answer is made for each of its entries, as {it.title}',
        ),
      as: z
        .enum(['answer', 'talk', 'mood', 'refusal', 'emergency', 'unknown'])
        .default('answer')
        .describe(
          'Beside another answer, `talk` is left out and of a `mood` the first sentence is said; an `emergency` comes first',
        ),
      says,
      next,
      wants,
      until: z
        .string()
        .transform((day) => (day.startsWith('{') ? factAt(facts, day.slice(1, -1)) : day))
        .pipe(z.iso.date({ error: 'must be a day, like 2025-08-31, or the name of one in content/offers.yaml' }))
        .optional()
        .describe('The last day on which it is true'),
      afterwards: z.strictObject({ says, next, wants }).optional().describe('What is said from the next day on'),
      asks: z
        .string()
        .transform(linesOf)
        .pipe(z.array(z.string()).min(8, 'must have eight examples or more, a line each'))
        .describe('What people type who want this answer, a line each'),
    })
    .refine(({ until, afterwards }) => (until === undefined) === (afterwards === undefined), {
      error: 'must have both `until` and `afterwards`, or neither',
    })
    .transform(({ each, ...entry }, context) => {
      const list = each === undefined ? [undefined] : factAt(facts, each)
      if (!Array.isArray(list)) {
        context.addIssue({
          code: 'custom',
          path: ['each'],
          message: 'must be the place of a list, like page.services.items',
        })
        return z.NEVER
      }
      return list.map((it: unknown) => madeFor(it, entry, facts, context))
    })
  return z.array(answer).transform((all) => all.flat())
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export type Entry = z.infer<ReturnType<typeof answersSchema>>[number]

export type Answer = Pick<Entry, 'id' | 'as' | 'says' | 'next' | 'wants'>

/** What sentences of the agent can name; what calls offer, where there are any. */
export function answerFacts(facts: Facts, home: Home): Facts & PageFacts {
  return { ...facts, ...pageFacts(home), ...(offersCalls() && callPlaces) }
}

/** Answers that are given by what has happened, whatever the visitor has typed. */
const given = {
  unknown: 'where none fits',
  'go-on': 'where a visitor wants to hear more',
  'my-project': 'where a visitor tells what they want, and asks nothing',
  'my-details': 'where a visitor leaves a name or an address',
} as const

/** content/agent/answers/, checked: all that the agent may say. @throws ContentError */
export function readAnswers(facts: Facts & PageFacts): Entry[] {
  const updated = { terms: updatedOn('terms', facts.lang), privacy: updatedOn('privacy', facts.lang) }
  const schema = answersSchema({ ...facts, updated })
  const files = readdirSync(contentPath(folder)).filter((name) => name.endsWith('.yaml'))
  const answers = readEach(files.sort(), (name) => readContent(`${folder}/${name}`, schema)).flat()
  const missing = Object.entries(given).filter(([name]) => !answers.some(({ id }) => id === name))
  // A site without a chat has the one answer that leads to the form.
  const asked = answers.length > 1 ? missing : missing.filter(([name]) => name === 'unknown')
  const ids = answers.map(({ id }) => id)
  const twice = new Set(ids.filter((id, i) => ids.indexOf(id) !== i))
  if (twice.size > 0)
    throw new ContentError(...[...twice].map((id) => `content/${folder}: two answers have the id ${id}`))
  if (asked.length > 0)
    throw new ContentError(
      ...asked.map(([name, when]) => `content/${folder}: one answer must have the id ${name}: it is given ${when}`),
    )
  return answers
}

const dated = z.looseObject({ updated: z.iso.date() })

/** What is wrong with that text itself is told where it is read. */
function updatedOn(text: 'terms' | 'privacy', lang: string): string {
  const read = unlessWrong(
    () => readMarkdown(`legal/${text}.md`, dated),
    () => {},
  )
  return read === undefined ? '' : longDay(read.fields.updated, lang)
}

export function answersOn(entries: readonly Entry[], day: string): Answer[] {
  return entries.map(({ afterwards, until = day, ...entry }) =>
    afterwards !== undefined && until < day ? { ...entry, ...afterwards } : entry,
  )
}

function talkSchema(facts: object) {
  const sentence = sentenceText(facts)
  const question = questionText(facts)
  const price = filledText(facts).transform((written, context) => {
    const money = readMoney(written)
    if (money === undefined) context.addIssue('must be a price, like $2,999 or {estimates.mvp.from}')
    return money ?? z.NEVER
  })
  const ids = z.array(z.string()).describe('Ids of answers')
  return z.strictObject({
    again: z.array(sentence).min(1).describe('Opens an answer that was given before'),
    matter: z.array(sentence).min(1).describe('Says back what the visitor wants to have built, as {matter}'),
    questions: z
      .strictObject({
        project: z.array(question).min(1),
        matter: z.array(question).min(1),
        general: z.array(question).min(1),
      })
      .describe(
        'What may be asked where an answer’s own question was asked before: of one who has not said what is to be built, of one who has, and of anyone',
      ),
    near: question.describe('Ends a reply that offers the two nearest answers'),
    budgets: z
      .strictObject({
        offers: z.array(
          z.strictObject({
            for: ids.describe('It is compared where one of these is talked of'),
            isGeneral: z.boolean().default(false).describe('Is compared where none of any is'),
            from: price,
            to: price.optional(),
            below: sentence,
            reaches: sentence,
            above: sentence.optional().describe('Only where there is a `to`'),
          }),
        ),
        otherCurrency: sentence,
        says: sentence.describe('Follows every comparison'),
        next: question,
        instead: ids.describe('These need not be answered beside it'),
      })
      .describe('How a sum that the visitor would pay compares with the offers'),
  })
}

export type TalkWords = z.infer<ReturnType<typeof talkSchema>>

export function readTalkWords(facts: object): TalkWords {
  return readContent('agent/talk.yaml', talkSchema(facts))
}

/** Adds an example to an answer's `asks` and leaves every other byte of the file. @returns undefined where the answer is missing */
export function withExample(yaml: string, id: string, example: string): string | undefined {
  const lines = yaml.split('\n')
  const end = endOfExamples(lines, id)
  return end === undefined ? undefined : lines.toSpliced(end, 0, `    ${example}`).join('\n')
}

/** Takes away what `withExample` has added. @returns undefined where it is not the last example any more */
export function withoutExample(yaml: string, id: string, example: string): string | undefined {
  const lines = yaml.split('\n')
  const last = (endOfExamples(lines, id) ?? 0) - 1
  return lines[last] === `    ${example}` ? lines.toSpliced(last, 1).join('\n') : undefined
}

function endOfExamples(lines: readonly string[], id: string): number | undefined {
  const answer = lines.indexOf(`- id: ${id}`)
  const asks = lines.findIndex((line, i) => i > answer && line === '  asks: |')
  const next = lines.findIndex((line, i) => i > answer && line.startsWith('- '))
  if (answer === -1 || asks === -1 || (next !== -1 && next < asks)) return undefined
  const after = lines.findIndex((line, i) => i > asks && !line.startsWith('    '))
  return after === -1 ? lines.length : after
}
