import { z } from 'zod'
import { longDay } from '../../lib/day.ts'
import { readMarkdown } from '../read-content.ts'
import { type BookingWords, readBookingWords } from './booking.ts'
import { type BuiltInWords, readBuiltInWords } from './built-in.ts'
import { type FirewallWords, readFirewallWords } from './firewall.ts'
import { type PromptWords, readPromptWords } from './prompt.ts'
import { readTopics, type Topic } from './topics.ts'
import { readWidgetWords, type WidgetWords } from './widget.ts'

/** Everything that the sales agent knows, says and refuses. */
export type Agent = {
  /** Read when they are first asked for, since that takes longer than all else: most of the owner's commands never do. */
  readonly topics: Topic[]
  builtIn: BuiltInWords
  firewall: FirewallWords
  prompt: PromptWords
  widget: WidgetWords
  booking: BookingWords
}

const dated = z.looseObject({ updated: z.iso.date() })

/** Of the legal texts the agent knows the day alone; their words are many, and the topics say what counts of them. */
function updatedOn(text: 'terms' | 'privacy'): string {
  return longDay(readMarkdown(`legal/${text}.md`, dated).fields.updated)
}

/** content/agent/, checked. @throws ContentError */
export function readAgent(facts: object): Agent {
  let topics: Topic[] | undefined
  return {
    get topics() {
      const updated = { terms: updatedOn('terms'), privacy: updatedOn('privacy') }
      topics ??= readTopics({ ...facts, updated })
      return topics
    },
    builtIn: readBuiltInWords(facts),
    firewall: readFirewallWords(facts),
    prompt: readPromptWords(facts),
    widget: readWidgetWords(facts),
    booking: readBookingWords(facts),
  }
}
