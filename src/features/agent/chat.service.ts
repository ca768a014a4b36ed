import type { PromptWords } from '../../content/agent/prompt.ts'
import { fieldsOf } from '../../lib/form.ts'
import { type ChatMessage, visitorMessages } from '../leads/chat-message.ts'
import { type ConsultationField, type ConsultationInfo, consultationRules } from '../leads/lead.fields.ts'
import type { Book } from './book/book.ts'
import type { ChatEvent, ChatOutcome } from './chat-event.ts'
import { sentencesOf } from './chooser/parts.ts'
import { withModelNotes } from './model-notes.ts'
import { createForm } from './reply/form.ts'
import { AllFailed, askModels, type ChainDeps, type Talk } from './reply/model-chain.ts'

export type ChatDeps = ChainDeps & {
  book: Book
  /** What the visitor's messages say of a booking; never throws. */
  extract: (messages: readonly string[]) => ConsultationInfo
  words: Pick<PromptWords, 'apology' | 'empty'>
  now: () => number
}

export type ChatContext = Pick<Talk, 'signal' | 'requestId' | 'reserve'>

/**
 * Answers the last turn of a conversation; where it is the assistant's, that reply was broken off, and goes on. The path of
 * every reply, whoever chooses it and wherever it is shown: notes, the book, models, form. Whatever is shown is a sentence of
 * the book. Never throws what a model or the wallet threw: the visitor gets the specified apology.
 */
export async function* answerChat(
  deps: ChatDeps,
  turns: readonly ChatMessage[],
  context: ChatContext,
): AsyncGenerator<ChatEvent, void, void> {
  const notes: ChatEvent[] = []
  const noted: { field: ConsultationField; quote: string }[] = []
  const last = turns.at(-1)
  const old = last?.role === 'assistant' ? sentencesOf(last.content) : []
  const asked = last?.role === 'assistant' ? turns.slice(0, -1) : turns
  const messages = visitorMessages(asked)
  const all = deps.extract(messages)
  const newest = messages.length === 1 ? all : deps.extract(messages.slice(-1))
  yield { type: 'booking', booking: all }
  if (old.some((sentence) => sentence.endsWith('?'))) return yield { type: 'done', outcome: 'answered', model: '' }
  let model = ''
  let isShown = old.length > 0
  const done = (outcome: ChatOutcome): ChatEvent => ({ type: 'done', outcome, model })
  const talk: Talk = {
    ...context,
    turns,
    page: deps.book.open(asked, { all, newest }, deps.now()),
    form: createForm(old),
    onModel: (name) => {
      model = name
    },
    onFailure: (name, reason) => {
      notes.push({ type: 'failure', model: name, reason })
      deps.log.warn({ requestId: context.requestId, model: name, reason }, 'a chat model failed')
    },
  }
  try {
    for await (const { sentence, incident, note } of askModels(deps, talk)) {
      if (note !== undefined) noted.push(note)
      yield* notes.splice(0)
      if (incident !== undefined) yield { type: 'incident', reason: incident, model }
      if (sentence === undefined) continue
      yield { type: 'text', text: isShown ? ` ${sentence}` : sentence }
      isShown = true
    }
    yield* notes.splice(0)
    const more = withModelNotes(all, noted, messages, deps.extract)
    if (fieldsOf(consultationRules).some((field) => more[field] !== all[field]))
      yield { type: 'booking', booking: more }
    yield done('answered')
  } catch (error) {
    yield* notes.splice(0)
    if (context.signal.aborted) return yield done('stopped')
    if (!(error instanceof AllFailed)) throw error
    yield { type: 'text', text: `${isShown ? '\n' : ''}${error.isEmpty ? deps.words.empty : deps.words.apology}` }
    yield done(error.isEmpty ? 'empty' : 'apology')
  }
}
