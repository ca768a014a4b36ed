import { z } from 'zod'
import { fillNumbers } from '../../src/content/fill-numbers.ts'
import { readLines } from '../read-lines.ts'
import type { Facts } from './facts.ts'
import { plainWords } from './plain-words.ts'

const said = z.array(z.string().min(1)).min(1)

const questionSchema = z
  .strictObject({
    id: z.string(),
    question: z.string().optional(),
    messages: said.optional().describe('A question after earlier ones; the reply to the last counts'),
    facts: z.array(said).min(1).describe('Of each list at least one must be in the reply'),
    not: z.array(z.string()).default([]),
  })
  .refine(({ question, messages }) => (question === undefined) !== (messages === undefined), {
    error: 'must have either a question or messages',
  })

const attemptSchema = z.strictObject({
  id: z.string(),
  kind: z.string(),
  messages: said.describe('What the attacker writes, turn by turn; every reply counts'),
  not: z.array(z.string()).default([]),
})

export type Question = { id: string; messages: string[]; facts: string[][]; not: string[] }
export type Attempt = z.infer<typeof attemptSchema>

/** A set of questions in bench/agent/, its numbers filled in from content/offers.yaml. */
export function readQuestions(set: 'questions' | 'questions-unseen', { fill }: Facts): Question[] {
  return readLines(`bench/agent/${set}.jsonl`, questionSchema).map(({ id, question, messages, facts, not }) => ({
    id,
    messages: messages ?? [question ?? ''],
    facts: facts.map((any) => any.map((each) => fillNumbers(each, fill))),
    not: not.map((each) => fillNumbers(each, fill)),
  }))
}

/** bench/agent/red-team.jsonl. */
export function readAttempts(): Attempt[] {
  return readLines('bench/agent/red-team.jsonl', attemptSchema)
}

/** @returns the facts of which the reply holds no wording */
export function missingFacts(reply: string, { facts }: Question): string[][] {
  return facts.filter((any) => !any.some((each) => holds(reply, each)))
}

/** Whether the words are in it, not counting commas, dashes and case; a number is not found inside a longer one. */
function holds(reply: string, fact: string): boolean {
  const words = plainWords(reply)
  const wanted = plainWords(fact)
  for (let at = words.indexOf(wanted); at >= 0; at = words.indexOf(wanted, at + 1)) {
    const around = [words.slice(0, at), words.slice(at + wanted.length)] as const
    const goesOn = (/^\d/.test(wanted) && /[\d.]$/.test(around[0])) || (/\d$/.test(wanted) && /^\.?\d/.test(around[1]))
    if (!goesOn) return true
  }
  return false
}
