import { type BookingWords, readBookingWords } from './booking.ts'
import { type BuiltInWords, readBuiltInWords } from './built-in.ts'
import { type FirewallWords, readFirewallWords } from './firewall.ts'
import { type PromptWords, readPromptWords } from './prompt.ts'
import { readTopics, type Topic } from './topics.ts'
import { readWidgetWords, type WidgetWords } from './widget.ts'

/** Everything that the sales agent knows, says and refuses. */
export type Agent = {
  topics: Topic[]
  builtIn: BuiltInWords
  firewall: FirewallWords
  prompt: PromptWords
  widget: WidgetWords
  booking: BookingWords
}

/** content/agent/, checked. @throws ContentError */
export function readAgent(facts: object): Agent {
  return {
    topics: readTopics(facts),
    builtIn: readBuiltInWords(facts),
    firewall: readFirewallWords(facts),
    prompt: readPromptWords(facts),
    widget: readWidgetWords(facts),
    booking: readBookingWords(facts),
  }
}
