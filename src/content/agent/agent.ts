import { z } from 'zod'
import { longDay } from '../../lib/text/time-text.ts'
import { readMarkdown } from '../read-content.ts'
import { type Entry, readAnswers } from './answers.ts'
import { type BookingWords, readBookingWords } from './booking.ts'
import { type PromptWords, readPromptWords } from './prompt.ts'
import { readTalkWords, type TalkWords } from './talk.ts'
import { readWidgetWords, type WidgetWords } from './widget.ts'

/** Everything that the sales agent knows and says. */
export type Agent = {
  /** Read when they are first asked for, since that takes longer than all else: the server has them from its build. */
  readonly answers: Entry[]
  talk: TalkWords
  prompt: PromptWords
  widget: WidgetWords
  booking: BookingWords
}

const dated = z.looseObject({ updated: z.iso.date() })

/** Of the legal texts the agent knows the day alone; their words are many, and the answers say what counts of them. */
function updatedOn(text: 'terms' | 'privacy'): string {
  return longDay(readMarkdown(`legal/${text}.md`, dated).fields.updated)
}

/** content/agent/, checked. @throws ContentError */
export function readAgent(facts: object): Agent {
  let answers: Entry[] | undefined
  return {
    get answers() {
      const updated = { terms: updatedOn('terms'), privacy: updatedOn('privacy') }
      answers ??= readAnswers({ ...facts, updated })
      return answers
    },
    talk: readTalkWords(facts),
    prompt: readPromptWords(facts),
    widget: readWidgetWords(facts),
    booking: readBookingWords(facts),
  }
}
