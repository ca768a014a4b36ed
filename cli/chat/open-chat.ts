import { openChat } from '../../src/chat.ts'
import type { PromptWords } from '../../src/content/agent/agent.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { trainedAnswers } from '../../src/features/agent/book/trained-answers.ts'
import { answerChat, type ChatDeps, type ReplyEvent } from '../../src/features/agent/chat.service.ts'
import type { ChatMessage } from '../../src/features/leads/chat-message.ts'
import { loadEnvironment } from '../../src/server/environment.ts'
import { createSilentLog } from '../../src/server/log.ts'

export type OwnersChat = {
  chat: ChatDeps
  problems: PromptWords['problems']
  /** As a visitor's message is answered, without the budget: the owner pays, and takes nothing from the visitors. */
  answer: (turns: readonly ChatMessage[], signal: AbortSignal) => AsyncIterable<ReplyEvent>
}

export function openOwnersChat(): OwnersChat {
  const environment = loadEnvironment()
  const { agent, studio } = siteContent()
  const log = createSilentLog()
  const chat = openChat({
    environment,
    agent,
    answers: () => trainedAnswers(agent.answers),
    studioAddress: studio.email,
    now: Date.now,
    log,
  })
  const answer = (turns: readonly ChatMessage[], signal: AbortSignal) =>
    answerChat(chat, turns, { signal, requestId: 'studio' })
  return { chat, answer, problems: agent.prompt.problems }
}
