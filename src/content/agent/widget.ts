import { z } from 'zod'
import { filledText } from '../fill-numbers.ts'
import { readContent } from '../read-content.ts'

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
    minimise: text,
    expand: text,
    close: text,
    log: text.describe('Names the conversation for those who do not see it'),
    you: text.describe('Stands before what the visitor said, for those who do not see whose it is'),
    message: text.describe('Label of the input'),
    placeholder: text,
    send: text,
    stop: text,
    typing: text,
    tooLong: text,
    stopped: text.describe('Under a reply that the visitor stopped'),
    broken: text.describe('Under a reply whose connection broke off'),
    goOn: text.describe('Asks for the rest of a reply'),
    refused: text.describe('Where the server said no without a reason'),
    tryAgain: text.describe('Asks again where nothing of a reply came'),
    leave: text.describe('Makes a request of what was typed, where the agent fails'),
    startOver: text.describe('Empties the conversation'),
    startedOver: text,
    undo: text.describe('Takes that back'),
    human: text.describe('Leads to the contact form'),
    email: text.describe('The one mail address that becomes a link in a reply'),
  })
}

export type WidgetWords = z.infer<ReturnType<typeof widgetSchema>>

/** content/agent/widget.yaml, checked: the words of the chat's button and panel. @throws ContentError */
export function readWidgetWords(facts: object): WidgetWords {
  return readContent('agent/widget.yaml', widgetSchema(facts))
}
