import type { PromptWords } from '../../content/agent/prompt.ts'
import type { BookingInfo } from '../../lib/booking-info.ts'
import { type Turn, visitorMessages } from '../../lib/turn.ts'
import { Unanswered } from '../../server/calls/timed-calls.ts'
import type { ChatEvent, ChatOutcome } from './chat-event.ts'
import type { GuardedSentence } from './firewall/guard.ts'
import { keepForm } from './firewall/keep-form.ts'
import { createSentenceCutter } from './firewall/sentence-cutter.ts'
import { AllFailed, askModels, type ChainDeps, type Talk } from './model-chain.ts'

export type ChatDeps = ChainDeps & {
  /** What the visitor's messages say of a booking; never throws. */
  extract: (messages: readonly string[]) => Promise<BookingInfo>
  /** `unknown`: that the agent doesn't know. */
  words: Pick<PromptWords, 'apology' | 'empty'> & { closing: string; unknown: string }
}

export type ChatContext = Pick<Talk, 'signal' | 'requestId' | 'reserve'>

/** As many sentences make a whole reply; the firewall's form keeps to it. */
const wholeReply = 4

/**
 * Answers the last turn of a conversation; where it is the assistant's, that reply was broken off, and goes on. The path
 * of every reply, whoever gives it and wherever it is shown: extraction, models, firewall, form.
 * Never throws what a model or the wallet threw: the visitor gets the specified apology; where a text takes too long to be
 * read, that the agent doesn't know.
 */
export async function* answerChat(
  deps: ChatDeps,
  turns: readonly Turn[],
  context: ChatContext,
): AsyncGenerator<ChatEvent, void, void> {
  const notes: ChatEvent[] = []
  const old = sentencesOf(turns.at(-1)?.role === 'assistant' ? (turns.at(-1)?.content ?? '') : '')
  let model = ''
  let isShown = old.length > 0
  const talk: Talk = {
    ...context,
    turns,
    shown: old.map(({ text }) => text.trim()),
    onModel: (name) => {
      model = name
    },
    onFailure: (name, reason) => {
      notes.push({ type: 'failure', model: name, reason })
      deps.log.warn({ requestId: context.requestId, model: name, reason }, 'a chat model failed')
    },
  }
  const done = (outcome: ChatOutcome): ChatEvent => ({ type: 'done', outcome, model })
  const sentences = keepForm(startingWith(old, askModels(deps, talk)), deps.words)
  const reply = old.length < wholeReply ? await begun(sentences) : []
  try {
    yield { type: 'booking', booking: await deps.extract(visitorMessages(turns)) }
    for await (const sentence of reply) {
      yield* notes.splice(0)
      const { text, incident } = sentence
      if (incident !== undefined) yield { type: 'incident', reason: incident.reason, model }
      if (text === '' || old.includes(sentence)) continue
      yield { type: 'text', text: isShown ? text : text.trimStart() }
      isShown = true
    }
    yield* notes.splice(0)
    yield done('answered')
  } catch (error) {
    yield* notes.splice(0)
    if (context.signal.aborted) return yield done('stopped')
    if (error instanceof Unanswered) {
      deps.log.warn({ requestId: context.requestId, reason: error.message }, 'a message was not read in time')
      yield { type: 'text', text: `${isShown ? '\n' : ''}${deps.words.unknown}` }
      return yield done('answered')
    }
    if (!(error instanceof AllFailed)) throw error
    yield { type: 'text', text: `${isShown ? '\n' : ''}${error.isEmpty ? deps.words.empty : deps.words.apology}` }
    yield done(error.isEmpty ? 'empty' : 'apology')
  } finally {
    await sentences.return()
  }
}

/** Lets the model be asked before anything else is done: it takes longer than all of that. */
async function begun<T>(source: AsyncGenerator<T, void, void>): Promise<AsyncIterable<T>> {
  const first = source.next()
  // Whoever reads on gets to know of it; until then nobody has missed it.
  first.catch(() => undefined)
  await new Promise(setImmediate)
  return (async function* () {
    for (let next = await first; !next.done; next = await source.next()) yield next.value
  })()
}

function sentencesOf(reply: string): GuardedSentence[] {
  const cutter = createSentenceCutter()
  return [...cutter.push(reply), ...cutter.end()].filter((text) => text.trim() !== '').map((text) => ({ text }))
}

/** What the visitor sees already counts for the form of the whole. */
async function* startingWith(old: readonly GuardedSentence[], more: AsyncIterable<GuardedSentence>) {
  yield* old
  yield* more
}
