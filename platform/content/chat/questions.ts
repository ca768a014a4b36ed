import { z } from 'zod'

/** Kinds of replies a question can expect. */
export const expectations = [
  'product',
  'users',
  'date',
  'budget',
  'currency',
  'contact',
  'yesNo',
  'choice',
  'open',
] as const
export type Expected = (typeof expectations)[number]

/** `leadsTo`: answers that fit after the visitor's reply. `yes`: the answer or question that follows a “yes”. */
export type Question = { id: string; text: string; expects: Expected; leadsTo: string[]; yes: string | null }

const writtenQuestion = z.strictObject({
  ask: z.string(),
  expects: z.enum(expectations).default('open'),
  leadsTo: z.array(z.string()).default([]),
  yes: z.string().optional(),
})

const sharedId = /^q\.[a-z-]+$/

/** A question as written in YAML: its text alone, or an object with details. */
export const questionSchema = z.union([z.string().transform((ask) => writtenQuestion.parse({ ask })), writtenQuestion])

/** A question or a list of questions. Each is defined inline, or is the ID of a shared question in talk.yaml. */
export const questionsSchema = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]),
  z.array(z.union([z.string().regex(sharedId), questionSchema])).min(1),
)

export function questionOf(id: string, { ask, expects, leadsTo, yes }: z.infer<typeof writtenQuestion>): Question {
  return { id, text: ask, expects: yes === undefined ? expects : 'yesNo', leadsTo, yes: yes ?? null }
}
