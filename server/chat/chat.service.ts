import type { PromptWords } from '../../platform/content/chat/chat.ts'
import { namesOf } from '../../platform/fields.ts'
import { type ChatMessage, visitorMessages } from '../leads/chat-message.ts'
import { type ConsultationField, type ConsultationInfo, consultationFields } from '../leads/fields.ts'
import type { Answerer } from './answers/answerer.ts'
import { sentencesOf } from './chooser/choose.ts'
import { createForm } from './reply/compose.ts'
import { AllFailed, askModels, type ChainDeps, type QuotedDetail, type ReplyJob } from './reply/model-chain.ts'

/** How a reply ended: `apology` where every model failed, `empty` where the last one said nothing, `stopped` by the visitor. */
type ChatOutcome = 'answered' | 'apology' | 'empty' | 'stopped'

export type ReplyEvent =
  | { type: 'details'; details: ConsultationInfo }
  /** Which answers of the book were asked for, and whether the visitor's name is known. */
  | { type: 'asked'; answers: readonly string[]; isNamed: boolean }
  | { type: 'text'; text: string }
  | { type: 'incident'; reason: string; model: string }
  | { type: 'failure'; reason: string; model: string }
  /** @property model the one that spoke last; '' where nobody did */
  | { type: 'done'; outcome: ChatOutcome; model: string }

export type ChatDeps = ChainDeps & {
  answerer: Answerer
  /** What the visitor's messages say of a booking; never throws. */
  extract: (messages: readonly string[]) => ConsultationInfo
  words: Pick<PromptWords, 'apology' | 'empty'>
  /** Of calls, in ms since 1970; never rejects. */
  freeTimes: () => Promise<readonly number[]>
  now: () => number
}

export type ChatContext = Pick<ReplyJob, 'signal' | 'requestId' | 'payment'>

/** Answers the last turn; a reply that was broken off goes on. What a model or the wallet threw ends in the apology. */
export async function* answerChat(
  deps: ChatDeps,
  turns: readonly ChatMessage[],
  context: ChatContext,
): AsyncGenerator<ReplyEvent, void, void> {
  const failures: ReplyEvent[] = []
  const quoted: QuotedDetail[] = []
  const last = turns.at(-1)
  const old = last?.role === 'assistant' ? sentencesOf(last.content) : []
  const asked = last?.role === 'assistant' ? turns.slice(0, -1) : turns
  const messages = visitorMessages(asked)
  const all = deps.extract(messages)
  const newest = messages.length === 1 ? all : deps.extract(messages.slice(-1))
  yield { type: 'details', details: all }
  if (old.some((sentence) => sentence.endsWith('?'))) return yield { type: 'done', outcome: 'answered', model: '' }
  let model = ''
  let isShown = old.length > 0
  const done = (outcome: ChatOutcome): ReplyEvent => ({ type: 'done', outcome, model })
  const prepared = deps.answerer.open(asked, { all, newest }, deps.now(), await deps.freeTimes())
  yield { type: 'asked', answers: prepared.asked, isNamed: all.name !== null }
  const job: ReplyJob = {
    ...context,
    turns,
    prepared,
    form: createForm(old),
    onModel: (name) => {
      model = name
    },
    onFailure: (name, reason) => {
      failures.push({ type: 'failure', model: name, reason })
      deps.log.warn({ requestId: context.requestId, model: name, reason }, 'a chat model failed')
    },
  }
  try {
    for await (const { sentence, incident, detail } of askModels(deps, job)) {
      if (detail !== undefined) quoted.push(detail)
      yield* failures.splice(0)
      if (incident !== undefined) yield { type: 'incident', reason: incident, model }
      if (sentence === undefined) continue
      yield { type: 'text', text: isShown ? ` ${sentence}` : sentence }
      isShown = true
    }
    yield* failures.splice(0)
    const more = withQuotedDetails(all, quoted, messages, deps.extract)
    if (namesOf(consultationFields).some((field) => more[field] !== all[field]))
      yield { type: 'details', details: more }
    yield done('answered')
  } catch (error) {
    yield* failures.splice(0)
    if (context.signal.aborted) return yield done('stopped')
    if (!(error instanceof AllFailed)) throw error
    yield { type: 'text', text: `${isShown ? '\n' : ''}${error.isEmpty ? deps.words.empty : deps.words.apology}` }
    yield done(error.isEmpty ? 'empty' : 'apology')
  }
}

/** The plainest sentence in which someone says it: what the rules don't read in it, they refuse. */
const plainly: Record<ConsultationField, (quote: string) => string> = {
  name: (quote) => `My name is ${quote}.`,
  email: (quote) => `My e-mail address is ${quote}`,
  company: (quote) => `My company is ${quote}.`,
  budget: (quote) => `My budget is ${quote}.`,
  timeline: (quote) => `I need it ${quote}.`,
  requirements: (quote) => `I need ${quote}.`,
}
const maxQuoteCharacters = 300

/** Counts where it is a verbatim piece of the visitor's words that the rules, too, take for this field. */
function withQuotedDetails(
  known: ConsultationInfo,
  failures: readonly QuotedDetail[],
  messages: readonly string[],
  extract: ChatDeps['extract'],
): ConsultationInfo {
  const info = { ...known }
  for (const { field, quote } of failures) {
    const piece = quote.trim()
    if (info[field] !== null || piece === '' || piece.length > maxQuoteCharacters) continue
    if (!messages.some((message) => message.includes(piece))) continue
    const read = extract([plainly[field](piece)])[field]
    if (field === 'budget' || read === piece) info[field] = read
  }
  return info
}
