import { z } from 'zod'
import { isObject } from '../../is-object.ts'
import { formatLongDay } from '../../text/time-text.ts'
import { offersCalls } from '../calls.ts'
import { factAt } from '../facts/fact-at.ts'
import type { Facts } from '../facts/facts.ts'
import { fillFacts } from '../facts/fill-facts.ts'
import { filledText } from '../facts/filled-text.ts'
import { ContentError, readEach, tryRead } from '../files/content-error.ts'
import { yamlFilesIn } from '../files/content-files.ts'
import { readContent, readMarkdown } from '../files/read-content.ts'
import type { Home } from '../home/home.ts'
import { type PageFacts, pageFacts } from '../home/page-facts.ts'
import { exampleProblems, readExamples } from './examples.ts'
import { type Question, questionOf, questionsSchema } from './questions.ts'
import { problemOfQuestion, problemOfStatement, sentencesOf } from './sentences.ts'

const folder = 'agent/answers'

/**
 * A sentence of an answer. If it `leans`, it makes sense only after the previous sentence. `about` names a follow-up
 * question, like “client late”: the chat uses the sentence only to answer that question.
 */
export type Fact = { id: string; text: string; leans: boolean; about: string | null }

/** A message visitors might type. `about`: the follow-up it asks, after the answer. */
export type AnswerExample = { text: string; about: string | null }

const kinds = ['topic', 'talk', 'notClient', 'refusal', 'trouble', 'unknown'] as const

const factSchema = z.union([
  z.string().transform((text) => ({ text, leans: false, about: undefined })),
  z.strictObject({ text: z.string(), leans: z.boolean().default(false), about: z.string().optional() }),
])

const statements = { says: z.array(factSchema).min(1, 'must have at least one sentence'), next: questionsSchema }

function answersSchema(facts: object, examplesOf: (id: string) => AnswerExample[]) {
  const answer = z
    .strictObject({
      id: z.string().regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and hyphens'),
      each: z.string().optional(),
      title: z.string(),
      kind: z.enum(kinds).default('topic'),
      /** ID of a short, friendly sentence in talk.yaml that can precede the answer. */
      opens: z.string().optional(),
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
      return list.map((it: unknown) => fillAnswer(written, facts, context, it))
    })
  return z.array(answer).transform((all) => all.flat())
}

export type Entry = z.infer<ReturnType<typeof answersSchema>>[number]
export type Answer = Omit<Entry, 'until' | 'afterwards' | 'examples' | 'writtenId'>

export function answerFacts(facts: Facts, home: Home): Facts & PageFacts {
  return { ...facts, ...pageFacts(home), ...(offersCalls() && callPlaceholders) }
}

/** IDs of answers for certain situations. A chat without facts needs only `unknown`. */
const requiredIds = {
  unknown: 'if it has no better answer',
  unclear: 'if a message makes no sense',
  'go-on': 'if a visitor wants to hear more',
  'my-project': 'if a visitor describes their project without a question',
  'my-details': 'if a visitor leaves a name or an address',
} as const

/** Reads all answers, with the examples the chat is trained on. @throws ContentError */
export function readAnswers(facts: Facts & PageFacts): Entry[] {
  const updated = { terms: dateOfPage('terms', facts.lang), privacy: dateOfPage('privacy', facts.lang) }
  const examples = readExamples()
  const examplesById = Map.groupBy(examples, ({ id }) => id.split('/')[0] ?? id)
  const examplesOf = (id: string) =>
    (examplesById.get(id) ?? []).map(({ id, text }): AnswerExample => ({ text, about: id.split('/')[1] ?? null }))
  const schema = answersSchema({ ...facts, updated }, examplesOf)
  const answers = readEach(yamlFilesIn(folder), (file) => readContent(file, schema)).flat()
  const required = Object.entries(requiredIds).filter(([name]) => answers.length > 1 || name === 'unknown')
  const missing = required.filter(([name]) => !answers.some(({ id }) => id === name))
  const problems = [
    ...repeated(answers.map(({ id }) => id)).map((id) => `content/${folder}: two answers have the id ${id}`),
    ...repeated(answers.map(({ title }) => title)).map(
      (title) => `content/${folder}: two answers are titled “${title}”`,
    ),
    ...missing.map(([name, when]) => `content/${folder}: missing answer ${name}, which the chat gives ${when}`),
    ...exampleProblems(examples, answers),
  ]
  if (problems.length > 0) throw new ContentError(...problems)
  return answers
}

