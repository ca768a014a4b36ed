import { z } from 'zod'
import { isObject } from '../../is-object.ts'
import { moneyProblem, readMoney } from '../../text/money.ts'
import { longDay } from '../../text/time-text.ts'
import { offersCalls } from '../calls.ts'
import type { Facts } from '../facts/facts.ts'
import { contentReader, factAt, filledText, fillFacts } from '../facts/fill-facts.ts'
import { type Home, type PageFacts, pageFacts } from '../home/home.ts'
import {
  ContentError,
  contentFiles,
  fields,
  placeIn,
  readContent,
  readEach,
  readMarkdown,
  readText,
  tryRead,
  yamlFilesIn,
} from '../read-content.ts'
import { exampleProblems, readExamples } from './examples.ts'

const folder = 'agent/answers'

function answersSchema(facts: object, examplesOf: (id: string) => string[]) {
  const text = filledText({ ...facts, ...placeholders, it: entryPlaceholders(facts) })
  const statements = { says: z.array(text).min(1), next: text, wants: z.enum(['project', 'contact']).optional() }
  const answer = z
    .strictObject({
      id: z.string().regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and hyphens'),
      each: z.string().optional(),
      as: z.enum(['answer', 'talk', 'mood', 'refusal', 'emergency', 'unknown']).default('answer'),
      ...statements,
      until: z
        .string()
        .transform((day) => (day.startsWith('{') ? factAt(facts, day.slice(1, -1)) : day))
        .pipe(z.iso.date({ error: 'must be a day, like 2025-08-31, or the name of one in content/offers.yaml' }))
        .optional(),
      afterwards: z.strictObject(statements).optional(),
    })
    .refine(({ until, afterwards }) => (until === undefined) === (afterwards === undefined), {
      error: 'must have both `until` and `afterwards`, or neither',
    })
    .transform(({ each, ...entry }, context) => {
      const list = each === undefined ? [undefined] : factAt(facts, each)
      if (!Array.isArray(list)) {
        const message = 'must be the path of a list, like page.services.items'
        context.addIssue({ code: 'custom', path: ['each'], message })
        return z.NEVER
      }
      const written = { ...entry, examples: examplesOf(entry.id) }
      return list.map((it: unknown) => ({ ...written, ...fillAnswer(it, written, facts, context) }))
    })
  return z.array(answer).transform((all) => all.flat())
}

export type Entry = z.infer<ReturnType<typeof answersSchema>>[number]

export type Answer = Pick<Entry, 'id' | 'as' | 'says' | 'next' | 'wants'>

export function answerFacts(facts: Facts, home: Home): Facts & PageFacts {
  return { ...facts, ...pageFacts(home), ...(offersCalls() && callPlaceholders) }
}

/** Ids of answers that the chat gives in certain situations, so the content must have them. */
const requiredIds = {
  unknown: 'if no other fits',
  'go-on': 'if a visitor wants to hear more',
  'my-project': 'if a visitor describes their project without a question',
  'my-details': 'if a visitor leaves a name or an address',
} as const

/** Reads everything the chat may say, and the examples it learns from. @throws ContentError */
export function readAnswers(facts: Facts & PageFacts): Entry[] {
  const updated = { terms: dateOfPage('terms', facts.lang), privacy: dateOfPage('privacy', facts.lang) }
  const examples = readExamples()
  const examplesById = Map.groupBy(examples, ({ id }) => id)
  const examplesOf = (id: string) => (examplesById.get(id) ?? []).map(({ text }) => text)
  const schema = answersSchema({ ...facts, updated }, examplesOf)
  const answers = readEach(yamlFilesIn(folder), (file) => readAnswersIn(file, schema)).flat()
  const required = Object.entries(requiredIds).filter(([name]) => answers.length > 1 || name === 'unknown')
  const missing = required.filter(([name]) => !answers.some(({ id }) => id === name))
  const ids = answers.map(({ id }) => id)
  const duplicates = new Set(ids.filter((id, i) => ids.indexOf(id) !== i))
  const problems = [
    ...[...duplicates].map((id) => `content/${folder}: two answers have the id ${id}`),
    ...missing.map(([name, when]) => `content/${folder}: one answer must have the id ${name}: it’s given ${when}`),
    ...exampleProblems(examples, new Set(answers.map(({ writtenId }) => writtenId))),
  ]
  if (problems.length > 0) throw new ContentError(...problems)
  return answers
}

function readAnswersIn<T>(file: string, schema: z.ZodType<T>): T {
  const line = readText(file).split('\n').indexOf('  asks: |') + 1
  const moved = 'examples belong in content/agent/examples/; a command in CHANGELOG.md moves them'
  if (line > 0) throw new ContentError(`content/${file}: line ${line}: ${moved}`)
  return readContent(file, schema)
}

const dated = z.looseObject({ updated: z.iso.date() })

/** Returns '' for an invalid file: reading the page reports the mistake. */
function dateOfPage(name: 'terms' | 'privacy', lang: string): string {
  const page = tryRead(() => readMarkdown(`legal/${name}.md`, dated))
  return page === undefined ? '' : longDay(page.fields.updated, lang)
}

