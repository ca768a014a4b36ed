import type { ChatModel, PromptMessage } from './gateway.ts'
import { estimateTokens } from './model-plan.ts'
import type { Reservation } from './wallet.ts'

/** A model with the tokens reserved for it. */
export type PaidModel = { model: ChatModel; reservation: Reservation; promptTokens: number; maxTokens: number }

const maxReplyCharacters = 8_000

/** @returns what a model says, to be read as a plan @throws ModelFailure */
export async function askModel(
  { model, reservation, promptTokens, maxTokens }: PaidModel,
  prompt: readonly PromptMessage[],
  signal: AbortSignal,
): Promise<string> {
  // If the gateway doesn't report usage, a call that is cut off may have used the maximum.
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
