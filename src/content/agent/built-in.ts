import { z } from 'zod'
import { readContent } from '../read-content.ts'
import { filledText } from '../text-field.ts'

function builtInSchema(facts: object) {
  const text = filledText(facts)
  return z.strictObject({
    unknown: z.array(text).min(1).describe('Where nothing is known: says so and asks back, a sentence each'),
  })
}

export type BuiltInWords = z.infer<ReturnType<typeof builtInSchema>>

/** content/agent/built-in.yaml, checked: what the built-in agent says beside its topics. @throws ContentError */
export function readBuiltInWords(facts: object): BuiltInWords {
  return readContent('agent/built-in.yaml', builtInSchema(facts))
}
