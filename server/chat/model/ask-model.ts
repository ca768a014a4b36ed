import type { Answers } from '../answers.ts'
import type { ChatBudget, Reservation } from '../budget.ts'
import { builtIn, type Chat } from '../chat.ts'
import type { Details, Exchange } from '../details/extract.ts'
import type { ChatMessage } from '../messages.ts'

import { type ChatModel, maxReplyTokens, type PromptMessage } from './gateway.ts'
import { estimateTokens, maxPromptTokens } from './prompt.ts'

/** The input for a reply. `shown`: the sentences the visitor already sees of an interrupted reply. */
export type Draft = {
  history: readonly ChatMessage[]
  shown: readonly string[]
  exchanges: readonly Exchange[]
  details: Details
  answers: Answers
}

/** A model, and the tokens reserved for calling it. */
type PaidModel = { model: ChatModel; reservation: Reservation; promptTokens: number; maxTokens: number }

const unlimited: Reservation = { settle: async () => undefined }

/** Reserves tokens for a model call. @returns undefined to use the built-in agent, also if the budget is spent */
export async function payFor(
  model: ChatModel | typeof builtIn,
  { prompt }: Chat,
  { answers, history }: Draft,
  budget: ChatBudget | undefined,
): Promise<PaidModel | undefined> {
  if (model === builtIn) return undefined
  const promptTokens = maxPromptTokens(prompt, answers, history)
  const maxTokens = promptTokens + maxReplyTokens
  const reservation = budget === undefined ? unlimited : await budget.reserve(maxTokens)
  return reservation && { model, reservation, promptTokens, maxTokens }
}

/** Twice the usual length of a reply with the maximum number of tokens, at about four characters per token. */
const maxReplyCharacters = 8_000

/** @returns the model's reply, unparsed @throws ModelFailure */
export async function askModel(
  { model, reservation, promptTokens, maxTokens }: PaidModel,
  prompt: readonly PromptMessage[],
  signal: AbortSignal,
): Promise<string> {
  // If the gateway doesn't report usage, an interrupted call might have used the maximum.
  let usedTokens = maxTokens
  let text = ''
  try {
    const chunks = model.reply(prompt, signal, (reportedTokens) => {
      usedTokens = reportedTokens
    })
    for await (const chunk of chunks) {
      text += chunk
      if (text.length > maxReplyCharacters) break
    }
    return text
  } finally {
    await reservation.settle(Math.max(usedTokens, promptTokens + estimateTokens(text)))
  }
}
