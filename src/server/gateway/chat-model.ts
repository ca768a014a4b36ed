/** A message as the chat-completions style has it. */
export type PromptMessage = { role: 'system' | 'user' | 'assistant'; content: string }

/** A model behind a gateway. */
export type ChatModel = {
  /** As `CHAT_MODELS` names it. */
  name: string
  /**
   * Yields the reply to a conversation piece by piece, as it comes.
   * @param onUsage told how many tokens the call took, prompt and reply, where that gets known
   * @throws ModelFailure when it can't be reached, falls silent, is cut off or says what can't be read
   */
  reply: (
    messages: readonly PromptMessage[],
    signal: AbortSignal,
    onUsage?: (tokens: number) => void,
  ) => AsyncIterable<string>
}

/** A model did not answer to the end; the next one is asked. */
export class ModelFailure extends Error {
  override name = 'ModelFailure'
}
