import { z } from 'zod'
import type { Facts } from '../facts/facts.ts'
import { filledText } from '../facts/fill-numbers.ts'
import type { PageFacts } from '../home/home.ts'
import { fields, labels, readAll, readContent } from '../read-content.ts'
import { type Entry, readAnswers, readPhrases } from './answers.ts'

export type ChatContent = ReturnType<typeof readChatContent>

/** content/agent/, checked. @throws ContentError */
export function readChatContent(facts: Facts & PageFacts) {
  let answers: Entry[] | undefined
  return {
    /** Read when they are first asked for, since that takes longer than all else: the server has them from its build. */
    get answers() {
      answers ??= readAnswers(facts)
      return answers
    },
    lang: facts.lang,
    ...readAll({
      phrases: () => readPhrases(facts),
      prompt: () => readContent('agent/prompt.yaml', promptSchema(facts)),
      widget: () => readContent('agent/widget.yaml', widgetSchema(facts)),
      consultation: () => readContent('agent/booking.yaml', consultationSchema(facts)),
    }),
  }
}

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
      .strictObject(fields(text, 'empty tooLong wrong tooLarge tooMany busy'))
      .describe('What the server says to a message that it does not take'),
  })
}

export type PromptWords = z.infer<ReturnType<typeof promptSchema>>

function widgetSchema(facts: object) {
  const text = filledText(facts)
  return z.strictObject({
    ...fields(text, 'title badge empty footer minimise expand close placeholder send stop typing tooLong startedOver'),
    open: text.describe('What the round button does, for those who do not see it'),
    isAi: text.describe('Says that an AI answers'),
    suggestions: z.array(text).min(2).max(4).describe('First questions to choose from'),
    log: text.describe('Names the conversation for those who do not see it'),
    you: text.describe('Stands before what the visitor said, for those who do not see whose it is'),
    message: text.describe('Label of the input'),
    stopped: text.describe('Under a reply that the visitor stopped'),
    broken: text.describe('Under a reply whose connection broke off'),
    goOn: text.describe('Asks for the rest of a reply'),
    refused: text.describe('Where the server said no without a reason'),
    tryAgain: text.describe('Asks again where nothing of a reply came'),
    leave: text.describe('Makes a request of what was typed, where the agent fails'),
    startOver: text.describe('Empties the conversation'),
    undo: text.describe('Takes that back'),
    human: text.describe('Leads to the contact form'),
    email: text.describe('The one mail address that becomes a link in a reply'),
  })
}

export type WidgetWords = z.infer<ReturnType<typeof widgetSchema>>

function consultationSchema(facts: object) {
  const text = filledText(facts)
  return z.strictObject({
    labels: labels(text, 'name email company budget timeline requirements'),
    ...fields(text, 'send sending success referenceLabel unreachable'),
    heading: text.describe('Above the fields in the chat'),
    address: text.describe('Where the e-mail draft goes'),
    consent: text.describe(
      'What a visitor agrees to who leaves an address and goes; kept word for word with the request',
    ),
    draft: text.describe('The button that opens an e-mail draft'),
    draftNote: text.describe('Beside it: what it does'),
    subject: text.describe('Subject of the draft'),
    notProvided: text.describe('Stands for a missing name, address or company'),
    notSpecified: text.describe('Stands for a missing budget, timeline or requirements'),
    noRequirements: text.describe('Stands for the project, where nothing is known of it'),
    sendNote: text.describe('Beside it: what it does'),
    problems: z.strictObject(fields(text, 'tooLarge tooMany unavailable')),
    page: z.strictObject({ heading: text, text, received: text, back: text }),
  })
}

export type ConsultationWords = z.infer<ReturnType<typeof consultationSchema>>