function repeated(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, i) => names.indexOf(name) !== i))]
}

const dated = z.looseObject({ updated: z.iso.date() })

/** Returns the page's date, or '' if the file is invalid. Whatever reads the page reports the error. */
function dateOfPage(name: 'terms' | 'privacy', lang: string): string {
  const page = tryRead(() => readMarkdown(`legal/${name}.md`, dated))
  return page === undefined ? '' : formatLongDay(page.fields.updated, lang)
}

/** @param day like 2026-11-23 */
export function answersOn(entries: readonly Entry[], day: string): Answer[] {
  return entries.map(({ afterwards, until = day, examples, writtenId, ...entry }) =>
    afterwards !== undefined && until < day ? { ...entry, ...afterwards } : entry,
  )
}

/** Placeholders the chat fills in: today's date and, if the site offers calls, the next free times. */
const placeholders = { today: '{today}' }
const callPlaceholders = { call: { page: '/call', times: '{call.times}' } }

/** Returns a placeholder for each field of a list's entries, like `{it.title}`. */
function entryPlaceholders(value: unknown): Record<string, string> {
  if (!isObject(value)) return {}
  const keys = Array.isArray(value) ? value.filter(isObject).flatMap(Object.keys) : []
  const nested = Object.values(value).map(entryPlaceholders)
  return Object.assign({}, ...nested, Object.fromEntries(keys.map((key) => [key, `{it.${key}}`])))
}

type WrittenStatements = { says: z.infer<typeof factSchema>[]; next: z.infer<typeof questionsSchema> }
type Written = WrittenStatements & {
  id: string
  title: string
  kind: (typeof kinds)[number]
  opens?: string | undefined
  until?: string | undefined
  afterwards?: WrittenStatements | undefined
  examples: AnswerExample[]
}

/** Fills in the facts. If there's an answer for each entry of a list, `it` is the entry. */
function fillAnswer(written: Written, facts: object, context: z.RefinementCtx, it: unknown) {
  const { says, next, afterwards, examples, ...rest } = written
  const known = { ...facts, ...placeholders, it: isObject(it) ? it : entryPlaceholders(facts) }
  const schema = filledText(known)
  const id = isObject(it) ? `${written.id}-${it['id']}` : written.id
  return {
    ...rest,
    ...fillStatements({ says, next }, []),
    id,
    /** The answer's ID in the file, where one answer can cover all entries of a list. */
    writtenId: written.id,
    title: fill(written.title, ['title']),
    opens: written.opens ?? null,
    examples: examples.map(({ text, about }) => ({ text: fillExample(text), about })),
    afterwards: afterwards && fillStatements(afterwards, ['afterwards']),
  }

  function addIssue(path: PropertyKey[], message: string) {
    context.addIssue({ code: 'custom', path, message })
  }

  function fill(text: string, path: PropertyKey[]): string {
    const { success, data, error } = schema.safeParse(text)
    for (const issue of error?.issues ?? []) addIssue(path, issue.message)
    return success ? data : text
  }

  function fillExample(text: string): string {
    const report = (problem: string) => addIssue(['id'], `the example “${text}”: ${problem}`)
    return isObject(it) ? (tryRead(() => fillFacts(text, known), report) ?? text) : text
  }

  function fillStatements(source: WrittenStatements, path: string[]) {
    const filled = source.says.flatMap(({ text, leans, about = null }, i) =>
      // A fact's value can have multiple sentences. Each leans on the one before.
      sentencesOf(fill(text, [...path, 'says', i])).map((sentence, n) => {
        const problem = problemOfStatement(sentence, facts)
        if (problem !== undefined) addIssue([...path, 'says', i], problem)
        return { text: sentence, leans: leans || n > 0, about }
      }),
    )
    if (filled[0]?.leans !== false) addIssue([...path, 'says', 0], 'must make sense alone. Remove “leans”')
    const questions = source.next.map((question, i): string | Question => {
      if (typeof question === 'string') return question
      const ask = fill(question.ask, [...path, 'next', i])
      const problem = problemOfQuestion(ask, facts)
      if (problem !== undefined) addIssue([...path, 'next', i], problem)
      return questionOf(`${id}.next${i === 0 ? '' : `-${i + 1}`}`, { ...question, ask })
    })
    return {
      facts: filled.map((fact, i): Fact => ({ id: `${id}.${i + 1}`, ...fact })),
      next: questions.map((question) => (typeof question === 'string' ? question : question.id)),
      questions: questions.filter((question) => typeof question !== 'string'),
    }
  }
}
