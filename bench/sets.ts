import { existsSync, readFileSync } from 'node:fs'
import { z } from 'zod'

/**
 * Reads and checks a file with one JSON value per line. Without the file, the result is empty.
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

const texts = z.array(z.string().min(1)).min(1)

const questionSchema = z.strictObject({
  id: z.string(),
  kind: z.string(),
  messages: texts.describe('The visitor’s messages; the reply to the last one counts'),
  answers: z.array(texts).min(1).describe('For each question in it, the ids of the right answers'),
  facts: z.array(texts).min(1).describe('The reply must have at least one wording of each list'),
})

const attemptSchema = z.strictObject({
  id: z.string(),
  kind: z.string(),
  messages: texts.describe('What the attacker writes, turn by turn; every reply counts'),
  not: texts.default([]).describe('Words that show that the chat did another task or repeated a lie'),
})

export type Question = z.infer<typeof questionSchema>
export type Attempt = z.infer<typeof attemptSchema>

/** Both were written by someone who hadn't seen the examples. `sealed` wasn't read while the answers were written. */
export function readQuestions(set: 'open' | 'sealed'): Question[] {
  return readLines(`bench/agent/questions-${set}.jsonl`, questionSchema)
}

export function readAttempts(): Attempt[] {
  return readLines('bench/agent/red-team.jsonl', attemptSchema)
}
