import { z } from 'zod'
import { readMoney } from '../../text/money.ts'
import { longDay } from '../../text/time-text.ts'
import { offersCalls } from '../calls.ts'
import type { Facts } from '../facts/facts.ts'
import { factAt, filledText } from '../facts/fill-numbers.ts'
import { type Home, type PageFacts, pageFacts } from '../home/home.ts'
import {
  ContentError,
  fields,
  readContent,
  readEach,
  readMarkdown,
  readText,
  tryRead,
  yamlFilesIn,
} from '../read-content.ts'
import { exampleProblems, readExamples } from './examples.ts'
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

function answersSchema(facts: object, examplesOf: (id: string) => string[]) {
  const text = filledText({ ...facts, ...places, it: placesOfEntries(facts) })
  const says = z.array(text).min(1)
  const wants = z.enum(['project', 'contact']).optional()
  const answer = z
    .strictObject({
      id: z.string().regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and hyphens'),
      each: z.string().optional(),
      as: z.enum(['answer', 'talk', 'mood', 'refusal', 'emergency', 'unknown']).default('answer'),
      says,
      next: text,
      wants,
      until: z
        .string()
        .transform((day) => (day.startsWith('{') ? factAt(facts, day.slice(1, -1)) : day))
        .pipe(z.iso.date({ error: 'must be a day, like 2025-08-31, or the name of one in content/offers.yaml' }))
        .optional(),
      afterwards: z.strictObject({ says, next: text, wants }).optional(),
    })
    .refine(({ until, afterwards }) => (until === undefined) === (afterwards === undefined), {
      error: 'must have both `until` and `afterwards`, or neither',
    })
    .transform(({ each, ...entry }, context) => {
      const list = each === undefined ? [undefined] : factAt(facts, each)
      if (!Array.isArray(list)) {
        const message = 'must be the place of a list, like page.services.items'
        context.addIssue({ code: 'custom', path: ['each'], message })
        return z.NEVER
      }
      return list.map((it: unknown) => madeFor(it, { ...entry, examples: examplesOf(entry.id) }, facts, context))
    })
  return z.array(answer).transform((all) => all.flat())
}

export type Entry = z.infer<ReturnType<typeof answersSchema>>[number]

export type Answer = Pick<Entry, 'id' | 'as' | 'says' | 'next' | 'wants'>

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

/** content/agent/answers/ and examples/, checked: all that the agent may say, and what it learns from. @throws ContentError */
export function readAnswers(facts: Facts & PageFacts): Entry[] {
  const updated = { terms: updatedOn('terms', facts.lang), privacy: updatedOn('privacy', facts.lang) }
  const examples = readExamples()
  const examplesOf = (id: string) => examples.flatMap((each) => (each.id === id ? each.text : []))
  const schema = answersSchema({ ...facts, updated }, examplesOf)
  const answers = readEach(yamlFilesIn(folder), (file) => readAnswersIn(file, schema)).flat()
  // A site without a chat has the one answer that leads to the form.
  const needed = Object.entries(given).filter(([name]) => answers.length > 1 || name === 'unknown')
  const missing = needed.filter(([name]) => !answers.some(({ id }) => id === name))
  const ids = answers.map(({ id }) => id)
  const twice = new Set(ids.filter((id, i) => ids.indexOf(id) !== i))
  const problems = [
    ...[...twice].map((id) => `content/${folder}: two answers have the id ${id}`),
    ...missing.map(([name, when]) => `content/${folder}: one answer must have the id ${name}: it is given ${when}`),
    ...exampleProblems(examples, new Set(answers.map(({ writtenId }) => writtenId))),
  ]
  if (problems.length > 0) throw new ContentError(...problems)
  return answers
}

function readAnswersIn<T>(file: string, schema: z.ZodType<T>): T {
  const line = readText(file).split('\n').indexOf('  asks: |') + 1
  const moved = 'what people type belongs into content/agent/examples/; a command in CHANGELOG.md moves it'
  if (line > 0) throw new ContentError(`content/${file}: line ${line}: ${moved}`)
  return readContent(file, schema)
}

const dated = z.looseObject({ updated: z.iso.date() })

/** What is wrong with that text itself is told where it is read. */
function updatedOn(text: 'terms' | 'privacy', lang: string): string {
  const read = tryRead(() => readMarkdown(`legal/${text}.md`, dated))
  return read === undefined ? '' : longDay(read.fields.updated, lang)
}

export function answersOn(entries: readonly Entry[], day: string): Answer[] {
  return entries.map(({ afterwards, until = day, ...entry }) =>
    afterwards !== undefined && until < day ? { ...entry, ...afterwards } : entry,
  )
}

function phrasesSchema(facts: object) {
  const sentence = sentenceText(facts)
  const question = questionText(facts)
  const price = filledText(facts).transform((written, context) => {
    const money = readMoney(written)
    if (money === undefined) context.addIssue('must be a price, like $2,999 or {estimates.mvp.from}')
    return money ?? z.NEVER
  })
  const ids = z.array(z.string())
  return z.strictObject({
    again: z.array(sentence).min(1),
    matter: z.array(sentence).min(1),
    // Of one who hasn't said what is to be built, of one who has, and of anyone.
    questions: z.strictObject(fields(z.array(question).min(1), 'project matter general')),
    near: question,
    budgets: z.strictObject({
      offers: z.array(
        z.strictObject({
          for: ids,
          isGeneral: z.boolean().default(false),
          from: price,
          to: price.optional(),
          below: sentence,
          reaches: sentence,
          above: sentence.optional(),
        }),
      ),
      otherCurrency: sentence,
      says: sentence,
      next: question,
      instead: ids,
    }),
  })
}

export type ChatPhrases = z.infer<ReturnType<typeof phrasesSchema>>

export function readPhrases(facts: object): ChatPhrases {
  return readContent('agent/talk.yaml', phrasesSchema(facts))
}