export function answersOn(entries: readonly Entry[], day: string): Answer[] {
  return entries.map(({ afterwards, until = day, ...entry }) =>
    afterwards !== undefined && until < day ? { ...entry, ...afterwards } : entry,
  )
}

export type ChatPhrases = ReturnType<typeof readPhrases>

export const readPhrases = contentReader('agent/talk.yaml', (text, facts) => {
  const filled = filledText({ ...facts, ...placeholders })
  const sentence = filled.refine(isOneSentence, {
    error: ({ input }) => problemWith(String(input), notOneSentence, facts),
  })
  const question = filled.refine(isOneQuestion, {
    error: ({ input }) => problemWith(String(input), notOneQuestion, facts),
  })
  const price = text.transform((price, context) => {
    const money = readMoney(price)
    if (money === undefined) context.addIssue(moneyProblem(price, []))
    return money ?? z.NEVER
  })
  const ids = z.array(z.string())
  return {
    again: z.array(sentence).min(1),
    matter: z.array(sentence).min(1),
    // For visitors who haven't described a project, for those who have, and for anyone.
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
  }
})

/** Placeholders that the chat fills: the visitor's project in their own words, and the date. */
const placeholders = { matter: '{matter}', today: '{today}' }

/** Placeholders for sites that offer calls: the link to the call page, and the next free times. */
const callPlaceholders = { call: { page: '/call', times: '{call.times}' } }

const notOneSentence = 'must be one sentence of plain text that ends with a period'
const notOneQuestion = 'must be one question of plain text that ends with a question mark'

/** The space between two sentences. A price can contain a period: `Fr. 90`, or `90 Fr. for a day`. */
const sentenceEnd = /(?<=[.!?…]["”’)]?)\s+(?![\p{Ll}\d])/u

/** Whether a text is one sentence of plain text: no sentence ends before a space, and no character starts markup. */
function isOneSentence(text: string): boolean {
  return /^[^<>*_#`|[\]\n]+[.!?]$/.test(text) && !sentenceEnd.test(text)
}

function isOneQuestion(text: string): boolean {
  return text.endsWith('?') && isOneSentence(text)
}

/** Names the file and line of the value behind a sentence. */
function problemWith(text: string, rule: string, facts: object): string {
  const isSource = (value: string) => {
    const filled = tryRead(() => fillFacts(value, facts)) ?? value
    return filled.includes(text) || (text.includes(filled) && !isOneSentence(`${filled}.`))
  }
  const place = contentFiles('{*,home/*}.yaml').flatMap((file) => placeIn(file, isSource) ?? [])[0]
  return `${place === undefined ? '' : `the chat says the text from ${place}, which `}${rule}: ${text}`
}

/** Returns a placeholder for each field of a list's entries, like `{it.title}`. */
function entryPlaceholders(value: unknown): Record<string, string> {
  if (!isObject(value)) return {}
  const keys = Array.isArray(value) ? value.filter(isObject).flatMap(Object.keys) : []
  const nested = Object.values(value).map(entryPlaceholders)
  return Object.assign({}, ...nested, Object.fromEntries(keys.map((key) => [key, `{it.${key}}`])))
}

type Statements = { says: string[]; next: string; wants?: 'project' | 'contact' | undefined }
type Written = Statements & { id: string; examples: string[]; afterwards?: Statements | undefined }

/** Fills in an entry of a list (`it`), if the answer is for each entry. */
function fillAnswer(it: unknown, written: Written, facts: object, context: z.RefinementCtx) {
  const { id, says, next, examples, afterwards } = written
  return {
    ...fillStatements({ says, next }, []),
    id: isObject(it) ? `${id}-${it['id']}` : id,
    /** The id in the file. One answer there may stand for all entries of a list. */
    writtenId: id,
    examples: examples.map((text) => fill(text, ['id'], `the example “${text}”: `)),
    afterwards: afterwards && fillStatements(afterwards, ['afterwards']),
  }

  function fill(text: string, path: PropertyKey[], source = ''): string {
    if (!isObject(it)) return text
    const addIssue = (problem: string) => context.addIssue({ code: 'custom', path, message: source + problem })
    return tryRead(() => fillFacts(text, { ...facts, ...placeholders, it }), addIssue) ?? text
  }

  function fillStatements(source: Statements, path: string[]): Statements {
    const addIssue = (message: string, ...at: PropertyKey[]) =>
      context.addIssue({ code: 'custom', path: [...path, ...at], message })
    const says = source.says.flatMap((text, i) => {
      const sentences = fill(text, [...path, 'says', i]).split(sentenceEnd)
      for (const sentence of sentences)
        if (!isOneSentence(sentence)) addIssue(problemWith(sentence, notOneSentence, facts), 'says', i)
      return sentences
    })
    const next = fill(source.next, [...path, 'next'])
    if (!isOneQuestion(next)) addIssue(problemWith(next, notOneQuestion, facts), 'next')
    // The sentence with free times is left out if there are none.
    const unconditional = says.filter((text) => !text.includes(callPlaceholders.call.times))
    if (unconditional.length < 2) addIssue('must be at least two sentences, not counting one with {call.times}', 'says')
    return { ...source, says, next }
  }
}
