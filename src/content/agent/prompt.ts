import { z } from 'zod'
import { readContent } from '../read-content.ts'
import { filledText } from '../text-field.ts'

function promptSchema(facts: object) {
  const text = filledText(facts)
  return z.strictObject({
    manner: z.array(text).min(1).describe('What a language model is told of its task, a rule each'),
    apology: text.describe('Where every model failed'),
    empty: text.describe('Where the last model said nothing'),
  })
}

export type PromptWords = z.infer<ReturnType<typeof promptSchema>>

/** content/agent/prompt.yaml, checked: what a language model is told, and what is said in its place. @throws ContentError */
export function readPromptWords(facts: object): PromptWords {
  return readContent('agent/prompt.yaml', promptSchema(facts))
}
