import { openChat } from '../../src/chat.ts'
import { siteContent } from '../../src/content/site-content.ts'
import { trainedAnswers } from '../../src/features/agent/book/trained-answers.ts'
import { answerChat } from '../../src/features/agent/chat.service.ts'
import type { ChatMessage } from '../../src/features/leads/chat-message.ts'
import { loadEnvironment } from '../../src/server/environment.ts'
import { createSilentLog } from '../../src/server/log.ts'

export type OwnersChat = ReturnType<typeof openOwnersChat>

/** As a visitor's message is answered, without the budget: the owner pays, and takes nothing from the visitors. */
export function openOwnersChat() {
  const { agent, studio } = siteContent()
  const chat = openChat({
    environment: loadEnvironment(),
    agent,
    answers: () => trainedAnswers(agent.answers),
    studioAddress: studio.email,
    now: Date.now,
    log: createSilentLog(),
  })
  const answer = (turns: readonly ChatMessage[], signal: AbortSignal) =>
    answerChat(chat, turns, { signal, requestId: 'studio' })
  return { chat, answer, problems: agent.prompt.problems }
}
