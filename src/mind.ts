import type { SiteContent } from './content/site-content.ts'
import { extractBooking } from './features/booking/extract/extract-booking.ts'
import { createBuiltInReply } from './features/chat/built-in/built-in-agent.ts'
import { createFirewall, type Verdict } from './features/chat/firewall/firewall.ts'
import { isToldAlready } from './features/chat/firewall/stand-in.ts'
import { createPromptFacts } from './features/chat/prompt-facts.ts'
import type { BookingInfo } from './lib/booking-info.ts'
import { chatLimits } from './lib/chat-limits.ts'
import type { TextSection } from './lib/text-section.ts'
import type { Turn } from './lib/turn.ts'
import { createTextIndex, openTextIndex } from './server/text-index.ts'

/** What the mind is made of; it is copied into its thread. */
export type MindSources = {
  siteUrl: string
  content: Pick<SiteContent, 'agent' | 'home' | 'offers' | 'studio'>
  /**
   * What the site says, as an index of a build or as it stands: the built-in agent searches it, and links may lead to its
   * pages alone.
   */
  texts?: { file: string } | { sections: readonly TextSection[] } | undefined
}

/**
 * All that reads what strangers write, by rules whose work nobody can promise: plain functions of their arguments, to be
 * run where they can be ended. `at` is the time of the call, in ms since 1970.
 */
export type Mind = {
  /** What the built-in agent says to the last turn, in pieces. */
  reply: (turns: readonly Turn[], at: number) => string[]
  /** The firewall's verdict. */
  check: (sentence: string, visitor: readonly string[], before: readonly string[], at: number) => Verdict
  isTold: (sentence: string, shown: readonly string[]) => boolean
  /** What a model is told of the studio, a line each. */
  facts: (turns: readonly Turn[], at: number) => string[]
  /** What the visitor's messages say of a booking. */
  extract: (messages: readonly string[]) => BookingInfo
}

/** Reads all that the content says, which takes half a second. */
export function openMind({ content, siteUrl, texts }: MindSources): Mind {
  const { agent, home, offers, studio } = content
  let now = Date.now()
  const date = () => new Date(now)
  const index = texts && ('file' in texts ? openTextIndex(texts.file) : createTextIndex(':memory:', texts.sections))
  const firewall = createFirewall({
    offers,
    home,
    topics: agent.topics,
    words: agent.firewall,
    studio,
    siteUrl: new URL(siteUrl),
    ...(index && { paths: new Set(index.addresses().map(({ path }) => path.split('#', 1).join())) }),
    secrets: [...agent.prompt.manner, agent.prompt.fence, agent.prompt.goOn],
    now: date,
  })
  const reply = createBuiltInReply({
    topics: agent.topics,
    words: agent.builtIn,
    search: (words) => index?.passages(words) ?? [],
    passes: (sentence) => firewall.check(sentence, { visitor: [], before: [] }).ok,
    now: date,
  })
  const { linesFor } = createPromptFacts({
    topics: agent.topics,
    synonyms: agent.builtIn.synonyms,
    facts: agent.firewall.facts,
  })
  return {
    reply(turns, at) {
      now = at
      return reply(turns)
    },
    check(sentence, visitor, before, at) {
      now = at
      return firewall.check(sentence, { visitor, before })
    },
    isTold: isToldAlready,
    facts: (turns, at) => linesFor(turns, new Date(at).toISOString().slice(0, 10)),
    extract: (messages) => extractBooking(newestOf(messages), studio.email),
  }
}

/** As much of a talk as the chat takes too. */
function newestOf(messages: readonly string[]): readonly string[] {
  let left: number = chatLimits.characters
  const from = messages.findLastIndex((message) => {
    left -= message.length
    return left < 0
  })
  return messages.slice(from + 1)
}
