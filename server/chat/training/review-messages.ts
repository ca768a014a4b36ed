import { setImmediate } from 'node:timers/promises'
import type { Entry } from '../../../platform/content/chat/answers.ts'
import type { TranscriptMessage } from '../../leads/transcript.ts'
import type { Agent } from '../agent.ts'
import { type Prediction, tokenize } from '../understand/model.ts'
import type { Act } from '../understand/predict-act.ts'

type Chat = { reference: string; created_at: number; messages: readonly TranscriptMessage[] }

/** A visitor's message. `wordings`: the message alone, and after the previous message. */
export type ReviewedMessage = {
  message: string
  reference: string
  index: number
  at: number
  wordings: readonly string[]
  isSure: boolean
  canBeExample: boolean
  acts: Act[]
  predictions: Prediction[]
  around: TranscriptMessage[]
}

/** Maximum length of an example. Longer messages usually ask more than one question. */
const maxExampleCharacters = 160
/** Maximum number of answers the owner can choose from. */
const maxPredictions = 5
/** Number of messages to show before and after a message. */
const maxBefore = 2
const maxAfter = 1

/** Computes how sure the chat was about each message. 500 chats need a second, so it yields to requests in between. */
export async function reviewMessages(chats: readonly Chat[], agent: Agent): Promise<ReviewedMessage[]> {
  const reviewed: ReviewedMessage[] = []
  for (const chat of chats) {
    reviewed.push(...reviewChat(chat, agent))
    await setImmediate()
  }
  return reviewed
}

function reviewChat({ reference, created_at, messages }: Chat, agent: Agent) {
  const answers = agent.answersAt(created_at)
  return messages.flatMap(({ role, content }, index): ReviewedMessage | [] => {
    if (role !== 'user') return []
    const message = content.trim()
    const { understood, state } = agent.understandLast(messages.slice(0, index + 1), answers)
    const { clauses, doubts, trouble, predictions } = understood
    const nearby = messages.slice(Math.max(0, index - maxBefore), index + maxAfter + 1)
    return {
      ...{ message, reference, index, at: created_at },
      wordings: [message, `${state.previous} > ${message}`].map(normalizeMessage),
      isSure: doubts.length === 0 || trouble?.isSure === true,
      canBeExample: canBeExample(content),
      acts: [...new Set(clauses.map(({ act }) => act))],
      predictions: predictions.slice(0, maxPredictions),
      // Leave out unsigned replies, which the browser could have forged.
      around: nearby.filter((each) => each.role === 'user' || each.isProved),
    }
  })
}

function canBeExample(content: string): boolean {
  return content.length <= maxExampleCharacters && !content.includes('@') && !content.includes('\n')
}

/** Normalizes a message like the agent does: without case, accents, and punctuation. */
export function normalizeMessage(message: string): string {
  return message
    .split(' > ')
    .map((part) => tokenize(part).join(' '))
    .join(' > ')
}

/** Collects all examples, which the chat has learned or will learn with the next build. */
export function examplesIn(answers: readonly Pick<Entry, 'examples'>[]): Set<string> {
  return new Set(answers.flatMap(({ examples }) => examples.map(({ text }) => normalizeMessage(text))))
}
