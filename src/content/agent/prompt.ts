import { z } from 'zod'
import { filledText } from '../fill-numbers.ts'
import { readContent } from '../read-content.ts'

function promptSchema(facts: object) {
  const text = filledText(facts)
  return z.strictObject({
    task: text.describe('What a language model is told first'),
    manner: z
      .array(filledText({ ...facts, matter: '{matter}' }))
      .min(1)
      .describe('How it chooses, a rule each'),
    fence: filledText({ ...facts, fence: '{fence}' })
      .refine((words) => words.includes('{fence}'), { error: 'must name the mark around visitors’ words as {fence}' })
      .describe('What it is told of visitors’ words'),
    sentences: text.describe('Stands before the sentences to choose from'),
    goOn: text.describe('What it is told where a reply was broken off'),
    apology: text.describe('Where every model failed'),
    empty: text.describe('Where the last model said nothing'),
    problems: z
      .strictObject({
        empty: text,
        tooLong: text,
        wrong: text,
        tooLarge: text,
        tooMany: text,
        busy: text,
      })
      .describe('What the server says to a message that it does not take'),
  })
}

export type PromptWords = z.infer<ReturnType<typeof promptSchema>>

/** content/agent/prompt.yaml, checked: what a language model is told, and what is said in its place. @throws ContentError */
export function readPromptWords(facts: object): PromptWords {
  return readContent('agent/prompt.yaml', promptSchema(facts))
}
