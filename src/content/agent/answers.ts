import { readdirSync } from 'node:fs'
import { z } from 'zod'
import { filledText } from '../fill-numbers.ts'
import { readContent } from '../read-content.ts'

const folder = 'agent/answers'

/** Places in a sentence that the program fills: a piece of the visitor's own words, and the day. */
const places = { matter: '{matter}', today: '{today}' }

export function sentenceText(facts: object) {
  return filledText({ ...facts, ...places }).refine(isOneSentence, {
    error: 'must be one sentence of plain text with a full stop at its end',
  })
}

export function questionText(facts: object) {
  return filledText({ ...facts, ...places }).refine((text) => text.endsWith('?') && isOneSentence(text), {
    error: 'must be one question of plain text with a question mark at its end',
  })
}

/** A point, question or exclamation mark before a space ends a sentence; markup begins with what no sentence holds. */
function isOneSentence(text: string): boolean {
  return /^[^<>*_#`|[\]\n]+[.!?]$/.test(text) && !/[.?!…]["”’)]?\s/.test(text)
}

function answersSchema(facts: object) {
  const says = z.array(sentenceText(facts)).min(2).describe('The answer, a sentence each, the most important first')
  const next = questionText(facts).describe('The question that ends the answer')
  const wants = z
    .enum(['project', 'contact'])
    .optional()
    .describe('What `next` asks for; it is not asked of somebody who has said it')
  const answer = z.strictObject({
    id: z.string().regex(/^[a-z0-9-]+$/, 'must be lower-case letters, digits and hyphens'),
    as: z
      .enum(['answer', 'talk', 'mood', 'refusal', 'emergency', 'unknown'])
      .default('answer')
      .describe(
        'Beside another answer, `talk` is left out and of a `mood` the first sentence is said; an `emergency` comes first',
      ),
    says,
    next,
    wants,
    until: filledText(facts)
      .pipe(z.iso.date({ error: 'must be a day, like 2025-08-31' }))
      .optional()
      .describe('The last day on which it is true'),
    afterwards: z.strictObject({ says, next, wants }).optional().describe('What is said from the next day on'),
    asks: z
      .string()
      .transform(linesOf)
      .pipe(z.array(z.string()).min(8, 'must have eight examples or more, a line each'))
      .describe('What people type who want this answer, a line each'),
  })
  return z.array(
    answer.refine(({ until, afterwards }) => (until === undefined) === (afterwards === undefined), {
      error: 'must have both `until` and `afterwards`, or neither',
    }),
  )
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

export type Entry = z.infer<ReturnType<typeof answersSchema>>[number]

/** A thing that visitors ask about, with what is said to it on one day. */
export type Answer = Pick<Entry, 'id' | 'as' | 'says' | 'next' | 'wants'>

/** content/agent/answers/, checked, with the numbers filled in: all that the agent may say. @throws ContentError */
export function readAnswers(facts: object): Entry[] {
  const files = readdirSync(`content/${folder}`).filter((name) => name.endsWith('.yaml'))
  return files.sort().flatMap((name) => readContent(`${folder}/${name}`, answersSchema(facts)))
}

/** What is said on a day. @param day ISO 8601, like 2025-08-31 */
export function answersOn(entries: readonly Entry[], day: string): Answer[] {
  return entries.map(({ afterwards, until = day, ...entry }) =>
    afterwards !== undefined && until < day ? { ...entry, ...afterwards } : entry,
  )
}
