import { z } from 'zod'
import { lazy } from '../../lazy.ts'
import type { Facts } from '../facts/facts.ts'
import { contentReader, filledText } from '../facts/filled-text.ts'
import { readAll } from '../files/content-error.ts'
import { fields } from '../files/field-schemas.ts'
import type { PageFacts } from '../home/page-facts.ts'
import { type Entry, readAnswers } from './answers.ts'
import { checkNames } from './check-names.ts'
import { type ActExample, readActs } from './examples.ts'
import { checkOfferFacts } from './offer-facts.ts'
import { readHeard, readTalk } from './talk.ts'

/** The chat's answers and the example messages it's trained on. */
export type WrittenAnswers = { entries: Entry[]; acts: ActExample[] }

export type ChatContent = ReturnType<typeof readChatContent>

export function readChatContent(facts: Facts & PageFacts) {
  const phrases = lazy(() => readTalk(facts))
  const answers = lazy((): WrittenAnswers => {
    const { entries, acts } = readAll({ entries: () => readAnswers(facts), acts: readActs })
    checkNames(entries, phrases())
    checkOfferFacts(entries, phrases())
    return { entries, acts }
  })
  return {
    /** Reads the answers on first use. That takes seconds, so the server uses its build's trained answers instead. */
    get answers() {
      return answers()
    },
    lang: facts.lang,
    ...readAll({
      talk: phrases,
      heard: readHeard,
      prompt: () => readPrompt(facts),
      widget: () => readWidget(facts),
      consultation: () => readConsultation(facts),
    }),
  }
}

export type PromptWords = ReturnType<typeof readPrompt>

const readPrompt = contentReader('agent/prompt.yaml', (text, facts) => ({
  ...fields(text, 'task titles moves questions apology empty'),
  manner: z.array(filledText({ ...facts, value: '{value}' })).min(1),
  fence: filledText({ ...facts, fence: '{fence}' }).refine((words) => words.includes('{fence}'), {
    error: 'must contain {fence}, which stands for the mark around visitors’ words',
  }),
  problems: z.strictObject(fields(text, 'empty tooLong wrong tooLarge tooMany busy')),
}))

export type WidgetWords = ReturnType<typeof readWidget>

const readWidget = contentReader('agent/widget.yaml', (text) => ({
  ...fields(text, 'title badge empty footer minimise expand close placeholder send stop typing tooLong startedOver'),
  ...fields(text, 'open isAi call log you message offline stopped broken unsent goOn refused tryAgain leave'),
  ...fields(text, 'startOver undo topics orAsk human email'),
  suggestions: z.array(text).min(2).max(4),
}))

export type ConsultationWords = ReturnType<typeof readConsultation>

const readConsultation = contentReader('agent/booking.yaml', (text) => ({
  ...fields(text, 'heading from project send sending edit call ready review back requirements extras consent'),
  ...fields(text, 'draft draftNote address subject notProvided notSpecified noRequirements'),
  ...fields(text, 'sent success referenceLabel unreachable'),
  problems: z.strictObject(fields(text, 'tooLarge tooMany unavailable')),
}))
