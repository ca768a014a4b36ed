import { z } from 'zod'
import { readContent } from '../read-content.ts'
import { filledText } from '../text-field.ts'

function widgetSchema(facts: object) {
  const text = filledText(facts)
  return z.strictObject({
    title: text,
    badge: text,
    empty: text,
    footer: text,
    open: text.describe('What the round button does, for those who do not see it'),
    isAi: text.describe('Says that an AI answers'),
    suggestions: z.array(text).min(2).max(4).describe('First questions to choose from'),
  })
}

export type WidgetWords = z.infer<ReturnType<typeof widgetSchema>>

/** content/agent/widget.yaml, checked: the words of the chat's button and panel. @throws ContentError */
export function readWidgetWords(facts: object): WidgetWords {
  return readContent('agent/widget.yaml', widgetSchema(facts))
}
