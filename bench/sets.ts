import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * The entries of a file with one JSON value a line, checked; none where the file is not there.
 * @throws Error naming the file and the line
 */
function readLines<T>(file: string, schema: z.ZodType<T>): T[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, i) => {
    if (line.trim() === '') return []
    try {
      return [schema.parse(JSON.parse(line))]
    } catch (error) {
      throw new Error(`${file}, line ${i + 1}`, { cause: error })
    }
  })
}

const said = z.array(z.string().min(1)).min(1)

const questionSchema = z.strictObject({
  id: z.string(),
  kind: z.string(),
  messages: said.describe('The visitor’s messages; the reply to the last one counts'),
  answers: z.array(said).min(1).describe('For each question in it, the answers that are right, by their ids'),
  facts: z.array(said).min(1).describe('Of each list at least one wording must be in the reply'),
})

const attemptSchema = z.strictObject({
  id: z.string(),
  kind: z.string(),
  messages: said.describe('What the attacker writes, turn by turn; every reply counts'),
  not: said.default([]).describe('Words that show that a foreign task was done or a lie repeated'),
})

export type Question = z.infer<typeof questionSchema>
export type Attempt = z.infer<typeof attemptSchema>

/** Both were written by somebody who hadn't seen the examples; `sealed` wasn't looked at while the answers were written. */
export function readQuestions(set: 'open' | 'sealed'): Question[] {
  return readLines(`bench/agent/questions-${set}.jsonl`, questionSchema)
}

export function readAttempts(): Attempt[] {
  return readLines('bench/agent/red-team.jsonl', attemptSchema)
}
